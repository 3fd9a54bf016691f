"""The log of the games refuses to be altered: by the database itself, and by Django's models."""

from collections.abc import Iterator

import pytest
from django.contrib import admin
from django.core.checks import run_checks
from django.core.management import call_command
from django.db import IntegrityError, connection, models, transaction
from django.db.models import ProtectedError

from accounts.models import User
from duel.integrity.append_only import missing_triggers
from duel.models import Game, GameSecret, LogEntry
from duel.models.record import AppendOnlyError
from tests.duel.tables import begin, play_on
from tests.fixtures.triggers import triggers_off

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(ada: User, bruno: User) -> Game:
    game = begin(ada, bruno)
    play_on(game, 3)
    return game


def execute(statement: str) -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)


_ROW = (
    "SELECT {id}, game_id, {seq}, kind, seat, person, 'replenish', channel, time, state_hash, "
    "prev_hash, hash FROM duel_entry WHERE seq = 2"
)
_COLUMNS = "id, game_id, seq, kind, seat, person, text, channel, time, state_hash, prev_hash, hash"
ON_BOTH = [
    "UPDATE duel_entry SET text = 'replenish' WHERE seq = 2",
    "UPDATE duel_entry SET seq = seq + 100",
    "DELETE FROM duel_entry WHERE seq = 3",
    "DELETE FROM duel_entry",
    f"INSERT INTO duel_entry ({_COLUMNS}) {_ROW.format(id=900000, seq='seq')} "
    "AND true ON CONFLICT (game_id, seq) DO UPDATE SET text = 'replenish'",
]
ON_SQLITE = [
    f"INSERT OR REPLACE INTO duel_entry ({_COLUMNS}) {_ROW.format(id='id', seq='seq')}",
    f"INSERT OR REPLACE INTO duel_entry ({_COLUMNS}) {_ROW.format(id=900000, seq='seq')}",
    f"REPLACE INTO duel_entry ({_COLUMNS}) {_ROW.format(id='id', seq=99)}",
    "UPDATE OR REPLACE duel_entry SET seq = 1 WHERE seq = 2",
]
ON_POSTGRESQL = [
    "TRUNCATE duel_entry",
    "TRUNCATE duel_game CASCADE",
    "MERGE INTO duel_entry AS old USING duel_game AS g ON old.game_id = g.id "
    "WHEN MATCHED THEN DELETE",
]


def assert_the_database_refuses(statement: str) -> None:
    before = list(LogEntry.objects.order_by("pk").values())
    assert before
    with pytest.raises(IntegrityError, match="append-only"):
        execute(statement)
    assert list(LogEntry.objects.order_by("pk").values()) == before


@pytest.mark.parametrize("statement", ON_BOTH)
def test_the_database_refuses(game: Game, statement: str) -> None:
    assert_the_database_refuses(statement)


@pytest.mark.only_on("sqlite")
@pytest.mark.parametrize("statement", ON_SQLITE)
def test_sqlite_refuses(game: Game, statement: str) -> None:
    assert_the_database_refuses(statement)


@pytest.mark.only_on("postgresql")
@pytest.mark.django_db(transaction=True)
def test_postgresql_refuses(game: Game) -> None:
    for statement in ON_POSTGRESQL:
        assert_the_database_refuses(statement)


def test_the_models_refuse(game: Game) -> None:
    entry = game.entries.get(seq=2)
    entry.text = "replenish"
    everything = LogEntry.objects.all()
    with pytest.raises(AppendOnlyError):
        entry.save()
    with pytest.raises(AppendOnlyError):
        entry.save(update_fields=["text"])
    with pytest.raises(AppendOnlyError):
        entry.delete()
    with pytest.raises(AppendOnlyError):
        everything.update(text="replenish")
    with pytest.raises(AppendOnlyError):
        everything.delete()
    with pytest.raises(AppendOnlyError):
        everything.bulk_update([entry], ["text"])
    with pytest.raises(AppendOnlyError):
        LogEntry.objects.update_or_create(pk=entry.pk, defaults={"text": "replenish"})
    with pytest.raises(AppendOnlyError):
        game.entries.update(text="replenish")
    with pytest.raises(AppendOnlyError):
        game.entries.all().delete()
    with pytest.raises(AppendOnlyError):
        LogEntry._base_manager.filter(pk=entry.pk).update(text="replenish")
    for way in ("update_conflicts", "ignore_conflicts"):
        with pytest.raises(AppendOnlyError):
            LogEntry.objects.bulk_create([entry], **{way: True})
    assert game.entries.get(seq=2).text != "replenish"


