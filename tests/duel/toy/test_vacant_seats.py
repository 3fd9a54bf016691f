"""What rests while a seat waits for somebody: its orders, its time, an inquiry, its last turn."""

from datetime import time

import pytest
import time_machine
from pytest_django.fixtures import Settings

from accounts.models import User
from duel.models import Game, Seat
from duel.play.moves import resign
from duel.play.order_turns import sweep_orders
from duel.play.orders import write_orders
from duel.record.finality import can_take_back
from duel.seats.newcomers import take_seat
from duel.timekeeping.clocks import claim
from engine.kinds import Channel
from support import lists
from support.decisions import Ruling, decide
from support.models import Act
from tests.duel.clocks.ticking import DAY, HOUR, MONDAY, kinds, start_clock, sweep_at
from tests.duel.tables import assert_sound
from tests.duel.toy.table import begin_of_three, letters, press


@pytest.fixture
def game(traveller: time_machine.Traveller, ada: User, bruno: User, carla: User) -> Game:
    """A toy of a day a move, in which the seat of a player who leaves is offered to others."""
    return begin_of_three(ada, bruno, carla, leaving="open")


def leave(game: Game, seat: int) -> None:
    resign(public_id=game.public_id, seat=seat, channel=Channel.LINK)
    game.refresh_from_db()


def test_no_order_is_played_for_a_seat_that_waits_and_those_of_others_are(
    game: Game, ada: User, bruno: User, carla: User
) -> None:
    other = begin_of_three(ada, bruno, carla)
    for each in (game, other):
        seat = Seat.objects.select_related("game", "user").get(game=each, number=1)
        write_orders(seat=seat, texts=["one"], language="en", channel=Channel.MAIL)
        press(each, "one")
    other.notices.filter(seat=1).update(cancelled_at=MONDAY)  # no letter is to come
    leave(game, 1)
    assert sweep_orders() == 1
    assert kinds(game)[-1] == "retire open"
    assert kinds(other)[-1] == "move"
    assert_sound(game)


@pytest.mark.parametrize("is_claimed", [False, True])
def test_whoever_left_as_their_time_was_up_is_not_late_any_more(
    is_claimed: bool, game: Game, eve: User, traveller: time_machine.Traveller
) -> None:
    Game.objects.filter(pk=game.pk).update(late_may_be_claimed=is_claimed)
    start_clock(game)
    sweep_at(MONDAY + DAY, traveller)
    if is_claimed:
        assert game in lists.overdue()
        claim(public_id=game.public_id, seat=1, channel=Channel.LINK)
    game.refresh_from_db()
    assert (kinds(game)[-1], game.deadline, game.alarm_at) == ("retire open", None, None)
    assert game not in lists.overdue()
    assert game not in lists.stuck()
    assert_sound(game)
    take_seat(public_id=game.public_id, by=eve)
    start_clock(game)
    assert game.deadline == MONDAY + 2 * DAY
    assert_sound(game)


def test_a_seat_stays_offered_while_operators_look_into_the_game(
    game: Game, olga: User, traveller: time_machine.Traveller
) -> None:
    leave(game, 1)
    decide(Act.HOLD, Ruling(olga, game.public_id, "We look into it.", game.seq))
    sweep_at(MONDAY + 8 * DAY, traveller)
    assert kinds(game)[-1] == "hold"
    game.refresh_from_db()
    decide(Act.RESUME, Ruling(olga, game.public_id, "Go on.", game.seq))
    sweep_at(MONDAY + 8 * DAY + HOUR, traveller)
    assert kinds(game)[-1] == "retire out"
    assert_sound(game)


def test_a_game_that_cannot_be_seen_to_does_not_keep_the_seats_of_others_waiting(
    game: Game, ada: User, bruno: User, carla: User, traveller: time_machine.Traveller
) -> None:
    start_clock(game)
    other = begin_of_three(ada, bruno, carla, leaving="open")
    for each in (game, other):
        leave(each, 1)
    game.seats.update(
        clock_zone="Europe/Atlantis", clock_quiet_from=time(22), clock_quiet_to=time(7)
    )
    sweep_at(MONDAY + 8 * DAY, traveller)
    assert kinds(game)[-1] == "retire open"
    assert kinds(other)[-1] == "retire out"


def test_whoever_takes_a_seat_takes_nothing_back_that_was_played_before(
    game: Game, eve: User, settings: Settings
) -> None:
    settings.UNSEND_SECONDS = 300
    press(game, "one")
    leave(game, 0)
    assert (game.unsent_seat, can_take_back(game, 0)) == (0, True)
    take_seat(public_id=game.public_id, by=eve)
    game.refresh_from_db()
    assert not can_take_back(game, 0)
    assert_sound(game)


def test_nobody_is_left_alone_with_a_seat_that_waits_by_going_back(
    game: Game, olga: User, traveller: time_machine.Traveller
) -> None:
    leave(game, 1)
    sweep_at(MONDAY + 8 * DAY, traveller)  # Bruno is out, at ply 1
    for ply in (0, 1):
        game.refresh_from_db()
        decide(Act.ROLLBACK, Ruling(olga, game.public_id, "As it was.", game.seq), ply=ply)
        if ply == 0:
            leave(game, 2)
    game.refresh_from_db()
    assert kinds(game)[-2:] == ["rollback 1", "retire out"]
    assert game.result == {"winners": [0], "by": ["retire"]}
    assert len(letters(game, "game-over")) == 3
    assert_sound(game)
