"""Each test finds the tables as migrations left them, those included that refuse deletion."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib.auth.models import Group, Permission
from django.db import IntegrityError, connection

from accounts.models import User

_REFUSE_DELETION = {
    "postgresql": [
        """
        CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE 'append-only' USING ERRCODE = 'restrict_violation'; END $$
        """,
        "CREATE TRIGGER kept BEFORE TRUNCATE ON accounts_user EXECUTE FUNCTION refuse()",
        "CREATE TRIGGER kept_row BEFORE DELETE ON accounts_user FOR EACH ROW "
        "EXECUTE FUNCTION refuse()",
    ],
    "sqlite": [
        "CREATE TRIGGER kept_row BEFORE DELETE ON accounts_user "
        "BEGIN SELECT RAISE(ABORT, 'append-only'); END"
    ],
}
_ALLOW_DELETION = {
    "postgresql": ["DROP FUNCTION refuse() CASCADE"],
    "sqlite": ["DROP TRIGGER kept_row"],
}


def _run(statements: list[str]) -> None:
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)


@pytest.fixture(scope="module")
def append_only(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    with django_db_blocker.unblock():
        _run(_REFUSE_DELETION[connection.vendor])
    yield
    with django_db_blocker.unblock():
        _run(_ALLOW_DELETION[connection.vendor])


@pytest.mark.parametrize("turn", ["first", "again"])
def test_tables_are_empty_before_each_test_and_still_refuse_deletion(
    append_only: None, transactional_db: None, turn: str
) -> None:
    assert not User.objects.exists()
    person = User.objects.create_user("ada@duelpost.example")
    with pytest.raises(IntegrityError, match="append-only"):
        person.delete()


@pytest.mark.parametrize("turn", ["first", "again"])
def test_what_migrations_left_is_there_before_each_test(transactional_db: None, turn: str) -> None:
    assert Permission.objects.filter(group__isnull=False).exists()
    Group.objects.all().delete()
    Permission.objects.all().delete()
