"""Time that one player gives the other."""

import pytest
import time_machine

from duel.errors import BadTime, NothingToClaim
from duel.models import Game
from duel.timekeeping.clocks import claim, give_time
from engine.kinds import Channel
from tests.duel.clocks.ticking import (
    DAY,
    MONDAY,
    kinds,
    late_and_other,
    notices,
    start_clock,
    sweep_at,
    waiting_seat,
)
from tests.duel.tables import assert_sound, play_any


def test_a_late_player_has_just_the_time_that_is_granted_from_then_on(
    played: Game, traveller: time_machine.Traveller
) -> None:
    late, other = late_and_other(played)
    sweep_at(MONDAY + DAY, traveller)
    traveller.move_to(MONDAY + 4 * DAY)
    give_time(public_id=played.public_id, seat=other, hours=48, channel=Channel.LINK)
    played.refresh_from_db()
    assert played.deadline == MONDAY + 6 * DAY
    assert [notice.seat for notice in notices(played, "time-given")] == [late]
    with pytest.raises(NothingToClaim):
        claim(public_id=played.public_id, seat=other, channel=Channel.LINK)
    sweep_at(MONDAY + 6 * DAY, traveller)
    assert kinds(played)[-1] == "flag"


def test_time_can_be_given_for_the_turn_that_runs(played: Game) -> None:
    other = waiting_seat(played)
    give_time(public_id=played.public_id, seat=other, hours=24, channel=Channel.LINK)
    played.refresh_from_db()
    assert played.deadline == MONDAY + 2 * DAY
    assert_sound(played)


def test_time_can_be_given_for_the_next_turn(
    played: Game, traveller: time_machine.Traveller
) -> None:
    mover = 1 - waiting_seat(played)
    give_time(public_id=played.public_id, seat=mover, hours=24, channel=Channel.LINK)
    while played.to_move == mover:
        play_any(played)
    start_clock(played)
    assert played.deadline == MONDAY + 2 * DAY


@pytest.mark.parametrize("hours", [0, -5, 24 * 31])
def test_time_is_given_within_limits(played: Game, hours: int) -> None:
    with pytest.raises(BadTime):
        give_time(public_id=played.public_id, seat=0, hours=hours, channel=Channel.LINK)
