"""The test database, and the standing cast: two players, an operator, and an outsider."""

import sqlite3
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import hypothesis
import pytest
from django.conf import settings
from django.db import OperationalError, connection
from django.utils import translation

from accounts.models import User
from accounts.requests import limits
from tests.fixtures.lasting import draw_secrets_by
from tests.fixtures.triggers import triggers_off
from tests.ledger import Ledger
from tests.services import SERVERS


@pytest.fixture(scope="session")
def django_db_modify_db_settings() -> None:
    """On SQLite, a file: in memory there are neither locks nor a second process."""
    if connection.vendor == "sqlite":
        connection.settings_dict["TEST"]["NAME"] = str(settings.DATA_DIR / "test.sqlite3")


@pytest.fixture(scope="session")
def django_db_setup(
    django_db_setup: None, django_db_blocker: Any, ledger: Ledger, pytestconfig: pytest.Config
) -> Iterator[None]:
    """The test database, whose tables can be emptied, and whose first query is written down."""

    def note_first_query(execute: Callable[..., Any], *arguments: Any) -> Any:
        result = execute(*arguments)
        wrappers.remove(note_first_query)
        if connection.vendor == "postgresql":
            server = pytestconfig.stash[SERVERS]["PostgreSQL"]
            ledger.used["PostgreSQL"] = f"{server.version}, {server.origin}"
        else:
            ledger.used["SQLite"] = f"{sqlite3.sqlite_version}, a file"
        return result

    wrappers = connection.execute_wrappers
    wrappers.append(note_first_query)
    operations: Any = type(connection.ops)
    flush = operations.execute_sql_flush

    def flush_past_triggers(self: Any, statements: Iterable[str]) -> None:
        for patience in (2, 1, 0):
            try:
                with triggers_off(self.connection):
                    flush(self, statements)
                return
            except OperationalError:  # a worker at its last letter wants what we have locked
                if not patience:
                    raise

    # Django empties all tables after a transactional test; append-only ones must let it. Beside
    # the browser's event loop Django opens another connection, so it is the class that changes.
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(operations, "execute_sql_flush", flush_past_triggers)
        yield


# Every run sees the same examples; `--hypothesis-profile=default` looks for new ones.
hypothesis.settings.register_profile("steady", derandomize=True, deadline=None)
hypothesis.settings.load_profile("steady")


@pytest.fixture(autouse=True)
def same_shuffles(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each test draws the same secrets in every run, so that whatever fails fails again."""
    draw_secrets_by(request.node.nodeid, monkeypatch)


@pytest.fixture(autouse=True)
def own_limits(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each test counts for itself what is limited: keys of rows come again from test to test."""
    key_of, test = limits.limit_key, request.node.nodeid
    monkeypatch.setattr(limits, "limit_key", lambda name: key_of(f"{test} {name}"))


@pytest.fixture(autouse=True)
def own_language() -> Iterator[None]:
    """Each test begins in English: a page leaves the language of its reader active."""
    yield
    translation.deactivate()


@pytest.fixture
def ada(db: None) -> User:
    """A player."""
    return User.objects.create_user("ada@duelpost.example", name="Ada")


@pytest.fixture
def bruno(db: None) -> User:
    """Ada's opponent."""
    return User.objects.create_user("bruno@duelpost.example", name="Bruno")


@pytest.fixture
def olga(db: None) -> User:
    """An operator, who may do everything in the admin."""
    return User.objects.create_superuser("olga@duelpost.example", name="Olga")


@pytest.fixture
def eve(db: None) -> User:
    """An outsider: she has an account and is part of nothing."""
    return User.objects.create_user("eve@elsewhere.example", name="Eve")
