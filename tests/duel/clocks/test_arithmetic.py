from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo, available_timezones

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from accounts.local_time.hours import quiet_until
from duel.clocks.turn_clock import LocalHours, Stop, TurnClock, add_increment
from tests.duel.clocks.minutes import overdrawn_time

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
MONDAY = datetime(2026, 11, 2, 9, tzinfo=UTC)


def at(text: str, zone: str = "UTC") -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).astimezone(UTC)


def test_three_days_a_move_end_three_days_later() -> None:
    clock = TurnClock(MONDAY, 3 * DAY)
    assert clock.deadline == MONDAY + 3 * DAY
    assert clock.time_used(MONDAY + DAY) == DAY
    assert clock.time_left(MONDAY + DAY) == 2 * DAY


def test_nothing_is_used_before_the_clock_has_started() -> None:
    clock = TurnClock(MONDAY, DAY)
    assert clock.time_used(MONDAY - HOUR) == timedelta(0)
    assert clock.time_left(MONDAY - HOUR) == DAY


def test_a_stop_is_given_back() -> None:
    stop = (MONDAY + HOUR, MONDAY + 5 * HOUR)
    clock = TurnClock(MONDAY, DAY, stops=(stop,))
    assert clock.deadline == MONDAY + DAY + 4 * HOUR
    assert clock.time_used(MONDAY + 3 * HOUR) == HOUR


def test_stops_that_overlap_are_given_back_once() -> None:
    stops = ((MONDAY + HOUR, MONDAY + 5 * HOUR), (MONDAY + 2 * HOUR, MONDAY + 3 * HOUR))
    assert TurnClock(MONDAY, DAY, stops=stops).deadline == MONDAY + DAY + 4 * HOUR


def test_a_stop_from_before_the_start_counts_only_from_the_start() -> None:
    stop = (MONDAY - 5 * HOUR, MONDAY + HOUR)
    assert TurnClock(MONDAY, DAY, stops=(stop,)).deadline == MONDAY + DAY + HOUR


def test_there_is_no_deadline_while_nobody_knows_when_it_goes_on() -> None:
    clock = TurnClock(MONDAY, DAY, stops=((MONDAY + HOUR, None),))
    assert clock.deadline is None
    assert clock.time_used(MONDAY + 10 * DAY) == HOUR


def test_the_bank_pays_for_what_the_grace_does_not_cover() -> None:
    clock = TurnClock(MONDAY, DAY, 10 * DAY)
    assert clock.bank_after(MONDAY + HOUR, increment=timedelta(0), cap=timedelta(0)) == 10 * DAY
    late = clock.bank_after(MONDAY + 3 * DAY, increment=timedelta(0), cap=timedelta(0))
    assert late == 8 * DAY


def test_the_increment_stops_at_the_cap() -> None:
    clock = TurnClock(MONDAY, timedelta(0), 3 * DAY)
    after = clock.bank_after(MONDAY + HOUR, increment=12 * HOUR, cap=3 * DAY)
    assert after == 3 * DAY
    assert add_increment(DAY, increment=12 * HOUR, cap=5 * DAY) == 36 * HOUR


def test_a_bank_that_is_overdrawn_holds_nothing_but_the_increment() -> None:
    clock = TurnClock(MONDAY, timedelta(0), DAY)
    assert clock.bank_after(MONDAY + 3 * DAY, increment=HOUR, cap=DAY) == HOUR
    assert overdrawn_time(clock, MONDAY + 3 * DAY) == 2 * DAY


@pytest.mark.parametrize(
    ("zone", "friday", "monday"),
    [
        ("Europe/Rome", "2026-03-27T20:00", "2026-03-30T20:00"),  # clocks forward on Sunday
        ("Europe/Rome", "2026-10-23T20:00", "2026-10-26T20:00"),  # clocks back on Sunday
        ("Australia/Sydney", "2026-04-03T20:00", "2026-04-06T20:00"),
        ("Australia/Lord_Howe", "2026-10-02T20:00", "2026-10-05T20:00"),  # by half an hour
        ("Asia/Kathmandu", "2026-11-06T20:00", "2026-11-09T20:00"),  # 5 h 45 min ahead
        ("Pacific/Chatham", "2026-04-03T20:00", "2026-04-06T20:00"),  # 13 h 45 min, then 12 h 45
        ("Africa/Cairo", "2026-04-24T20:00", "2026-04-27T20:00"),  # forward on a Friday
        ("Pacific/Apia", "2026-11-06T20:00", "2026-11-09T20:00"),  # 13 h ahead
        ("UTC", "2028-02-25T20:00", "2028-02-28T20:00"),
        ("America/New_York", "2028-02-25T20:00", "2028-02-28T20:00"),
    ],
)
def test_free_weekends_are_those_of_the_players_own_calendar(
    zone: str, friday: str, monday: str
) -> None:
    clock = TurnClock(at(friday, zone), DAY, free_weekends=True, hours=LocalHours(zone))
    assert clock.deadline == at(monday, zone)
    assert clock.time_used(at(monday, zone)) == DAY


def test_a_turn_that_comes_on_a_free_sunday_begins_to_run_on_monday() -> None:
    clock = TurnClock(at("2026-11-08T15:00"), DAY, free_weekends=True)
    assert clock.deadline == at("2026-11-10T00:00")


