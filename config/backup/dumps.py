"""Copies of the database as one file, taken while the service runs, and put back as a whole."""

import contextlib
import os
import sqlite3
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings
from django.db import connection

from config.backup.postgres_programs import MissingProgramError, fitting

PATIENCE = 20.0
"""Seconds to wait for somebody who is writing."""


class DumpError(Exception):
    """The database was not copied or not put back; a sentence tells why."""


def dump(path: Path) -> None:
    """Write the whole database, as it stands at one moment, into a file."""
    if connection.vendor == "sqlite":
        with _open_sqlite(connection.settings_dict["NAME"]) as database, _open_sqlite(path) as copy:
            _copy(database, copy)
            copy.execute("PRAGMA journal_mode=DELETE")  # the file alone is the whole database
    else:
        _run("pg_dump", "--format=custom", "--no-owner", "--no-privileges", f"--file={path}")


def load(path: Path) -> None:
    """Put a dump in the place of everything in the database: wholly, or not at all."""
    if connection.vendor == "sqlite":
        with _open_sqlite(path) as copy, _open_sqlite(connection.settings_dict["NAME"]) as database:
            verdict = copy.execute("PRAGMA integrity_check").fetchone()[0]
            if verdict != "ok":
                raise DumpError(f"The database in the backup is damaged: {verdict}.")
            _copy(copy, database)
    else:
        _load_postgresql(path)
    connection.close()


def others_connected() -> int:
    """Return how many others are connected to a production service's database."""
    if settings.EMBEDDED or connection.vendor != "postgresql":
        return 0
    with connection.cursor() as cursor:
        # Of other roles' connections the owner of the tables does not see the type; what PostgreSQL
        # does by itself, such as autovacuum, has no user.
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() "
            "AND pid <> pg_backend_pid() AND usename IS NOT NULL "
            "AND coalesce(backend_type, 'client backend') = 'client backend'"
        )
        return int(cursor.fetchone()[0])


@contextlib.contextmanager
def _open_sqlite(path: str | Path) -> Iterator[sqlite3.Connection]:
    """Open an SQLite file beside Django's connection, whose transactions would be in the way."""
    try:
        with contextlib.closing(sqlite3.connect(path)) as database:
            yield database
    except sqlite3.Error as error:
        raise DumpError(f"SQLite refused: {error}.") from error


def _copy(source: sqlite3.Connection, target: sqlite3.Connection) -> None:
    deadline = time.monotonic() + PATIENCE

    def give_up(status: int, remaining: int, total: int) -> None:
        # Left alone, SQLite's backup would try for ever.
        if status in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED) and time.monotonic() > deadline:
            raise DumpError("Something else is writing to the database and does not end.")

    source.backup(target, progress=give_up)


def _load_postgresql(path: Path) -> None:
    with tempfile.TemporaryDirectory(prefix="duelpost-restore-") as folder:
        script = Path(folder) / "restore.sql"
        options = ["--clean", "--if-exists", "--no-owner", "--no-privileges"]
        _run("pg_restore", *options, f"--file={script}", str(path), connect=False)
        # Also tables that the backup does not know; the archive drops only its own.
        tables = map(connection.ops.quote_name, connection.introspection.table_names())
        drops = [f"--command=DROP TABLE IF EXISTS {table} CASCADE" for table in tables]
        once = ["--single-transaction", "--set=ON_ERROR_STOP=1", "--no-psqlrc", "--quiet"]
        _run("psql", *once, *drops, f"--file={script}")


def _run(program: str, *arguments: str, connect: bool = True) -> None:
    """Run a PostgreSQL program; the password reaches it by the environment, unseen by others."""
    # How Django would start `psql`: its name, the options that lead to the database, the name.
    (_, *target), secrets = connection.client.settings_to_cmd_args_env(connection.settings_dict, [])
    try:
        path = fitting(program)
    except MissingProgramError as error:
        raise DumpError(str(error)) from error
    done = subprocess.run(  # noqa: S603 - our own words, no shell
        [path, *arguments, *(target if connect else [])],
        env={**os.environ, **(secrets or {}), "LC_ALL": "C"},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
    )
    if done.returncode:
        complaints = [line for line in done.stderr.splitlines() if "error:" in line.lower()]
        raise DumpError(f"{program} failed: {(complaints or [done.stderr.strip()])[0]}")
