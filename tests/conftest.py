"""Fixtures of all tests: the database, and a cast of two players, an operator and an outsider."""

import sqlite3
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any

import hypothesis
import pytest
from django.conf import settings
from django.core.management.commands import flush as flushing
from django.db import OperationalError, connection
from django.utils import translation

from accounts import requests
from accounts.models import User
from mail.inbound.door import limits as mail_limits
from tests.fixtures.lasting import draw_secrets_by
from tests.fixtures.standing import put_back, standing_rows
from tests.fixtures.triggers import triggers_off
from tests.ledger import Ledger
from tests.services import SERVERS


@pytest.fixture(scope="session")
def django_db_modify_db_settings() -> None:
    """On SQLite, use a file: a database in memory has no locks and no second process."""
    if connection.vendor == "sqlite":
        connection.settings_dict["TEST"]["NAME"] = str(settings.DATA_DIR / "test.sqlite3")


@pytest.fixture(scope="session")
def django_db_setup(
    django_db_setup: None, django_db_blocker: Any, ledger: Ledger, pytestconfig: pytest.Config
) -> Iterator[None]:
    """The test database: its tables can be emptied, and its first query is noted in the ledger."""

    def note_first_query(execute: Callable[..., Any], *arguments: Any) -> Any:
        result = execute(*arguments)
        wrappers.remove(note_first_query)
        if connection.vendor == "postgresql":
            server = pytestconfig.stash[SERVERS]["PostgreSQL"]
            ledger.used["PostgreSQL"] = f"{server.version}, {server.origin}"
        else:
            ledger.used["SQLite"] = f"{sqlite3.sqlite_version}, a file"
        return result

    with django_db_blocker.unblock():
        if connection.vendor == "postgresql":
            _commit_without_waiting()
        standing = standing_rows(connection)
    wrappers = connection.execute_wrappers
    wrappers.append(note_first_query)
    operations: Any = type(connection.ops)
    flush = operations.execute_sql_flush

    def delete_all(self: Any, style: Any, tables: Iterable[str], **options: bool) -> list[str]:
        return [f"DELETE FROM {self.quote_name(table)}" for table in tables]

    def flush_past_triggers(self: Any, statements: Iterable[str]) -> None:
        for patience in (2, 1, 0):
            try:
                with triggers_off(self.connection):
                    flush(self, statements)
                    put_back(standing, self.connection)
                    self.connection.check_constraints()  # no trigger returns while some wait
                return
            except OperationalError:  # a worker at its last letter wants what we have locked
                if not patience:
                    raise

    # Django empties all tables after a transactional test; append-only ones must let it. Beside
    # the browser's event loop Django opens another connection, so it is the class that changes.
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(operations, "execute_sql_flush", flush_past_triggers)
        # What migrations leave is put back as it was, instead of being made anew.
        patch.setattr(flushing, "emit_post_migrate_signal", lambda *args, **options: None)
        if connection.vendor == "postgresql":
            # TRUNCATE makes new files for each table, which takes a third of a second in all.
            patch.setattr(operations, "sql_flush", delete_all)
        yield


def _commit_without_waiting() -> None:
    """Let commits not wait for the disk: the test database need not survive a power cut."""
    name = connection.ops.quote_name(connection.settings_dict["NAME"])
    with connection.cursor() as cursor:
        cursor.execute(f"ALTER DATABASE {name} SET synchronous_commit TO off")
        cursor.execute("SET synchronous_commit TO off")


# Every run sees the same examples; `--hypothesis-profile=default` looks for new ones.
hypothesis.settings.register_profile("steady", derandomize=True, deadline=None)
hypothesis.settings.load_profile("steady")


@pytest.fixture(autouse=True)
def same_shuffles(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw the same secrets for a test in every run, so that a failure can be repeated."""
    draw_secrets_by(request.node.nodeid, monkeypatch)


@pytest.fixture(autouse=True)
def own_limits(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Count limits for each test apart: keys of rows are the same in many tests."""
    test = request.node.nodeid
    for counted in (requests, mail_limits):
        key_of = counted.limit_key
        own_key = partial(_key_within, test, key_of)
        monkeypatch.setattr(counted, "limit_key", own_key)


def _key_within(test: str, key_of: Callable[[str], str], name: str) -> str:
    return key_of(f"{test} {name}")


@pytest.fixture(autouse=True)
def own_language() -> Iterator[None]:
    """Begin each test in English: a page leaves the language of its reader active."""
    yield
    translation.deactivate()


def _person(name: str, *, at: str = "duelpost.example", **fields: Any) -> User:
    """Return one of the cast; saved without validation, which takes ten times as long."""
    person = User(email=f"{name.lower()}@{at}", name=name, **fields)
    person.set_unusable_password()
    person.save()
    return person


@pytest.fixture
def ada(db: None) -> User:
    """A player."""
    return _person("Ada")


@pytest.fixture
def bruno(db: None) -> User:
    """Ada's opponent."""
    return _person("Bruno")


@pytest.fixture
def olga(db: None) -> User:
    """An operator, who may do everything in the admin."""
    return _person("Olga", is_staff=True, is_superuser=True)


@pytest.fixture
def eve(db: None) -> User:
    """An outsider: she has an account and is part of nothing."""
    return _person("Eve", at="elsewhere.example")
