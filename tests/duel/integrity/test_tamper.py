"""Rows altered by hand, past the triggers: the check and `replaygames` find every one of them."""

from collections.abc import Callable
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.core.management.base import SystemCheckError
from django.db import connection, transaction
from django.db.utils import DatabaseError

from accounts.models import User
from duel.models import Game
from duel.play.moves import resign
from engine.kinds import Channel
from tests.duel.tables import begin, play_on

pytestmark = pytest.mark.django_db

ENTRY = "UPDATE duel_entry SET {} WHERE game_id = %s AND seq = 3"
GAME = "UPDATE duel_game SET {} WHERE id = %s"
SEAT = "UPDATE duel_seat SET {} WHERE game_id = %s AND number = 1"
OTHER_HASH = "'" + "0" * 64 + "'"
OTHER_TIME = "'2020-02-02 02:02:02+00:00'"


@pytest.fixture
def game(ada: User, bruno: User, settings: object) -> Game:
    """A game that Bruno gave up after some moves; its secret is still closed."""
    settings.DISPUTE_HOURS = 72  # type: ignore[attr-defined]
    game = begin(ada, bruno)
    play_on(game, 5)
    resign(public_id=game.public_id, seat=1, channel=Channel.WEB)
    return game


def execute(sql: str, *parameters: str | int | bytes) -> list[tuple[str, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(sql, parameters)
        return cursor.fetchall() if cursor.description else []


def drop_triggers() -> None:
    connection.check_constraints()  # PostgreSQL alters no table while such checks are pending
    if connection.vendor == "postgresql":
        own = "tgrelid = 'duel_entry'::regclass AND NOT tgisinternal"
        for (name,) in execute(f"SELECT tgname FROM pg_trigger WHERE {own}"):
            execute(f"DROP TRIGGER {name} ON duel_entry")
    else:
        own = "type = 'trigger' AND tbl_name = 'duel_entry'"
        for (name,) in execute(f"SELECT name FROM sqlite_master WHERE {own}"):
            execute(f"DROP TRIGGER {name}")


def replay() -> str:
    """Replay everything, which must fail, and return the report."""
    out = StringIO()
    with pytest.raises(CommandError):
        call_command("replaygames", jobs=1, stdout=out, stderr=StringIO())
    return out.getvalue()


def swap_entries(game: Game) -> None:
    for old, new in [(2, 99), (3, 2), (99, 3)]:
        execute("UPDATE duel_entry SET seq = %s WHERE game_id = %s AND seq = %s", new, game.pk, old)


def remove_entry(seq: int) -> Callable[[Game], object]:
    return lambda game: execute(
        "DELETE FROM duel_entry WHERE game_id = %s AND seq = %s", game.pk, seq
    )


def statement(sql: str, columns: str) -> Callable[[Game], object]:
    return lambda game: execute(sql.format(columns), game.pk)


def remove_secret(game: Game) -> None:
    execute("DELETE FROM duel_gamesecret WHERE game_id = %s", game.pk)


def alter_secret(game: Game) -> None:
    execute("UPDATE duel_gamesecret SET secret = %s WHERE game_id = %s", b"\1" * 32, game.pk)


IN_THE_LOG = {
    "seq": (statement(ENTRY, "seq = 30"), "entry 30, hash"),
    "kind": (statement(ENTRY, "kind = 'proxy'"), "entry 3, hash"),
    "an unknown kind": (statement(ENTRY, "kind = 'gift'"), "entry 3, replay"),
    "seat": (statement(ENTRY, "seat = 1 - seat"), "entry 3, replay"),
    "no seat": (statement(ENTRY, "seat = NULL"), "entry 3, replay"),
    "person": (statement(ENTRY, "person = 'somebody'"), "entry 3, hash"),
    "text": (statement(ENTRY, "text = 'take a1'"), "entry 3, hash"),
    "channel": (statement(ENTRY, "channel = 'mail'"), "entry 3, hash"),
    "time": (statement(ENTRY, f"time = {OTHER_TIME}"), "entry 3, hash"),
    "state_hash": (statement(ENTRY, f"state_hash = {OTHER_HASH}"), "entry 3, state_hash: expected"),
    "prev_hash": (statement(ENTRY, f"prev_hash = {OTHER_HASH}"), "entry 3, prev_hash"),
    "hash": (statement(ENTRY, f"hash = {OTHER_HASH}"), "entry 4, prev_hash"),
    "the first one gone": (remove_entry(1), "entry 2, seq: entry 1 should stand here"),
    "one in the middle gone": (remove_entry(3), "entry 4, seq: entry 3 should stand here"),
    "the last one gone": (remove_entry(6), "seq: expected 5, found 6"),
    "two swapped": (swap_entries, "entry 2, prev_hash"),
}

BESIDE_THE_LOG = {
    "public_id": (statement(GAME, "public_id = 'another'"), "another: entry 1, prev_hash"),
    "game": (statement(GAME, "game = 'chess'"), "game: "),
    "rules": (statement(GAME, "rules = 2"), "entry 1, prev_hash"),
    "options": (statement(GAME, "options = '{\"more\": true}'"), "entry 1, prev_hash"),
    "no options": (statement(GAME, "options = '[]'"), "options: is not an object"),
    "commitment": (statement(GAME, f"commitment = {OTHER_HASH}"), "commitment: does not match"),
    "status": (statement(GAME, "status = 'running'"), "status: expected over, found running"),
    "as if never begun": (
        statement(GAME, "status = 'off', began_at = NULL"),
        "status: expected over, found off",
    ),
    "seq": (statement(GAME, "seq = 5"), "seq: expected 6, found 5"),
    "ply": (statement(GAME, "ply = 4"), "ply: expected 5, found 4"),
    "turn": (statement(GAME, "turn = 99"), "turn: expected"),
    "to_move": (statement(GAME, "to_move = 0"), "to_move: expected nothing, found 0"),
    "head": (statement(GAME, f"head = {OTHER_HASH}"), "head: expected"),
    "result": (
        statement(GAME, 'result = \'{"winners": [1], "by": ["resign"]}\''),
        'result: expected {"by": ["resign"], "winners": [0]}, found {"by": ["resign"], ',
    ),
    "moved_at": (statement(GAME, f"moved_at = {OTHER_TIME}"), "moved_at: expected"),
    "ended_at": (statement(GAME, f"ended_at = {OTHER_TIME}"), "ended_at: expected"),
    "secret_opens_at": (
        statement(GAME, f"secret_opens_at = {OTHER_TIME}"),
        "secret_opens_at: expected",
    ),
    "seat_count": (statement(GAME, "seat_count = 3"), "seat_count: expected 2, found 3"),
    "nonce": (statement(SEAT, "nonce = 'another word'"), "entry 1, prev_hash"),
    "is_to_move": (statement(SEAT, "is_to_move = TRUE"), "is_to_move of seat 1: expected False"),
    "person of a seat": (statement(SEAT, "person = 'somebody'"), "person of seat 1: expected"),
    "secret": (alter_secret, "commitment: does not match the secret"),
    "secret gone": (remove_secret, "secret: is missing"),
}


@pytest.mark.parametrize("what", IN_THE_LOG)
def test_it_finds_an_alteration_of_the_log(game: Game, what: str) -> None:
    alter, expected = IN_THE_LOG[what]
    with pytest.raises(DatabaseError), transaction.atomic():
        alter(game)
    drop_triggers()
    with pytest.raises(SystemCheckError, match=r"duel\.E001"):
        call_command("check", databases=["default"])
    alter(game)
    report = replay()
    assert f"{game.public_id}: {expected}" in report
    assert "duel_entry: trigger" in report


@pytest.mark.parametrize("what", BESIDE_THE_LOG)
def test_it_finds_an_alteration_beside_the_log(game: Game, what: str) -> None:
    alter, expected = BESIDE_THE_LOG[what]
    alter(game)
    report = replay()
    assert expected in report
    assert "trigger" not in report


def test_it_finds_an_entry_too_many(game: Game) -> None:
    columns = "kind, seat, person, text, channel, time, state_hash, prev_hash, hash"
    execute(
        f"INSERT INTO duel_entry (game_id, seq, {columns}) "
        f"SELECT game_id, 7, {columns} FROM duel_entry WHERE game_id = %s AND seq = 5",
        game.pk,
    )
    assert f"{game.public_id}: entry 7, prev_hash: does not match" in replay()
