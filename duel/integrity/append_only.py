"""Triggers by which the database itself refuses to alter or remove what was written for good.

They are made again after every migration, because a table that a migration rebuilds loses them
on SQLite, and a system check tells when one is missing.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from django.apps import AppConfig
from django.conf import settings
from django.core.checks import CheckMessage, Error
from django.db import DEFAULT_DB_ALIAS, connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper

TABLES = {
    "duel_entry": ("game_id", "seq"),
    "duel_outage": ("began_at",),
    "duel_addedtime": ("given_at",),
    "duel_beginning": ("game_id",),
    "duel_settlement": ("game_id", "number"),
    "duel_erasure": ("person",),
    "django_admin_log": ("id",),
}
"""Each append-only table with the columns that may hold the same values only once."""

_SENTENCE = "append-only: rows of this table are neither altered nor removed"

_FUNCTION_BODY = f"BEGIN RAISE EXCEPTION '{_SENTENCE}' USING ERRCODE = 'restrict_violation'; END"

_TRIGGERS = {
    "postgresql": {
        "no_change": """CREATE TRIGGER {table}_no_change BEFORE UPDATE OR DELETE ON {table}
            FOR EACH ROW EXECUTE FUNCTION duelpost_append_only()""",
        "no_truncate": """CREATE TRIGGER {table}_no_truncate BEFORE TRUNCATE ON {table}
            FOR EACH STATEMENT EXECUTE FUNCTION duelpost_append_only()""",
    },
    "sqlite": {
        "no_update": """CREATE TRIGGER {table}_no_update BEFORE UPDATE ON {table}
            BEGIN SELECT RAISE(ABORT, '{sentence}'); END""",
        "no_delete": """CREATE TRIGGER {table}_no_delete BEFORE DELETE ON {table}
            BEGIN SELECT RAISE(ABORT, '{sentence}'); END""",
        # INSERT OR REPLACE removes the row in its way without asking a DELETE trigger.
        "no_replace": """CREATE TRIGGER {table}_no_replace BEFORE INSERT ON {table}
            WHEN EXISTS (SELECT 1 FROM {table} WHERE id = NEW.id OR ({same}))
            BEGIN SELECT RAISE(ABORT, '{sentence}'); END""",
    },
}


def protect_tables(sender: AppConfig, using: str = DEFAULT_DB_ALIAS, **kwargs: Any) -> None:
    """Make the triggers of every append-only table that exists; runs after each migration."""
    connection = connections[using]
    on_postgresql = connection.vendor == "postgresql"
    with transaction.atomic(using), connection.cursor() as cursor:
        if on_postgresql:
            cursor.execute(
                "CREATE OR REPLACE FUNCTION duelpost_append_only() RETURNS trigger "
                f"LANGUAGE plpgsql AS $${_FUNCTION_BODY}$$"
            )
        for table in tables_there(connection):
            _drop_triggers(connection, table)
            for name, statement in _triggers_of(connection, table).items():
                cursor.execute(statement)
                if on_postgresql:  # also where a session plays the replica, which asks no others
                    cursor.execute(f"ALTER TABLE {table} ENABLE ALWAYS TRIGGER {name}")


@contextmanager
def open_to_alteration(sender: AppConfig, using: str = DEFAULT_DB_ALIAS) -> Iterator[None]:
    """Allow append-only tables to be altered, in one transaction; never in production."""
    if not settings.EMBEDDED:
        raise RuntimeError("Nothing that was written for good is altered in production.")
    connection = connections[using]
    with transaction.atomic(using):
        connection.check_constraints()  # PostgreSQL alters no table with checks that still wait
        for table in tables_there(connection):
            _drop_triggers(connection, table)
        yield
        connection.check_constraints()
        protect_tables(sender, using)


def check_triggers(*, databases: Sequence[str] | None = None, **kwargs: Any) -> list[CheckMessage]:
    """Return an error for each append-only table that has lost a trigger."""
    return [
        Error(
            f"The table {table} is not protected against being altered: "
            f"{', '.join(missing)} is missing or does nothing.",
            hint="Run `manage.py migrate --skip-checks`, which makes the triggers again, and "
            "`manage.py replaygames` to see whether anything was altered.",
            id="duel.E001",
        )
        for using in databases or []
        for table, missing in missing_triggers(connections[using]).items()
    ]


def missing_triggers(connection: BaseDatabaseWrapper) -> dict[str, list[str]]:
    """Return the triggers that are missing, disabled or hollowed out, by append-only table."""
    missing = {}
    with connection.cursor() as cursor:
        for table in tables_there(connection):
            expected = _triggers_of(connection, table)
            if connection.vendor == "postgresql":
                cursor.execute(
                    "SELECT tgname FROM pg_trigger JOIN pg_proc ON pg_proc.oid = tgfoid "
                    "WHERE tgrelid = %s::regclass AND tgenabled = 'A' AND prosrc = %s",
                    [table, _FUNCTION_BODY],
                )
                found = {name for (name,) in cursor.fetchall()}
            else:
                cursor.execute(
                    "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name = %s",
                    [table],
                )
                found = {name for name, sql in cursor.fetchall() if sql == expected.get(name)}
            if lost := [name for name in expected if name not in found]:
                missing[table] = lost
    return missing


def tables_there(connection: BaseDatabaseWrapper) -> list[str]:
    """Return the append-only tables that exist."""
    there = set(connection.introspection.table_names())
    return [table for table in TABLES if table in there]


def _drop_triggers(connection: BaseDatabaseWrapper, table: str) -> None:
    on_table = f" ON {table}" if connection.vendor == "postgresql" else ""
    with connection.cursor() as cursor:
        for name in _triggers_of(connection, table):
            cursor.execute(f"DROP TRIGGER IF EXISTS {name}{on_table}")


def _triggers_of(connection: BaseDatabaseWrapper, table: str) -> dict[str, str]:
    """Return the statements that make the table's triggers, by the triggers' names."""
    same = " AND ".join(f"{column} = NEW.{column}" for column in TABLES[table])
    return {
        f"{table}_{name}": statement.format(table=table, sentence=_SENTENCE, same=same)
        for name, statement in _TRIGGERS[connection.vendor].items()
    }
