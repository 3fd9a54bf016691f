"""The sweep itself: each game once, none kept waiting by another."""

from datetime import time

import pytest
import time_machine
from django.utils import timezone

from accounts.models import User
from duel.models import Game, LogEntry, Seat
from duel.play.moves import play
from duel.timekeeping.leaving import seats_due
from duel.timekeeping.sweeps import games_due, sweep_clocks
from engine.kinds import Channel
from mail.models import Sweep
from tests.duel.clocks.ticking import (
    DAY,
    HOUR,
    MONDAY,
    begin_with,
    kinds,
    start_clock,
    sweep_at,
)
from tests.duel.tables import a_quiet_move, assert_sound, at_once
from tests.plans import plan_by_index


def test_a_game_that_cannot_be_read_does_not_keep_the_others_waiting(
    played: Game, traveller: time_machine.Traveller, ada: User, bruno: User
) -> None:
    broken, odd = (begin_with(ada, bruno, grace=3600) for _ in range(2))
    Game.objects.filter(pk=broken.pk).update(options={"nonsense": True})
    start_clock(odd)
    Seat.objects.filter(game=odd).update(
        clock_zone="Europe/Atlantis", clock_quiet_from=time(22), clock_quiet_to=time(7)
    )
    sweep_at(MONDAY + DAY, traveller)
    assert kinds(played)[-1] == "flag"
    broken.refresh_from_db()
    assert broken.alarm_at is None, "Nobody looks again before somebody has decided about it."
    odd.refresh_from_db()
    assert odd.alarm_at == MONDAY + DAY + HOUR, "Somebody looks again soon."


def test_a_sweep_that_runs_again_changes_nothing(
    played: Game, traveller: time_machine.Traveller
) -> None:
    sweep_at(MONDAY + DAY, traveller)
    before = kinds(played)
    assert sweep_clocks() == 0
    assert kinds(played) == before


@pytest.mark.only_on("postgresql")
@pytest.mark.django_db(transaction=True)
def test_two_workers_process_every_game_once(
    traveller: time_machine.Traveller, ada: User, bruno: User
) -> None:
    games = [begin_with(ada, bruno, grace=86400) for _ in range(12)]
    for game in games:
        start_clock(game)
    traveller.move_to(MONDAY + DAY)
    Sweep.objects.update_or_create(name="clocks", defaults={"ran_at": timezone.now()})
    handled = at_once([sweep_clocks, sweep_clocks])
    assert sum(handled) == 12
    assert LogEntry.objects.filter(kind="cancel").count() == 12


@pytest.mark.django_db(transaction=True)
def test_of_a_move_and_a_timeout_at_the_same_moment_the_first_stands(
    traveller: time_machine.Traveller, ada: User, bruno: User
) -> None:
    game = begin_with(ada, bruno, grace=86400)
    start_clock(game)
    traveller.move_to(MONDAY + DAY)
    Sweep.objects.update_or_create(name="clocks", defaults={"ran_at": timezone.now()})
    move, seat = a_quiet_move(game), game.to_move
    assert seat is not None

    def play_it() -> object:
        return play(
            public_id=game.public_id, seat=seat, expected_ply=0, moves=[move], channel=Channel.WEB
        )

    at_once([play_it, sweep_clocks])
    assert {"move", "cancel unplayed"} > set(kinds(game)) - {"clock letter"}
    assert_sound(game)


@pytest.mark.only_on("postgresql")
def test_the_sweep_looks_into_an_index(played: Game) -> None:
    assert " duel_game_alarm " in plan_by_index(games_due(MONDAY))
    assert " duel_seat_open " in plan_by_index(seats_due(MONDAY))
