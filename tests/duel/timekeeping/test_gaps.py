"""Gaps between two sweeps, and jumps of the machine's clock: nobody loses by them."""

from datetime import timedelta

import pytest
import time_machine

from duel.models import Game, Outage
from duel.models.record import AppendOnlyError
from duel.record.log import writing
from duel.timekeeping.sweeps import OUTAGE_AFTER, sweep_clocks
from tests.duel.clocks.ticking import (
    DAY,
    HOUR,
    MONDAY,
    kinds,
    start_clock,
    sweep_at,
)

MINUTE = timedelta(minutes=1)


def test_an_outage_is_given_back_before_anybody_is_timed_out(
    played: Game, traveller: time_machine.Traveller
) -> None:
    sweep_at(MONDAY + HOUR, traveller)
    before = kinds(played)
    traveller.move_to(MONDAY + 3 * DAY)
    sweep_clocks()
    played.refresh_from_db()
    outage = Outage.objects.get()
    assert (outage.began_at, outage.ended_at) == (MONDAY + HOUR, MONDAY + 3 * DAY)
    assert kinds(played) == before
    assert played.deadline == MONDAY + 3 * DAY + 23 * HOUR
    start_clock(played)
    sweep_at(MONDAY + 3 * DAY + 23 * HOUR, traveller)
    assert kinds(played)[-1] == "flag"


def test_a_deadline_moved_by_an_outage_is_what_the_arithmetic_says(
    played: Game, traveller: time_machine.Traveller
) -> None:
    sweep_at(MONDAY + HOUR, traveller)
    traveller.move_to(MONDAY + 5 * HOUR)
    sweep_clocks()
    played.refresh_from_db()
    moved = played.deadline
    with writing(played.public_id, always_derive=True):
        pass
    played.refresh_from_db()
    assert played.deadline == moved


def test_a_short_gap_is_no_outage(played: Game, traveller: time_machine.Traveller) -> None:
    sweep_at(MONDAY + HOUR, traveller)
    traveller.shift(OUTAGE_AFTER)
    sweep_clocks()
    assert not Outage.objects.exists()


@pytest.mark.parametrize("jumps", [(5,), (5, -5), (-5,), (-5, 5), (48, -48, 48), (-48, 48)])
def test_a_jump_of_the_machines_clock_times_nobody_out(
    played: Game, traveller: time_machine.Traveller, jumps: tuple[int, ...]
) -> None:
    sweep_at(MONDAY + 20 * HOUR, traveller)
    before = kinds(played)
    for jump in jumps:
        traveller.shift(jump * HOUR)
        sweep_clocks()
        traveller.shift(MINUTE)
        sweep_clocks()
    assert kinds(played) == before


def test_an_outage_stays_as_it_was_written(db: None) -> None:
    outage = Outage.objects.create(began_at=MONDAY, ended_at=MONDAY + HOUR)
    with pytest.raises(AppendOnlyError):
        outage.save()
    with pytest.raises(AppendOnlyError):
        outage.delete()
