"""What the doctor finds: why Redis or database cannot be used (never a password), room on disk."""

from dataclasses import dataclass

import redis
from django.conf import settings
from django.db import Error, connection

from support.status.figures import disk_use

CONNECT_SECONDS = 2
_MIB = 1024 * 1024


@dataclass(frozen=True)
class Finding:
    """One line of the report: `ok`, `warning` or `wrong`, what was looked at, what was seen."""

    grade: str
    part: str
    words: str
    hint: str = ""


def disk_finding() -> Finding:
    """Return whether there is room left."""
    use = disk_use()
    words = (
        f"{use.free // _MIB} MiB free; the database takes {use.database // _MIB} MiB, of which "
        f"{use.raw_mail // _MIB} MiB are mail that came in."
    )
    if use.is_fine:
        return Finding("ok", "disk", words)
    return Finding("warning", "disk", words, "See INBOUND_KEEP_DAYS, logs and old backups.")


def redis_trouble() -> tuple[str, str] | None:
    """Return what is wrong with Redis and a hint, or None if it answers."""
    try:
        with redis.Redis.from_url(
            settings.REDIS_URL,
            socket_connect_timeout=CONNECT_SECONDS,
            socket_timeout=CONNECT_SECONDS,
        ) as server:
            server.ping()
    except (redis.RedisError, OSError) as error:
        return _in_words("Redis", "REDIS_URL", str(error))
    return None


def database_trouble() -> tuple[str, str] | None:
    """Return what is wrong with the database and a hint, or None if it answers."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except Error as error:
        return _in_words("The database", "DATABASE_URL", str(error))
    return None


def _in_words(server: str, setting: str, error: str) -> tuple[str, str]:
    message = error.lower()
    for marks, words, hint in (
        (
            ("certificate", "hostname mismatch"),
            f"The certificate of {server} is not believed.",
            f"See that it is valid for the host in {setting}, and that this machine knows its "
            "authority: SSL_CERT_FILE names a file with more of them.",
        ),
        (
            ("authentication required", "already authenticated", "no password supplied"),
            f"{server} wants a password, and {setting} has none.",
            f"Write the password into {setting}.",
        ),
        (
            ("wrongpass", "invalid username-password", "password authentication failed"),
            f"{server} refuses the password of {setting}.",
            f"See that user and password in {setting} are those of the server.",
        ),
        (
            ('role "', "no pg_hba.conf entry", "peer authentication failed"),
            f"{server} does not let the user of {setting} in.",
            f"See that the user in {setting} is known there, and may come from this machine.",
        ),
        (
            ('fatal:  database "',),
            f"{server} that {setting} names does not exist on that server.",
            f"See that the name at the end of {setting} is right, and that it was created.",
        ),
        (
            ("name or service not known", "name resolution", "no address associated"),
            f"The host in {setting} is not known.",
            f"See that its name in {setting} is right, and that this machine finds it.",
        ),
        (
            ("refused",),
            f"{server} refuses the connection: nothing listens there.",
            f"See that it runs, and that host and port in {setting} are right.",
        ),
    ):
        if any(mark in message for mark in marks):
            return words, hint
    return f"{server} does not answer.", f"See that it runs, and that {setting} leads to it."
