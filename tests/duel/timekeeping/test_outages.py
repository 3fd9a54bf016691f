"""After an outage: clocks count with it at once, and what is shown follows in small steps."""

from datetime import timedelta

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from duel.clocks.turn_clock import clock_of
from duel.models import Game, Outage
from duel.record.log import read_log
from duel.timekeeping import deadlines
from duel.timekeeping.deadlines import move_deadlines
from duel.timekeeping.sweeps import sweep_clocks, write_heartbeat
from mail.models import Sweep
from tests.duel.clocks.ticking import (
    DAY,
    HOUR,
    MONDAY,
    begin_with,
    everybody_has_moved,
    letter_arrives,
    seat_to_move,
    sweep_at,
)
from tests.duel.tables import at_once, play_any


@pytest.fixture
def games(traveller: time_machine.Traveller, ada: User, bruno: User) -> list[Game]:
    """Three games whose clocks run from Monday, a day a move."""
    games = [begin_with(ada, bruno, grace=86400) for _ in range(3)]
    for game in games:
        letter_arrives(seat_to_move(game))
    return games


def outage(traveller: time_machine.Traveller, *, hours: int = 3) -> None:
    """The service works until ten, and then not for some hours; nobody has swept since."""
    sweep_at(MONDAY + HOUR, traveller)
    traveller.shift(hours * HOUR)
    write_heartbeat(now=timezone.now())


def shown(games: list[Game]) -> list[timedelta | None]:
    """For how long after Monday each game shows that there is time."""
    for game in games:
        game.refresh_from_db()
    return [game.deadline - MONDAY if game.deadline else None for game in games]


def test_what_is_shown_follows_in_batches(
    games: list[Game], traveller: time_machine.Traveller, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deadlines, "BATCH", 2)
    outage(traveller)
    assert shown(games) == [DAY] * 3
    assert move_deadlines() == 3
    assert shown(games) == [DAY + 3 * HOUR] * 3
    assert move_deadlines() == 0
    assert shown(games) == [DAY + 3 * HOUR] * 3


def test_a_clock_that_was_worked_out_since_is_not_moved_again(
    games: list[Game], traveller: time_machine.Traveller
) -> None:
    outage(traveller)
    first = games[0]
    letter_arrives(seat_to_move(first))
    play_any(first)
    letter_arrives(seat_to_move(first))
    began = timezone.now() - MONDAY
    assert move_deadlines() == 2
    assert shown(games) == [began + DAY, DAY + 3 * HOUR, DAY + 3 * HOUR]


def test_a_turn_that_began_while_only_pages_worked_shows_the_time_it_really_has(
    games: list[Game], traveller: time_machine.Traveller
) -> None:
    sweep_at(MONDAY + HOUR, traveller)
    traveller.shift(2 * HOUR)
    play_any(games[0])
    letter_arrives(seat_to_move(games[0]))
    traveller.shift(HOUR)
    sweep_clocks()  # writes the outage of three hours down; this clock ran in one of them
    sweep_clocks()
    assert shown(games) == [3 * HOUR + DAY + HOUR, DAY + 3 * HOUR, DAY + 3 * HOUR]
    clock = clock_of(read_log(games[0]))
    assert clock is not None
    assert clock.deadline == games[0].deadline


def test_who_is_stopped_half_way_goes_on_later(
    games: list[Game], traveller: time_machine.Traveller, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deadlines, "BATCH", 1)
    passing = iter([0.0, 0.0, 99.0])
    outage(traveller)
    with monkeypatch.context() as patch:
        patch.setattr(deadlines, "monotonic", lambda: next(passing))
        assert move_deadlines() == 1
    traveller.shift(2 * HOUR)  # the next one comes before the first was given back
    write_heartbeat(now=timezone.now())
    assert Outage.objects.count() == 2
    move_deadlines()
    assert shown(games) == [DAY + 5 * HOUR] * 3


def test_a_clock_that_jumps_ahead_twice_over_the_same_hours_gives_them_back_once(
    games: list[Game], traveller: time_machine.Traveller
) -> None:
    two_minutes = timedelta(minutes=2)
    outage(traveller)
    for moment in (MONDAY + HOUR + two_minutes, MONDAY + 4 * HOUR + two_minutes):
        traveller.move_to(moment)
        write_heartbeat(now=moment)
    assert Outage.objects.count() == 2
    move_deadlines()
    assert shown(games) == [DAY + 3 * HOUR + two_minutes] * 3
    clock = clock_of(read_log(games[0]))
    assert clock is not None
    assert clock.deadline == games[0].deadline


def test_no_game_is_lost_though_its_alarm_comes_before_its_deadline_has_moved(
    games: list[Game], traveller: time_machine.Traveller
) -> None:
    outage(traveller, hours=30)
    assert sweep_clocks() == 3
    assert shown(games) == [DAY + 30 * HOUR] * 3
    assert all(game.status == "running" for game in games)
    game = games[0]
    assert game.alarm_at is not None
    assert timezone.now() < game.alarm_at <= MONDAY + DAY + 30 * HOUR


def test_who_is_out_of_time_stays_so(
    traveller: time_machine.Traveller, ada: User, bruno: User
) -> None:
    game = begin_with(ada, bruno, grace=86400)
    everybody_has_moved(game)
    letter_arrives(seat_to_move(game))
    sweep_at(MONDAY + DAY + HOUR, traveller)
    game.refresh_from_db()
    assert game.alarm_at is None
    Outage.objects.create(began_at=MONDAY + HOUR, ended_at=MONDAY + 3 * HOUR)
    assert move_deadlines() == 0
    assert shown([game]) == [DAY]


def test_noting_an_outage_touches_no_game(
    games: list[Game], traveller: time_machine.Traveller
) -> None:
    sweep_at(MONDAY + HOUR, traveller)
    traveller.shift(3 * HOUR)
    with CaptureQueriesContext(connection) as queries:
        write_heartbeat(now=timezone.now())
    assert Outage.objects.count() == 1
    assert not [query for query in queries if "duel_game" in query["sql"]]


@pytest.mark.only_on("postgresql")
@pytest.mark.django_db(transaction=True)
def test_two_sweeps_give_an_outage_back_once(
    games: list[Game], traveller: time_machine.Traveller
) -> None:
    outage(traveller)
    assert sum(at_once([move_deadlines, move_deadlines])) == 3
    assert shown(games) == [DAY + 3 * HOUR] * 3


def test_two_workers_that_wake_up_together_note_one_outage(
    games: list[Game], traveller: time_machine.Traveller
) -> None:
    outage(traveller)
    write_heartbeat(now=timezone.now())
    assert Outage.objects.count() == 1
    assert Sweep.objects.get(name="clocks").ran_at == timezone.now()
