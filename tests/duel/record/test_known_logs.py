"""A log that was just read is not read again, unless somebody has written to it meanwhile."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from duel.models import Game
from duel.perspective import seat_position
from duel.play.moves import play
from duel.record.log import read_log
from duel.record.read_only_log import log_of
from duel.timekeeping.clocks import letter_has_arrived
from duel.timekeeping.sweeps import sweep_clocks
from duel.timekeeping.vacations import plan_vacation
from engine.kinds import Channel, Kind
from mail.models import Letter
from mail.outbox import delivery
from mail.outbox.delivery import deliver
from tests.duel.letter_links import move_address, mover
from tests.duel.letters.outbox import mover as reader_of
from tests.duel.letters.outbox import play_to_a_handover, row
from tests.duel.tables import a_quiet_move, assert_sound, begin, play_on, submit

pytestmark = pytest.mark.django_db

MOST_FOR_A_LETTER, MOST_FOR_A_PRESS, MOST_FOR_A_DUE_GAME = 12, 12, 6
"""Statements to the database, without those that begin and end transactions and savepoints."""

_OF_TRANSACTIONS = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE SAVEPOINT")


@pytest.fixture
def game(ada: User, bruno: User, settings: Any) -> Game:
    settings.UNSEND_SECONDS = 0
    return begin(ada, bruno)


def statements(asked: CaptureQueriesContext) -> list[str]:
    said = [each["sql"] for each in asked.captured_queries]
    return [sql for sql in said if not sql.startswith(_OF_TRANSACTIONS)]


def kinds_of(game: Game) -> list[str]:
    return [entry.kind for entry in read_log(game).entries]


def test_the_clock_starts_with_the_letter_that_was_built_from_the_log(game: Game) -> None:
    play_to_a_handover(game)
    deliver(row(game, reader_of(game)).pk)
    assert kinds_of(game)[-1] == Kind.CLOCK
    assert_sound(game)


def test_a_turn_that_is_made_while_its_letter_leaves_is_not_started_again(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    play_to_a_handover(game)
    letter = row(game, reader_of(game))

    def send(*_: object) -> str:
        submit(game, a_quiet_move(game))
        return ""

    monkeypatch.setattr(delivery, "send", send)
    deliver(letter.pk)
    assert Letter.objects.get(pk=letter.pk).status == Letter.Status.SENT
    assert kinds_of(game)[-1] == Kind.MOVE
    assert_sound(game)


def test_a_vacation_that_is_planned_while_the_letter_leaves_is_known_to_the_clock(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    play_to_a_handover(game)
    reader, begins_at = reader_of(game), timezone.now() + timedelta(hours=5)

    def send(*_: object) -> str:
        plan_vacation(user=reader, begins_at=begins_at, ends_at=begins_at + timedelta(days=1))
        return ""

    monkeypatch.setattr(delivery, "send", send)
    deliver(row(game, reader).pk)
    assert kinds_of(game)[-1] == Kind.CLOCK
    game.refresh_from_db()
    assert game.alarm_at == begins_at


def test_what_was_written_meanwhile_is_read(game: Game) -> None:
    known = read_log(game)
    seat, ply = mover(game).number, game.ply
    submit(game, a_quiet_move(game))
    letter_has_arrived(game.public_id, seat=seat, ply=ply, at=timezone.now(), known=known)
    assert kinds_of(game) == [Kind.MOVE]
    assert_sound(game)


def test_a_press_goes_by_what_stands_when_it_has_the_lock(
    client: Client, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The opponent's move comes after the page was opened and before the press is written."""
    first, other = a_quiet_move(game), move_address(game, 2)

    def read_and_be_overtaken(*arguments: Any) -> Any:
        log = log_of(*arguments)
        if not log.course.ply:
            seat = log.course.position.to_move
            play(
                public_id=game.public_id,
                seat=seat,
                expected_ply=0,
                moves=[first],
                channel=Channel.WEB,
            )
        return log

    monkeypatch.setattr(seat_position, "log_of", read_and_be_overtaken)
    assert client.post(other).status_code == 409
    assert kinds_of(game) == [Kind.MOVE]
    assert_sound(game)


@pytest.mark.parametrize("plies", [2, 60])
def test_a_letter_takes_few_statements_however_long_the_game(plies: int, game: Game) -> None:
    play_to_a_handover(game, least=plies)
    letter = row(game, reader_of(game))
    with CaptureQueriesContext(connection) as asked:
        deliver(letter.pk)
    assert Letter.objects.get(pk=letter.pk).status == Letter.Status.SENT
    assert kinds_of(game)[-1] == Kind.CLOCK
    assert len(statements(asked)) <= MOST_FOR_A_LETTER, statements(asked)


@pytest.mark.parametrize("plies", [2, 60])
def test_a_press_takes_few_statements_however_long_the_game(
    plies: int, client: Client, game: Game
) -> None:
    play_on(game, plies)
    address = move_address(game)
    with CaptureQueriesContext(connection) as asked:
        assert client.post(address).status_code == 302
    assert len(statements(asked)) <= MOST_FOR_A_PRESS, statements(asked)


@pytest.mark.parametrize("plies", [2, 60])
def test_a_game_that_is_due_takes_few_statements_however_long_it_is(plies: int, game: Game) -> None:
    play_on(game, plies)
    _sweep(game)  # the first one also writes down that the clocks are looked after
    with CaptureQueriesContext(connection) as asked_for_nothing:
        sweep_clocks()
    with CaptureQueriesContext(connection) as asked:
        _sweep(game)
    own = len(statements(asked)) - len(statements(asked_for_nothing)) - 1  # it was made due here
    assert own <= MOST_FOR_A_DUE_GAME, statements(asked)


def _sweep(game: Game) -> None:
    due = timezone.now() - timedelta(minutes=1)
    Game.objects.filter(pk=game.pk).update(alarm_at=due)
    assert sweep_clocks() == 1
