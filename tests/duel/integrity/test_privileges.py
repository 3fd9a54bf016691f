"""The role that the service runs as owns nothing: on a real PostgreSQL with two roles."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import pytest
from django.core.exceptions import ImproperlyConfigured
from django.db import connection
from django.test import override_settings

from accounts.models import User
from duel.integrity.append_only import TABLES
from duel.integrity.privileges import alterable_tables, check_privileges, grant_to_service
from duel.models import LogEntry, Status
from duel.seats.deletion import delete_account
from tests.duel.tables import assert_sound, begin, play_on, play_to_the_end
from tests.servers import Server

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.only_on("postgresql")]

ROOT = Path(__file__).resolve().parents[3]
ATTACKS = {
    "trigger off": "ALTER TABLE {table} DISABLE TRIGGER ALL",
    "trigger gone": "DROP TRIGGER {table}_no_change ON {table}",
    "another trigger": "CREATE TRIGGER a BEFORE INSERT ON {table} FOR EACH ROW"
    " EXECUTE FUNCTION suppress_redundant_updates_trigger()",
    "another function": "CREATE OR REPLACE FUNCTION duelpost_append_only() RETURNS trigger"
    " LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'",
    "a rule": "CREATE RULE a AS ON INSERT TO {table} DO INSTEAD NOTHING",
    "altered": "UPDATE {table} SET id = id",
    "deleted": "DELETE FROM {table}",
    "truncated": "TRUNCATE {table} CASCADE",
    "dropped": "DROP TABLE {table} CASCADE",
    "renamed": "ALTER TABLE {table} RENAME TO a",
    "shadowed": "CREATE TEMPORARY TABLE {table} AS SELECT * FROM public.{table}",
    "owned": "ALTER TABLE {table} OWNER TO duelpost_app",
}


def addresses(server: Server) -> dict[str, str]:
    """Return the addresses of the owner and of the service, as docker/compose.yml has them."""
    owner = urlsplit(server.url)
    service = owner._replace(netloc=f"duelpost_app:it%27s@127.0.0.1:{owner.port}")
    return {"DATABASE_OWNER_URL": owner.geturl(), "DATABASE_URL": service.geturl()}


@pytest.fixture
def service(throwaway_postgres: Server, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """A database that its owner has migrated; this process is connected as the service."""
    url = urlsplit(throwaway_postgres.url)
    with psycopg.connect(url._replace(path="/postgres").geturl(), autocommit=True) as server:
        server.execute("CREATE DATABASE duelpost")
    subprocess.run(
        [sys.executable, "manage.py", "migrate", "--verbosity=0", "--skip-checks"],
        cwd=ROOT,
        env={**os.environ, **addresses(throwaway_postgres)},
        check=True,
    )
    connection.close()
    before = dict(connection.settings_dict)
    there = {"HOST": url.hostname, "PORT": url.port, "USER": "duelpost_app", "PASSWORD": "it's"}
    connection.settings_dict.update(there | {"NAME": "duelpost"})
    yield throwaway_postgres
    connection.close()
    connection.settings_dict.update(before)


def refused(statement: str) -> bool:
    """Return whether the database refuses it for want of a right."""
    try:
        with connection.cursor() as cursor:
            cursor.execute(statement)
    except Exception as error:
        return isinstance(error.__cause__, psycopg.errors.InsufficientPrivilege)
    return False


def test_a_whole_game_is_played_and_an_account_deleted_without_owning_a_table(
    service: Server,
) -> None:
    ada = User.objects.create_user("ada@duelpost.example", name="Ada")
    bruno = User.objects.create_user("bruno@duelpost.example", name="Bruno")
    game = begin(ada, bruno)
    play_to_the_end(game)
    game.refresh_from_db()
    assert game.status == Status.OVER
    assert_sound(game)
    delete_account(user=ada)
    assert not User.objects.filter(name="Ada").exists()


def test_what_was_written_for_good_cannot_be_opened_by_the_service(service: Server) -> None:
    ada = User.objects.create_user("ada@duelpost.example", name="Ada")
    bruno = User.objects.create_user("bruno@duelpost.example", name="Bruno")
    play_on(begin(ada, bruno), 2)
    count = LogEntry.objects.count()
    assert count

    assert refused("SET session_replication_role = replica")
    for table in TABLES:
        done = [name for name, each in ATTACKS.items() if not refused(each.format(table=table))]
        assert not done, f"{table}: {done}"
    assert refused("INSERT INTO django_migrations (app, name, applied) VALUES ('duel', 'x', now())")
    with connection.cursor() as cursor:  # PostgreSQL only warns that nothing was granted
        cursor.execute("GRANT ALL ON duel_entry TO duelpost_app")
    assert alterable_tables(connection) == []
    assert LogEntry.objects.count() == count


def test_the_check_is_silent_for_the_service_and_warns_of_an_owner(service: Server) -> None:
    with override_settings(EMBEDDED=False, DATABASE_OWNER_URL=""):
        assert check_privileges(databases=["default"]) == []
        with psycopg.connect(service.url, autocommit=True) as owner:
            owner.execute("GRANT UPDATE ON duel_entry TO duelpost_app")
            assert alterable_tables(connection) == ["duel_entry"]
            owner.execute("REVOKE UPDATE ON duel_entry FROM duelpost_app")
            owner.execute("ALTER ROLE duelpost_app CREATEROLE")
            assert alterable_tables(connection) == list(TABLES)
            owner.execute("ALTER ROLE duelpost_app NOCREATEROLE")
            owner.execute("CREATE ROLE other")
            owner.execute("ALTER TABLE duel_outage OWNER TO other")
            owner.execute("GRANT other TO duelpost_app")
            [warning] = check_privileges(databases=["default"])
        assert warning.id == "duel.W001"
        assert "duel_outage" in warning.msg
    assert check_privileges(databases=["default"]) == []  # embedded: nobody to keep out


def test_tables_that_the_service_owned_are_its_own_no_more_after_reassigning(
    service: Server,
) -> None:
    """As docs/upgrade.md has it for installations with one role."""
    with psycopg.connect(service.url, autocommit=True) as owner:
        owner.execute("CREATE ROLE duelpost_owner LOGIN")
        owner.execute("ALTER DATABASE duelpost OWNER TO duelpost_owner")
        for (table,) in owner.execute(
            "SELECT tablename FROM pg_tables WHERE schemaname = 'public'"
        ).fetchall():
            owner.execute(f'ALTER TABLE "{table}" OWNER TO duelpost_app'.encode())
        owner.execute("ALTER FUNCTION duelpost_append_only() OWNER TO duelpost_app")
        assert alterable_tables(connection) == list(TABLES)
        owner.execute("REASSIGN OWNED BY duelpost_app TO duelpost_owner")
    urls = addresses(service)
    urls["DATABASE_OWNER_URL"] = urls["DATABASE_OWNER_URL"].replace("duelpost@", "duelpost_owner@")
    subprocess.run(
        [sys.executable, "manage.py", "migrate", "--verbosity=0", "--skip-checks"],
        cwd=ROOT,
        env={**os.environ, **urls},
        check=True,
    )
    assert alterable_tables(connection) == []
    assert User.objects.create_user("ada@duelpost.example").pk


def test_an_owner_that_cannot_make_the_role_says_so(service: Server) -> None:
    url = "postgres://duelpost_app@127.0.0.1/duelpost"
    for role, sentence in (
        ("", "must name the role"),
        ("duelpost_app", "name the same role"),
        ("nobody_there", "make it with `createuser nobody_there`"),
    ):
        with (
            override_settings(DATABASE_OWNER_URL=url, SERVICE_ROLE=role),
            pytest.raises(ImproperlyConfigured, match=sentence),
        ):
            grant_to_service(sender=None)  # type: ignore[arg-type]
