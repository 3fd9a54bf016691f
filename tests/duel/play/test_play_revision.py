"""When the secret of a game opens, and that nobody revises the game from then on."""

from datetime import timedelta

import pytest
import time_machine
from django.conf import settings
from django.db import connection
from django.utils import timezone

from accounts.models import User
from duel import errors
from duel.models import Game, LogEntry
from duel.play.moves import resign
from duel.play.offers import offer_to_cancel
from duel.record.log import Log, read_log, writing
from engine.errors import BrokenRecord
from engine.kinds import Channel, Kind
from tests.duel.tables import a_quiet_move, assert_sound, begin, play_on, play_to_the_end, submit
from tests.fixtures.triggers import triggers_off

REVISIONS = [(Kind.REOPEN, ""), (Kind.ROLLBACK, "1"), (Kind.AWARD, "0"), (Kind.VOID, "")]


@pytest.fixture
def game(ada: User, bruno: User) -> Game:
    game = begin(ada, bruno)
    play_on(game, 3)
    return game


def revise(log: Log, kind: str, text: str) -> None:
    log.append(
        kind, seat=None, person="operator", text=text, channel=Channel.OPERATOR, time=timezone.now()
    )


def revise_now(game: Game, kind: Kind, text: str) -> None:
    with writing(game.public_id) as log:
        revise(log, kind, text)


def end_early(game: Game) -> None:
    resign(public_id=game.public_id, seat=0, channel=Channel.WEB)
    game.refresh_from_db()


def test_a_game_that_ended_early_keeps_its_secret_for_the_dispute_period(game: Game) -> None:
    assert game.secret_opens_at is None
    end_early(game)
    assert game.ended_at is not None
    assert game.secret_opens_at == game.ended_at + timedelta(hours=settings.DISPUTE_HOURS)


def test_a_game_that_was_called_off_keeps_it_too(game: Game) -> None:
    for seat in (0, 1):
        offer_to_cancel(public_id=game.public_id, seat=seat, channel=Channel.WEB)
    game.refresh_from_db()
    assert game.ended_at is not None
    assert game.secret_opens_at == game.ended_at + timedelta(hours=settings.DISPUTE_HOURS)


@pytest.mark.parametrize(("kind", "text"), REVISIONS)
def test_within_the_dispute_period_a_game_can_be_put_right(
    game: Game, kind: Kind, text: str
) -> None:
    end_early(game)
    revise_now(game, kind, text)
    assert_sound(game)
    runs_again = kind in (Kind.REOPEN, Kind.ROLLBACK)
    assert (game.status == "running") is runs_again
    assert (game.secret_opens_at is None) is runs_again


@pytest.mark.parametrize(("kind", "text"), REVISIONS)
def test_once_the_secret_is_open_a_game_stays_as_it_ended(
    game: Game, kind: Kind, text: str
) -> None:
    end_early(game)
    later = timezone.now() + timedelta(hours=settings.DISPUTE_HOURS, seconds=1)
    with time_machine.travel(later), pytest.raises(errors.TooLate):
        revise_now(game, kind, text)
    assert LogEntry.objects.filter(game=game).count() == 4


def test_a_game_that_ended_over_the_board_is_open_at_once_and_stays_as_it_is(game: Game) -> None:
    play_to_the_end(game)
    assert game.ended_at is not None
    assert game.secret_opens_at == game.ended_at
    for kind, text in REVISIONS:
        with pytest.raises(errors.TooLate):
            revise_now(game, kind, text)


def test_an_operators_act_names_the_entry_it_was_meant_after(game: Game) -> None:
    submit(game, a_quiet_move(game))
    with pytest.raises(errors.Stale) as caught, writing(game.public_id, expected_seq=2):
        pytest.fail("The log has gone on since entry 2.")
    assert [item["seq"] for item in caught.value.since] == [3, 4]
    with writing(game.public_id, expected_seq=4) as log:
        revise(log, Kind.VOID, "")
    assert_sound(game)
    assert game.result == {"winners": [], "by": ["void"]}


@pytest.mark.django_db(transaction=True)
def test_nothing_is_written_onto_a_log_that_was_tampered_with(ada: User, bruno: User) -> None:
    for column, value in (("text", "replenish"), ("state_hash", "0" * 64), ("channel", "api")):
        game = begin(ada, bruno)
        submit(game, a_quiet_move(game))
        with triggers_off(connection), connection.cursor() as cursor:
            cursor.execute(f"UPDATE duel_entry SET {column} = %s", [value])
        with pytest.raises(BrokenRecord):
            end_early(game)
        assert LogEntry.objects.filter(game=game).count() == 1


def test_reading_a_game_leaves_it_unlocked_and_unchanged(game: Game) -> None:
    before = Game.objects.filter(pk=game.pk).values().get()
    read_log(game)
    with writing(game.public_id):
        pass  # nothing was written, so no column is either
    assert Game.objects.filter(pk=game.pk).values().get() == before
