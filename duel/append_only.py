"""Triggers by which the database itself refuses to alter or remove what was written for good.

They are made again after every migration, because a table that a migration rebuilds loses them
on SQLite, and a system check tells when one is missing.
"""

from collections.abc import Sequence
from typing import Any

from django.apps import AppConfig
from django.core.checks import CheckMessage, Error
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.base.base import BaseDatabaseWrapper

TABLES = {"duel_entry": ("game_id", "seq")}
"""Each append-only table with the columns that may hold the same values only once."""

_SENTENCE = "append-only: rows of this table are neither altered nor removed"

_POSTGRESQL = (
    """CREATE OR REPLACE FUNCTION duelpost_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION '{sentence}' USING ERRCODE = 'restrict_violation'; END $$""",
    """CREATE OR REPLACE TRIGGER {table}_no_change BEFORE UPDATE OR DELETE ON {table}
    FOR EACH ROW EXECUTE FUNCTION duelpost_append_only()""",
    """CREATE OR REPLACE TRIGGER {table}_no_truncate BEFORE TRUNCATE ON {table}
    FOR EACH STATEMENT EXECUTE FUNCTION duelpost_append_only()""",
)

_SQLITE = (
    "DROP TRIGGER IF EXISTS {table}_no_update",
    """CREATE TRIGGER {table}_no_update BEFORE UPDATE ON {table}
    BEGIN SELECT RAISE(ABORT, '{sentence}'); END""",
    "DROP TRIGGER IF EXISTS {table}_no_delete",
    """CREATE TRIGGER {table}_no_delete BEFORE DELETE ON {table}
    BEGIN SELECT RAISE(ABORT, '{sentence}'); END""",
    # INSERT OR REPLACE removes the row in its way without asking a DELETE trigger.
    "DROP TRIGGER IF EXISTS {table}_no_replace",
    """CREATE TRIGGER {table}_no_replace BEFORE INSERT ON {table}
    WHEN EXISTS (SELECT 1 FROM {table} WHERE id = NEW.id OR ({same}))
    BEGIN SELECT RAISE(ABORT, '{sentence}'); END""",
)

_NAMES = {
    "postgresql": ("no_change", "no_truncate"),
    "sqlite": ("no_update", "no_delete", "no_replace"),
}


def protect_tables(sender: AppConfig, using: str = DEFAULT_DB_ALIAS, **kwargs: Any) -> None:
    """Make the triggers of every append-only table that exists; runs after each migration."""
    connection = connections[using]
    statements = _POSTGRESQL if connection.vendor == "postgresql" else _SQLITE
    present = set(connection.introspection.table_names())
    with connection.cursor() as cursor:
        for table, unique in TABLES.items():
            same = " AND ".join(f"{column} = NEW.{column}" for column in unique)
            for statement in statements if table in present else ():
                cursor.execute(statement.format(table=table, sentence=_SENTENCE, same=same))


def check_triggers(*, databases: Sequence[str] | None = None, **kwargs: Any) -> list[CheckMessage]:
    """Return an error for each append-only table that has lost a trigger."""
    return [
        Error(
            f"The table {table} is not protected against being altered: "
            f"trigger {', '.join(missing)} is missing.",
            hint="Run `manage.py migrate --skip-checks`, which makes the triggers again, and "
            "`manage.py replaygames` to see whether anything was altered.",
            id="duel.E001",
        )
        for using in databases or []
        for table, missing in missing_triggers(connections[using]).items()
    ]


def missing_triggers(connection: BaseDatabaseWrapper) -> dict[str, list[str]]:
    """Return the missing triggers of each append-only table that exists."""
    query = (
        "SELECT tgname FROM pg_trigger WHERE tgrelid = %s::regclass AND tgenabled IN ('O', 'A')"
        if connection.vendor == "postgresql"
        else "SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name = %s"
    )
    present = set(connection.introspection.table_names())
    missing = {}
    with connection.cursor() as cursor:
        for table in TABLES:
            if table not in present:
                continue
            cursor.execute(query, [table])
            found = {row[0] for row in cursor.fetchall()}
            lost = [f"{table}_{name}" for name in _NAMES[connection.vendor]]
            lost = [name for name in lost if name not in found]
            if lost:
                missing[table] = lost
    return missing