def test_an_entry_under_a_key_that_is_taken_is_refused(game: Game) -> None:
    entry = game.entries.get(seq=2)
    twin = LogEntry(
        **{field.attname: getattr(entry, field.attname) for field in entry._meta.fields}
    )
    with pytest.raises(IntegrityError), transaction.atomic():
        twin.save()


def test_a_game_cannot_be_deleted_with_its_log(game: Game) -> None:
    with pytest.raises(ProtectedError):
        game.delete()
    with pytest.raises(ProtectedError):
        Game.objects.all().delete()
    assert game.entries.count() == 3


def test_no_operator_may_write_the_log_or_see_a_secret(olga: User) -> None:
    assert not admin.site.is_registered(GameSecret)
    assert LogEntry._meta.default_permissions == ("view",)
    assert GameSecret._meta.default_permissions == ()
    for model in (LogEntry, GameSecret):
        related = {field.related_model for field in model._meta.fields if field.is_relation}
        assert related == {Game}


# --- Triggers that are lost


def problems() -> list[str | None]:
    return [problem.id for problem in run_checks(databases=["default"], tags=["database"])]


def test_nothing_is_missing_after_setting_up(db: None) -> None:
    assert missing_triggers(connection) == {}
    assert "duel.E001" not in problems()


def test_the_check_finds_triggers_that_were_dropped_or_disabled(db: None) -> None:
    with triggers_off(connection):
        assert "duel.E001" in problems()
    assert "duel.E001" not in problems()


@pytest.mark.only_on("postgresql")
def test_the_check_finds_a_trigger_that_calls_something_else(db: None) -> None:
    execute(
        "CREATE OR REPLACE FUNCTION duelpost_append_only() RETURNS trigger LANGUAGE plpgsql "
        "AS $$ BEGIN RETURN NEW; END $$"
    )
    assert "duel.E001" in problems()


@pytest.mark.only_on("postgresql")
def test_the_check_finds_a_trigger_that_a_replica_would_not_ask(db: None) -> None:
    execute("ALTER TABLE duel_entry ENABLE TRIGGER duel_entry_no_change")
    assert "duel.E001" in problems()


@pytest.mark.only_on("sqlite")
def test_the_check_finds_a_trigger_that_does_nothing(db: None) -> None:
    execute("DROP TRIGGER duel_entry_no_update")
    execute("CREATE TRIGGER duel_entry_no_update BEFORE UPDATE ON duel_entry BEGIN SELECT 1; END")
    assert "duel.E001" in problems()


@pytest.fixture
def altered_table(transactional_db: None) -> Iterator[None]:
    """The table after a migration that adds a column, which SQLite does by rebuilding it."""
    column = models.CharField(max_length=4, default="x")
    column.set_attributes_from_name("later")
    with connection.schema_editor() as editor:
        editor.add_field(LogEntry, column)
    yield
    with connection.schema_editor() as editor:
        editor.remove_field(LogEntry, column)
    call_command("migrate", verbosity=0, skip_checks=True)
    assert missing_triggers(connection) == {}


def test_the_table_is_protected_again_after_a_later_migration(
    game: Game, altered_table: None
) -> None:
    if connection.vendor == "sqlite":
        assert "duel.E001" in problems()  # the rebuilt table has lost them
    call_command("migrate", verbosity=0, skip_checks=True)
    assert "duel.E001" not in problems()
    assert_the_database_refuses("UPDATE duel_entry SET text = 'replenish' WHERE seq = 2")
    assert_the_database_refuses("DELETE FROM duel_entry")
