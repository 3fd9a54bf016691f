"""What the settings make of an environment, in both modes."""

import re
import stat
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from config import env
from tests.config.conftest import ReadSettings

DOCS = Path(__file__).resolve().parents[2] / "docs"

NEEDED = [
    "SECRET_KEY",
    "SITE_URL",
    "ALLOWED_HOSTS",
    "DATABASE_URL",
    "REDIS_URL",
    "MAIL_PROVIDER",
    "MAIL_FROM",
    "CONTACT_ADDRESS",
]


def test_embedded_needs_nothing_and_stays_on_this_machine(read_settings: ReadSettings) -> None:
    settings = read_settings()
    assert settings["EMBEDDED"]
    assert settings["MAILBOX_ENABLED"]
    assert settings["ALLOWED_HOSTS"] == ["127.0.0.1", "localhost", "[::1]"]
    assert settings["WEB_BIND"] == "127.0.0.1:8000"
    assert settings["DATABASES"]["default"]["ENGINE"] == "django.db.backends.sqlite3"


def test_embedded_keeps_its_key_for_its_owner_alone(
    read_settings: ReadSettings, tmp_path: Path
) -> None:
    key = read_settings()["SECRET_KEY"]
    path = tmp_path / "var" / "secret_key"
    assert len(key) >= 50
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert read_settings()["SECRET_KEY"] == key
    assert [file.name for file in path.parent.glob("secret_key*")] == ["secret_key"]


def test_production_names_everything_it_lacks_at_once(read_settings: ReadSettings) -> None:
    with pytest.raises(ImproperlyConfigured) as error:
        read_settings(DUELPOST_MODE="production")
    assert re.findall(r"^  (\w+): \S", str(error.value), re.MULTILINE) == NEEDED


@pytest.mark.parametrize("name", NEEDED)
def test_production_does_not_start_without(name: str, production: ReadSettings) -> None:
    with pytest.raises(ImproperlyConfigured, match=rf"\n  {name}: "):
        production(**{name: ""})


def test_a_turn_is_taken_back_within_an_hour_or_not_at_all(read_settings: ReadSettings) -> None:
    assert read_settings(UNSEND_SECONDS="3600")["UNSEND_SECONDS"] == 3600
    with pytest.raises(ImproperlyConfigured, match=r"UNSEND_SECONDS is '3601': .* from 0 to 3600"):
        read_settings(UNSEND_SECONDS="3601")


def test_production_by_smtp_needs_the_server(production: ReadSettings) -> None:
    with pytest.raises(ImproperlyConfigured, match="SMTP_HOST"):
        production(MAIL_PROVIDER="smtp")
    settings = production(MAIL_PROVIDER="smtp", SMTP_HOST="smtp.duelpost.example")
    assert settings["EMAIL_HOST"] == "smtp.duelpost.example"
    assert settings["EMAIL_USE_TLS"]


def test_production_reads_its_secrets_from_files(production: ReadSettings, tmp_path: Path) -> None:
    path = tmp_path / "key"
    path.write_text("from a file", encoding="utf-8")
    settings = production(SECRET_KEY="", SECRET_KEY_FILE=str(path))
    assert settings["SECRET_KEY"] == "from a file"


def test_production_has_no_data_folder(production: ReadSettings, tmp_path: Path) -> None:
    production()
    assert not (tmp_path / "var").exists()


def test_production_sends_cookies_by_https_alone(production: ReadSettings) -> None:
    settings = production()
    assert settings["SESSION_COOKIE_SECURE"]
    assert settings["CSRF_COOKIE_SECURE"]
    assert settings["SESSION_COOKIE_NAME"].startswith("__Host-")
    assert settings["SECURE_SSL_REDIRECT"]
    assert settings["SECURE_HSTS_SECONDS"] >= 60 * 60 * 24 * 365


def test_a_providers_settings_reach_anymail(production: ReadSettings) -> None:
    settings = production(
        MAIL_PROVIDER="mailgun",
        ANYMAIL_MAILGUN_API_KEY="k",
        ANYMAIL_MAILGUN_SENDER_DOMAIN="duelpost.example",
    )
    assert settings["EMAIL_BACKEND"] == "anymail.backends.mailgun.EmailBackend"
    assert settings["ANYMAIL"]["MAILGUN_API_KEY"] == "k"


def test_a_time_zone_that_nobody_knows_stops_the_start(production: ReadSettings) -> None:
    with pytest.raises(ImproperlyConfigured, match="TIME_ZONE is 'Europe/Atlantis'"):
        production(TIME_ZONE="Europe/Atlantis")


def test_browsers_are_bound_beyond_this_service_only_where_that_is_asked_for(
    production: ReadSettings,
) -> None:
    assert not production()["SECURE_HSTS_PRELOAD"]
    assert production(SECURE_HSTS_PRELOAD="yes")["SECURE_HSTS_PRELOAD"]
    assert not production(SECURE_HSTS_INCLUDE_SUBDOMAINS="no")["SECURE_HSTS_INCLUDE_SUBDOMAINS"]


def test_a_broken_database_address_is_refused_without_being_told(production: ReadSettings) -> None:
    with pytest.raises(ImproperlyConfigured, match="DATABASE_URL") as error:
        production(DATABASE_URL="postgers://duelpost:hidden@host/name")
    assert "hidden" not in str(error.value)


def test_every_variable_is_documented_and_every_documented_one_is_read(
    read_settings: ReadSettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(env, "NAMES", set())
    monkeypatch.setattr(env, "PREFIXES", set())
    read_settings()
    secrets = {name.removesuffix("_FILE") for name in env.NAMES if name.endswith("_FILE")}
    table = (DOCS / "configuration.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(\w+)`( \(secret\))? \|", table, re.MULTILINE)
    documented = {name for name, _ in rows}
    assert documented - env.PREFIXES == {name for name in env.NAMES if not name.endswith("_FILE")}
    assert documented >= env.PREFIXES
    assert {name for name, secret in rows if secret} - env.PREFIXES == secrets


def test_every_system_check_is_documented() -> None:
    ids: set[str] = set()
    for room in ("config", "accounts", "mail", "duel"):
        for path in (DOCS.parent / room).rglob("*.py"):
            ids.update(re.findall(r'\bid="(\w+\.[EW]\d+)"', path.read_text(encoding="utf-8")))
    table = (DOCS / "configuration.md").read_text(encoding="utf-8")
    assert set(re.findall(r"^\| `(\w+\.[EW]\d+)` \|", table, re.MULTILINE)) == ids
