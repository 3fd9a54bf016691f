"""Raw SQL stands in few modules: those that are named here, each for a reason."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
ROOMS = ("config", "support", "duel", "accounts", "mail", "lib")

STATEMENTS = {
    "accounts/selectors.py",
    "duel/record/news.py",
    "duel/record/reading.py",
    "mail/sql.py",
}
"""Written out for speed; `tests/test_plain_statements.py` compares each statement with the ORM."""

BEYOND_THE_ORM = {
    "config/backup/dumps.py",  # copies of SQLite's file, who else is connected
    "config/monitoring/findings.py",  # whether the database answers
    "duel/integrity/append_only.py",  # triggers
    "duel/integrity/privileges.py",  # roles
    "support/status/figures.py",  # sizes
    "lib/statements.py",  # runs the statements of all rooms; how long a writer waits
}

_CALLS = {"cursor", "execute", "executemany", "executescript", "raw", "extra"}
_CLASSES = {"RawSQL", "RunSQL", "Statement"}


def writes_sql(source: str) -> bool:
    """Return whether the module has SQL of its own, or hands some to the database."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call):
            called = node.func
            if isinstance(called, ast.Name) and called.id in _CLASSES:
                return True
            if isinstance(called, ast.Attribute) and called.attr in _CALLS | _CLASSES:
                of_parent = isinstance(called.value, ast.Call)
                if not (of_parent and getattr(called.value.func, "id", "") == "super"):  # type: ignore[attr-defined]
                    return True
    return False


def test_raw_sql_stands_in_few_modules() -> None:
    found = {
        path.relative_to(ROOT).as_posix()
        for room in ROOMS
        for path in (ROOT / room).rglob("*.py")
        if "migrations" not in path.parts and writes_sql(path.read_text(encoding="utf-8"))
    }
    # A class of another meaning: what a canned answer states.
    assert found - {"support/admin/disputes.py"} == STATEMENTS | BEYOND_THE_ORM


@pytest.mark.parametrize(
    "line",
    [
        "with connection.cursor() as cursor: pass",
        "Game.objects.raw('SELECT 1')",
        "Game.objects.extra(where=['1'])",
        "rows.annotate(one=RawSQL('1', []))",
        "rows.annotate(one=expressions.RawSQL('1', []))",
        "_ONE = Statement(Row, 'SELECT 1')",
        "connection.connection.execute('PRAGMA user_version')",
        "schema_editor.execute('DROP TABLE duel_game')",
    ],
)
def test_raw_sql_is_recognised(line: str) -> None:
    assert writes_sql(line)
    assert not writes_sql("super().execute(*args)\nGame.objects.filter(pk=1)")