@pytest.mark.parametrize(
    ("zone", "start", "end"),
    [
        ("Europe/Rome", "2026-03-28T20:00", "2026-03-29T21:00"),
        ("Europe/Rome", "2026-10-24T20:00", "2026-10-25T19:00"),
        ("Australia/Sydney", "2026-10-03T20:00", "2026-10-04T21:00"),
        ("Australia/Sydney", "2026-04-04T20:00", "2026-04-05T19:00"),
        ("Australia/Lord_Howe", "2026-10-03T20:00", "2026-10-04T20:30"),
        ("Pacific/Chatham", "2026-09-26T20:00", "2026-09-27T21:00"),
        ("Pacific/Chatham", "2026-04-04T20:00", "2026-04-05T19:00"),
        ("UTC", "2028-02-28T20:00", "2028-02-29T20:00"),
    ],
)
def test_a_day_has_24_hours_whatever_the_clock_on_the_wall_does(
    zone: str, start: str, end: str
) -> None:
    assert TurnClock(at(start, zone), DAY, hours=LocalHours(zone)).deadline == at(end, zone)


NIGHT = LocalHours("Europe/Rome", time(22), time(7))


def test_a_deadline_in_quiet_hours_moves_to_their_end() -> None:
    clock = TurnClock(at("2026-11-02T23:30", "Europe/Rome"), DAY, hours=NIGHT)
    assert clock.deadline == at("2026-11-04T07:00", "Europe/Rome")


def test_a_deadline_in_waking_hours_stays() -> None:
    clock = TurnClock(at("2026-11-02T07:00", "Europe/Rome"), DAY, hours=NIGHT)
    assert clock.deadline == at("2026-11-03T07:00", "Europe/Rome")


def test_an_outage_between_the_end_of_the_time_and_that_of_the_quiet_hours_is_given_back() -> None:
    outage = (at("2026-11-04T05:00", "Europe/Rome"), at("2026-11-04T11:00", "Europe/Rome"))
    clock = TurnClock(at("2026-11-02T23:00", "Europe/Rome"), DAY, stops=(outage,), hours=NIGHT)
    assert clock.deadline == at("2026-11-04T13:00", "Europe/Rome")


@pytest.mark.parametrize("day", ["2026-03-29", "2026-10-25"])
def test_quiet_hours_end_in_the_night_in_which_clocks_change(day: str) -> None:
    hours = LocalHours("Europe/Rome", time(23), time(2, 30))
    start = at(f"{day}T00:30", "Europe/Rome")
    for minutes in range(0, 300, 5):
        deadline = TurnClock(start, minutes * timedelta(minutes=1), hours=hours).deadline
        assert deadline is not None
        assert deadline - start <= 5 * HOUR
        assert quiet_until(hours, now=deadline) is None


zones = st.sampled_from(sorted(available_timezones()))
moments = st.timedeltas(timedelta(0), timedelta(days=2000)).map(
    lambda later: datetime(2024, 1, 1, tzinfo=UTC) + later
)
lengths = st.timedeltas(timedelta(0), timedelta(days=20))
quiet_times = st.times().map(lambda moment: moment.replace(second=0, microsecond=0))


@st.composite
def clocks(draw: st.DrawFn, *, with_open_stops: bool = True) -> TurnClock:
    start = draw(moments)
    quiet_from = draw(st.none() | quiet_times)
    quiet_to = None
    if quiet_from is not None:
        minutes = draw(st.integers(1, 12 * 60))
        day = datetime.combine(MONDAY, quiet_from)
        quiet_to = (day + timedelta(minutes=minutes)).time()
    stops: list[Stop] = []
    for _ in range(draw(st.integers(0, 4))):
        begin = start + draw(lengths) - timedelta(days=3)
        stops.append((begin, begin + draw(lengths)))
    if with_open_stops and draw(st.booleans()):
        stops.append((start + draw(lengths), None))
    return TurnClock(
        start,
        draw(lengths),
        draw(lengths),
        tuple(stops),
        draw(st.booleans()),
        LocalHours(draw(zones), quiet_from, quiet_to),
    )


@settings(deadline=None, max_examples=200)
@given(clocks(), lengths)
def test_time_used_and_time_left_add_up(clock: TurnClock, later: timedelta) -> None:
    now = clock.started_at + later
    used, left, overdrawn = clock.time_used(now), clock.time_left(now), overdrawn_time(clock, now)
    assert used + left == clock.budget + overdrawn
    assert min(used, left, overdrawn) >= timedelta(0)
    assert not (left and overdrawn)
    assert used <= later


@settings(deadline=None, max_examples=200)
@given(clocks(), lengths, lengths)
def test_time_that_was_used_never_comes_back(
    clock: TurnClock, sooner: timedelta, more: timedelta
) -> None:
    now = clock.started_at + sooner
    assert timedelta(0) <= clock.time_used(now + more) - clock.time_used(now) <= more


@settings(deadline=None, max_examples=200)
@given(clocks(with_open_stops=False))
def test_a_deadline_leaves_all_the_time_there_was_and_never_falls_into_quiet_hours(
    clock: TurnClock,
) -> None:
    deadline = clock.deadline
    assert deadline is not None
    assert clock.time_left(deadline) == timedelta(0)
    assert (
        clock.time_left(deadline - HOUR) > timedelta(0)
        or clock.hours.quiet_from
        or (clock.time_used(deadline - HOUR) == clock.budget)
    )
    assert quiet_until(clock.hours, now=deadline) is None


@settings(deadline=None, max_examples=100)
@given(clocks(with_open_stops=False), lengths, lengths)
def test_one_more_outage_never_brings_a_deadline_nearer(
    clock: TurnClock, begin: timedelta, length: timedelta
) -> None:
    outage = (clock.started_at + begin, clock.started_at + begin + length)
    spared = TurnClock(
        clock.started_at,
        clock.grace,
        clock.bank,
        (*clock.stops, outage),
        clock.free_weekends,
        clock.hours,
    )
    before, after = clock.deadline, spared.deadline
    assert before is not None
    assert after is not None
    assert after >= before
