"""Copies of the database as one file, taken while the service runs, and put back as a whole."""

import contextlib
import os
import sqlite3
import subprocess
import tempfile
from pathlib import Path

from django.db import DatabaseError, connection


class DumpError(Exception):
    """The database was not copied or not put back; a sentence tells why."""


def dump(path: Path) -> None:
    """Write the whole database, as it stands at one moment, into a file."""
    connection.ensure_connection()
    if connection.vendor == "sqlite":
        _dump_sqlite(path)
    else:
        _run("pg_dump", "--format=custom", "--no-owner", "--no-privileges", f"--file={path}")


def load(path: Path) -> None:
    """Put a dump in the place of everything in the database: wholly, or not at all."""
    connection.ensure_connection()
    if connection.vendor == "sqlite":
        _load_sqlite(path)
    else:
        _load_postgresql(path)
    connection.close()


def _dump_sqlite(path: Path) -> None:
    with contextlib.closing(sqlite3.connect(path)) as copy:
        connection.connection.backup(copy)
        copy.execute("PRAGMA journal_mode=DELETE")  # the file alone is the whole database


def _load_sqlite(path: Path) -> None:
    try:
        with contextlib.closing(sqlite3.connect(path)) as copy:
            verdict = copy.execute("PRAGMA integrity_check").fetchone()[0]
            if verdict != "ok":
                raise DumpError(f"The database in the backup is damaged: {verdict}.")
            copy.backup(connection.connection)
    except (sqlite3.Error, DatabaseError) as error:
        raise DumpError(f"SQLite refused: {error}.") from error


def _load_postgresql(path: Path) -> None:
    with tempfile.TemporaryDirectory(prefix="duelpost-restore-") as folder:
        script = Path(folder) / "restore.sql"
        options = ["--clean", "--if-exists", "--no-owner", "--no-privileges"]
        _run("pg_restore", *options, f"--file={script}", str(path), connect=False)
        # Also tables that the backup does not know; the archive drops only its own.
        tables = map(connection.ops.quote_name, connection.introspection.table_names())
        drop = f"DROP TABLE IF EXISTS {', '.join(tables)} CASCADE"
        commands = ["--command", drop] if drop.count('"') else []
        once = ["--single-transaction", "--set=ON_ERROR_STOP=1", "--no-psqlrc", "--quiet"]
        _run("psql", *once, *commands, f"--file={script}")


def _run(program: str, *arguments: str, connect: bool = True) -> None:
    """Run a PostgreSQL program; the password reaches it by the environment, unseen by others."""
    info = connection.connection.info
    target = [f"--dbname={info.dsn}"] if connect else []
    try:
        done = subprocess.run(  # noqa: S603 - our own words, no shell
            [program, *target, *arguments],
            env={**os.environ, "PGPASSWORD": info.password, "PGOPTIONS": "", "LC_ALL": "C"},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    except FileNotFoundError as error:
        raise DumpError(
            f"{program} is not on this machine. Install PostgreSQL's client programs, in the "
            "server's version or a newer one."
        ) from error
    if done.returncode:
        complaints = [line for line in done.stderr.splitlines() if "error:" in line.lower()]
        raise DumpError(f"{program} failed: {(complaints or [done.stderr.strip()])[0]}")
