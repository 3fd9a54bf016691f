"""System checks of the configuration: an id, what is wrong, and what to do about it.

`manage.py check` shows them; web server, worker and scheduler refuse to start on an error.
Missing variables never get this far: reading the settings stops on them.
"""

from collections.abc import Iterator
from ipaddress import ip_network
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.checks import CheckMessage, Error, Warning, register, run_checks  # noqa: A004
from django.core.exceptions import ImproperlyConfigured, ValidationError
from django.core.validators import validate_email
from django.http.request import validate_host

LEAST_KEY_LENGTH = 50
LEAST_KEY_VARIETY = 10
LEAST_TOKEN_LENGTH = 24


def stop_if_misconfigured() -> None:
    """Raise with all errors of the system checks, or if the database role owns the tables."""
    if settings.DATABASE_OWNER_URL:
        raise ImproperlyConfigured(
            "DATABASE_OWNER_URL is for `migrate` and `restore` alone: take it out of the "
            "environment of this process."
        )
    messages = [message for message in run_checks() if not message.is_silenced()]
    errors = [str(message) for message in messages if message.is_serious()]
    if errors:
        raise ImproperlyConfigured("\n".join(["The settings are not right:", *errors]))


@register
def check_site(**kwargs: Any) -> Iterator[CheckMessage]:
    """Yield what is wrong with the site's address, hosts and secret key."""
    production = not settings.EMBEDDED
    keys = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    if production and not all(map(_is_strong, keys)):
        yield Error(
            "SECRET_KEY or one of SECRET_KEY_FALLBACKS can be guessed.",
            hint=f"Draw at least {LEAST_KEY_LENGTH} characters at random, for instance with "
            "`openssl rand -base64 48`.",
            id="config.E001",
        )
    url = urlsplit(settings.SITE_URL)
    if url.scheme not in ("http", "https") or not url.hostname or url.path or url.query:
        yield Error(
            "SITE_URL is not the address of a site.",
            hint="Write scheme and host alone, such as https://duelpost.example.",
            id="config.E002",
        )
    elif production and url.scheme != "https":
        yield Error(
            "SITE_URL does not begin with https://.",
            hint="Every link in a letter is a key to a game: it must travel encrypted.",
            id="config.E003",
        )
    elif not validate_host(settings.SITE_HOST, settings.ALLOWED_HOSTS):
        yield Error(
            "ALLOWED_HOSTS does not hold the host of SITE_URL.",
            hint="Links in letters would lead to an error page: add the host.",
            id="config.E004",
        )
    if production and "*" in settings.ALLOWED_HOSTS:
        yield Warning(
            "ALLOWED_HOSTS lets any host name in.",
            hint="Write the names under which the site is really reached.",
            id="config.W001",
        )
    if production and not settings.IMPRINT:
        yield Warning(
            "IMPRINT is empty.",
            hint="Say who runs this service and how to reach them; many countries' law asks for "
            "it. Put `|` between the lines.",
            id="config.W002",
        )


@register
def check_services(**kwargs: Any) -> Iterator[CheckMessage]:
    """Yield what is wrong with database, broker, logs and the key file."""
    engine = settings.DATABASES["default"].get("ENGINE", "").rpartition(".")[2]
    known = ("postgresql", "sqlite3") if settings.EMBEDDED else ("postgresql",)
    if engine not in known:
        yield Error(
            f"DATABASE_URL leads to a database of the kind {engine!r}.",
            hint="Production runs on PostgreSQL: postgres://user:password@host:5432/name.",
            id="config.E006",
        )
    if settings.REDIS_URL and urlsplit(settings.REDIS_URL).scheme not in ("redis", "rediss"):
        yield Error(
            "REDIS_URL is not the address of a Redis server.",
            hint="Write redis://host:6379/0, or rediss:// for an encrypted connection.",
            id="config.E007",
        )
    elif not settings.EMBEDDED and not urlsplit(settings.REDIS_URL).password:
        yield Warning(
            "REDIS_URL has no password.",
            hint="Set `requirepass` in redis.conf and write redis://:password@host:6379/0: who "
            "reaches the queue can have any task carried out.",
            id="config.W006",
        )
    if not settings.EMBEDDED and settings.LOG_LEVEL == "DEBUG":
        yield Warning(
            "LOG_LEVEL is DEBUG.",
            hint="Libraries log far more than they need to at this level; INFO is for daily use.",
            id="config.W003",
        )
    if any("SECRET-KEY" in each or "PRIVATE KEY" in each for each in settings.BACKUP_RECIPIENTS):
        yield Error(
            "BACKUP_RECIPIENTS holds a private key.",
            hint="Write the public one here (age1…), and keep the private one on another machine.",
            id="config.E010",
        )
    key = Path(settings.DATA_DIR, "secret_key")
    if settings.EMBEDDED and key.exists() and key.stat().st_mode & 0o077:
        yield Warning(
            f"Others on this machine can read {key}.",
            hint="Run chmod 600 on it.",
            id="config.W004",
        )


@register
def check_metrics(**kwargs: Any) -> Iterator[CheckMessage]:
    """Yield what is wrong with the token that opens `/metrics`."""
    token = settings.METRICS_TOKEN
    if token and (len(token) < LEAST_TOKEN_LENGTH or len(set(token)) < LEAST_KEY_VARIETY):
        yield Error(
            "METRICS_TOKEN can be guessed.",
            hint=f"Draw at least {LEAST_TOKEN_LENGTH} characters at random, for instance with "
            "`openssl rand -hex 24`.",
            id="config.E009",
        )


@register
def check_mail(**kwargs: Any) -> Iterator[CheckMessage]:
    """Yield what is wrong with the ways to reach people; the mail room checks its own settings."""
    try:
        validate_email(settings.CONTACT_ADDRESS)
    except ValidationError:
        yield Error(
            "CONTACT_ADDRESS is not an e-mail address.",
            hint="Write the bare address, such as operator@duelpost.example.",
            id="config.E008",
        )
    unencrypted = settings.MAIL_PROVIDER == "smtp" and settings.SMTP_SECURITY == "none"
    if unencrypted and settings.EMAIL_HOST not in ("localhost", "127.0.0.1", "::1"):
        yield Warning(
            "Letters travel to the mail server unencrypted.",
            hint="Set SMTP_SECURITY to starttls or tls.",
            id="config.W005",
        )


def _is_strong(key: str) -> bool:
    return len(key) >= LEAST_KEY_LENGTH and len(set(key)) >= LEAST_KEY_VARIETY


@register
def proxies_are_networks(**kwargs: Any) -> Iterator[CheckMessage]:
    """Yield an error for each trusted proxy that is not written as a network."""
    for network in settings.TRUSTED_PROXIES:
        try:
            ip_network(network)
        except ValueError:
            yield Error(
                f"TRUSTED_PROXIES holds {network!r}, which is not a network.",
                hint="Write addresses such as 10.0.0.0/8, with commas between them.",
                id="accounts.E001",
            )
