"""Seats that leave and are filled, on connections of their own: one of two acts, told to both."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from accounts.models import User
from duel import errors
from duel.errors import HasLeft
from duel.integrity.replay import check_games
from duel.models import Game, Seat
from duel.play.moves import PlayResult, play, resign
from duel.record.export import export_game
from duel.seats.deletion import delete_account
from duel.seats.newcomers import SeatIsTaken, take_seat
from duel.timekeeping.clocks import claim
from duel.timekeeping.leaving import sweep_open_seats
from engine.kinds import Channel
from engine.verify import verify
from support.decisions import Ruling, decide
from support.models import Act, Decision
from tests.duel.clocks.ticking import DAY, MONDAY, kinds, start_clock, sweep_at
from tests.duel.tables import assert_sound, at_once
from tests.duel.toy.table import begin_of_three

pytestmark = pytest.mark.django_db(transaction=True)


def moving(game: Game) -> Callable[[], Any]:
    """The player to move plays, for the position now."""
    assert game.to_move is not None
    return partial(
        play,
        public_id=game.public_id,
        seat=game.to_move,
        expected_ply=game.ply,
        moves=["one"],
        channel=Channel.LINK,
    )


def leaving(game: Game, seat: int) -> Callable[[], Any]:
    return partial(resign, public_id=game.public_id, seat=seat, channel=Channel.LINK)


def taking(game: Game, person: User) -> Callable[[], Any]:
    return partial(take_seat, public_id=game.public_id, by=person)


def assert_whole(game: Game) -> None:
    """Everything that is stored fits, and the file of the game is proved."""
    assert_sound(game)
    assert check_games([game.pk]).findings == []
    assert verify(export_game(game)).problems == ()


@pytest.fixture
def offered(ada: User, bruno: User, carla: User) -> Game:
    """Bruno has left, and his seat is offered."""
    game = begin_of_three(ada, bruno, carla, leaving="open")
    leaving(game, 1)()
    game.refresh_from_db()
    return game


@pytest.mark.parametrize("terms", ["out", "score", "open"])
def test_two_of_three_leave_at_once_and_the_third_wins_or_is_ranked(
    terms: str, ada: User, bruno: User, carla: User
) -> None:
    game = begin_of_three(ada, bruno, carla, leaving=terms)
    results = at_once([leaving(game, 1), leaving(game, 2)])
    assert_whole(game)
    assert game.result is not None
    if terms == "score":
        assert sorted(type(each).__name__ for each in results) == ["GameIsOver", "NoneType"]
    else:
        assert results == [None, None]
        assert game.result == {"winners": [0], "by": ["retire"]}


def test_when_two_of_three_leave_at_once_to_bots_each_seat_has_one(
    ada: User, bruno: User, carla: User
) -> None:
    game = begin_of_three(ada, bruno, carla, leaving="bot")
    assert at_once([leaving(game, 1), leaving(game, 2)]) == [None, None]
    assert_whole(game)
    assert game.to_move is not None
    assert [seat.is_bot for seat in game.seats.select_related("user")] == [False, True, True]
    assert at_once([leaving(game, 0), leaving(game, 0)]).count(None) == 1
    assert_whole(game)
    assert (game.result or {})["by"] == ["score"]


@pytest.mark.parametrize("terms", ["out", "open"])
def test_of_a_claim_and_a_late_move_one_counts(
    terms: str, ada: User, bruno: User, carla: User
) -> None:
    with time_machine.travel(MONDAY, tick=False) as traveller:
        game = begin_of_three(ada, bruno, carla, leaving=terms)
        start_clock(game)
        sweep_at(MONDAY + 2 * DAY, traveller)
        game.refresh_from_db()
        played, claimed = at_once(
            [moving(game), partial(claim, public_id=game.public_id, seat=1, channel=Channel.LINK)]
        )
        assert_whole(game)
    last = [kind for kind in kinds(game) if not kind.startswith("clock")][-1]
    if isinstance(played, PlayResult):
        assert (last, type(claimed)) == ("move", errors.NothingToClaim)
    else:
        assert (last, type(played), claimed) == (f"retire {terms}", HasLeft, None)


def test_of_two_who_take_one_seat_one_sits(offered: Game, eve: User, olga: User) -> None:
    results = at_once([taking(offered, eve), taking(offered, olga)])
    assert sorted(type(each).__name__ for each in results) == ["Seat", "SeatIsTaken"]
    assert kinds(offered).count("retire open") == 1
    assert_whole(offered)


def test_a_seat_is_taken_or_goes_out_at_its_last_moment(offered: Game, eve: User) -> None:
    with time_machine.travel(timezone.now() + 8 * DAY, tick=False):
        taken, swept = at_once([taking(offered, eve), sweep_open_seats])
        assert_whole(offered)
        if isinstance(taken, Seat):
            assert swept == 0
            assert offered.seats.get(number=1).user == eve
        else:
            assert (type(taken), swept) == (SeatIsTaken, 1)
            assert kinds(offered)[-1] == "retire out"


def test_whoever_takes_a_seat_and_deletes_the_account_at_once_gets_a_clear_answer(
    offered: Game, eve: User
) -> None:
    taken, left = at_once([taking(offered, eve), partial(delete_account, user=eve)])
    assert left is None
    assert isinstance(taken, Seat | errors.AccountIsClosed)
    assert not User.objects.filter(pk=eve.pk).exists()
    assert_whole(offered)


def test_whoever_is_taken_out_while_they_move_has_moved_or_not(game: Game, olga: User) -> None:
    ruling = Ruling(olga, game.public_id, "We were asked.", game.seq)
    played, taken_out = at_once([moving(game), partial(decide, Act.RETIRE, ruling, seat=0)])
    assert_whole(game)
    if isinstance(played, PlayResult):
        assert isinstance(taken_out, errors.Stale | Decision)
    else:
        assert (type(played), type(taken_out)) == (HasLeft, Decision)


def test_of_a_move_and_the_leaving_of_another_both_are_told(game: Game) -> None:
    played, left = at_once([moving(game), leaving(game, 2)])
    assert left is None
    assert isinstance(played, PlayResult | errors.Stale)
    assert_whole(game)
