"""The system checks: what production refuses, and what it warns of."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from django.core.checks import run_checks
from django.core.exceptions import ImproperlyConfigured
from django.core.management import CommandError, call_command
from django.test import override_settings

from config.checks import stop_if_misconfigured
from tests.config.conftest import ReadSettings, Settings
from tests.config.example import production_environment

ROOT = Path(__file__).resolve().parents[2]
Under = Callable[[Settings], override_settings]
UNENCRYPTED = {"IMAP_HOST": "imap.duelpost.example", "IMAP_SECURITY": "none"}
# `under` leaves the database as it is, and production knows PostgreSQL alone.
as_in_production = pytest.mark.only_on("postgresql")


def ids_under(settings: override_settings) -> set[str | None]:
    with settings:
        return {message.id for message in run_checks()}


@as_in_production
def test_the_example_raises_no_check(production: ReadSettings, under: Under) -> None:
    assert ids_under(under(production())) == set()


@as_in_production
@pytest.mark.parametrize(
    ("identity", "changes"),
    [
        ("config.E001", {"SECRET_KEY": "change-me"}),
        ("config.E001", {"SECRET_KEY": "ab" * 40}),
        ("config.E001", {"SECRET_KEY_FALLBACKS": "old"}),
        ("config.E002", {"SITE_URL": "duelpost.example"}),
        ("config.E002", {"SITE_URL": "https://duelpost.example/games"}),
        ("config.E003", {"SITE_URL": "http://duelpost.example"}),
        ("config.E004", {"ALLOWED_HOSTS": "other.example"}),
        ("config.E007", {"REDIS_URL": "amqp://redis:5672"}),
        ("config.E008", {"CONTACT_ADDRESS": "nobody"}),
        ("config.E009", {"METRICS_TOKEN": "prometheus"}),
        ("config.W001", {"ALLOWED_HOSTS": "*"}),
        ("config.W002", {"IMPRINT": ""}),
        ("config.W003", {"LOG_LEVEL": "DEBUG"}),
        ("config.W005", {"MAIL_PROVIDER": "smtp", "SMTP_HOST": "mx", "SMTP_SECURITY": "none"}),
        ("mail.E001", {"MAIL_PROVIDER": "mailbox"}),
        ("mail.E002", {"ANYMAIL_POSTMARK_SERVER_TOKEN": ""}),
        ("mail.E003", {"MAIL_FROM": "Duelpost"}),
        ("mail.W002", {"REPLY_TO": "play@duelpost.example"}),
        ("mail.W003", {"IMAP_HOST": "imap.duelpost.example"}),
        ("mail.W003", {"INBOUND_LISTEN": "0.0.0.0:2525"}),
        ("mail.W003", {"INBOUND_WEBHOOK": "yes"}),
        ("config.E010", {"BACKUP_RECIPIENTS": "AGE-SECRET-KEY-1ABC"}),
        ("config.W006", {"REDIS_URL": "redis://redis:6379/0"}),
        ("mail.E006", {"REPLY_TO": "Duelpost <play@duelpost.example>", "INBOUND_PIPE": "yes"}),
        ("mail.W004", {"REPLY_TO": "@in.duelpost.example", **UNENCRYPTED}),
    ],
)
def test_production_complains(
    identity: str, changes: dict[str, str], production: ReadSettings, under: Under
) -> None:
    assert ids_under(under(production(**changes))) == {identity}


def test_production_runs_on_postgresql_alone(production: ReadSettings) -> None:
    databases = production(DATABASE_URL="sqlite:////tmp/duelpost.sqlite3")["DATABASES"]
    engine = {"default": {"ENGINE": databases["default"]["ENGINE"]}}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("django.conf.settings.DATABASES", engine)
        patch.setattr("django.conf.settings.EMBEDDED", False)
        assert "config.E006" in {message.id for message in run_checks()}


def test_a_key_file_that_others_can_read_is_found(tmp_path: Path) -> None:
    (tmp_path / "secret_key").write_text("key", encoding="ascii")
    (tmp_path / "secret_key").chmod(0o640)
    with override_settings(DATA_DIR=tmp_path):
        assert "config.W004" in {message.id for message in run_checks()}


def test_every_message_has_a_hint(production: ReadSettings, under: Under) -> None:
    changes = {"SECRET_KEY": "x", "SITE_URL": "http://a", "ALLOWED_HOSTS": "*", "IMPRINT": ""}
    with under(production(**changes)):
        messages = run_checks()
    assert len(messages) >= 4
    assert all(message.hint for message in messages)


@as_in_production
def test_a_start_stops_on_errors_and_goes_on_with_warnings(
    production: ReadSettings, under: Under
) -> None:
    with under(production(IMPRINT="")):
        stop_if_misconfigured()
    with (
        under(production(SECRET_KEY="x", CONTACT_ADDRESS="nobody")),
        pytest.raises(ImproperlyConfigured) as stopped,
    ):
        stop_if_misconfigured()
    assert "config.E001" in str(stopped.value)
    assert "config.E008" in str(stopped.value)


def test_no_role_starts_as_the_owner_of_the_tables() -> None:
    with (
        override_settings(DATABASE_OWNER_URL="postgres://duelpost_owner@127.0.0.1/duelpost"),
        pytest.raises(ImproperlyConfigured, match="for `migrate` and `restore` alone"),
    ):
        stop_if_misconfigured()


@pytest.mark.parametrize("command", ["mailserver", "pollmail"])
def test_no_way_in_for_replies_starts_as_the_owner_of_the_tables(command: str) -> None:
    with (
        override_settings(
            DATABASE_OWNER_URL="postgres://duelpost_owner@127.0.0.1/duelpost",
            REPLY_TO="",
            IMAP_HOST="",
        ),
        pytest.raises(CommandError, match="for `migrate` and `restore` alone"),
    ):
        call_command(command, skip_checks=True)


@pytest.mark.parametrize(
    "command",
    [
        ["-m", "celery", "--app", "config", "worker", "--pool", "solo"],
        [
            "-m",
            "celery",
            "--app",
            "config",
            "beat",
            "--schedule",
            "{folder}/schedule",
            "--pidfile=",
        ],
        ["-m", "gunicorn", "--config", "python:config.server", "config.wsgi"],
    ],
    ids=["worker", "scheduler", "gunicorn"],
)
def test_no_part_of_production_starts_with_a_weak_key(command: list[str], tmp_path: Path) -> None:
    environment = production_environment() | {
        "SECRET_KEY": "weak",
        "WEB_BIND": f"unix:{tmp_path}/web.sock",
        "PATH": os.environ["PATH"],
    }
    environment.pop("DJANGO_SETTINGS_MODULE", None)
    ended = subprocess.run(
        [sys.executable, *(part.format(folder=tmp_path) for part in command)],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert ended.returncode != 0
    assert "config.E001" in ended.stderr + ended.stdout


def test_the_deployment_checks_have_nothing_to_say() -> None:
    ended = subprocess.run(
        [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"],
        cwd=ROOT,
        env=production_environment() | {"PATH": os.environ["PATH"]},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr
