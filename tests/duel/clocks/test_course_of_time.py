"""Whatever happens in a game, its clocks add up."""

from datetime import UTC, datetime, timedelta

from hypothesis import given, settings
from hypothesis import strategies as st

from duel.clocks.history import BOUNCE_LIMIT, ClockHistory
from duel.clocks.turn_clock import TurnClock
from engine.kinds import Kind
from tests.duel.clocks.minutes import overdrawn_time

START = datetime(2026, 11, 2, 9, tzinfo=UTC)
ZERO = timedelta(0)

acts = st.sampled_from(
    [
        (Kind.MOVE, "take a1"),
        (Kind.MOVE, "take a1"),
        (Kind.PAUSE, ""),
        (Kind.RESUME, ""),
        (Kind.VACATION, "begin"),
        (Kind.VACATION, "end"),
        (Kind.BOUNCE, "begin"),
        (Kind.BOUNCE, "end"),
        (Kind.CLOCK, "letter"),
        (Kind.EXTEND, "3600"),
    ]
)
passing = st.timedeltas(timedelta(0), timedelta(days=3))
events = st.lists(st.tuples(acts, passing, st.integers(0, 1)), max_size=30)
outages = st.lists(st.tuples(passing, st.timedeltas(timedelta(0), timedelta(days=1))), max_size=3)


@settings(deadline=None, max_examples=200)
@given(events, outages)
def test_time_used_and_time_left_add_up_in_every_turn(
    happened: list[tuple[tuple[Kind, str], timedelta, int]],
    down: list[tuple[timedelta, timedelta]],
) -> None:
    history = ClockHistory(began_at=START, seat=0, number=1)
    now, number = START, 1
    breaks = tuple((START + begin, START + begin + length) for begin, length in down)
    banks = [timedelta(days=3), timedelta(days=3)]
    for (kind, text), passed, seat in happened:
        now += passed
        mover = number % 2 ^ 1
        number += kind is Kind.MOVE
        history.follow(
            kind,
            mover if kind in (Kind.MOVE, Kind.CLOCK) else seat,
            text,
            now,
            to_move=number % 2 ^ 1,
            number=number,
            was_flagged=False,
        )
        for turn in [*history.ended_turns, history.turn]:
            if turn.started_at is None:
                continue
            clock = TurnClock(
                turn.started_at,
                timedelta(days=1) + turn.given,
                banks[turn.seat],
                (*history.stops(turn), *breaks),
            )
            until = turn.ended_at or now
            used, left, over = (
                clock.time_used(until),
                clock.time_left(until),
                overdrawn_time(clock, until),
            )
            assert used + left == clock.budget + over
            assert ZERO <= used <= until - turn.started_at
            if turn.ended_at is not None:
                banks[turn.seat] = clock.bank_after(until, increment=ZERO, cap=ZERO)
                assert ZERO <= banks[turn.seat] <= timedelta(days=3)
        history.ended_turns.clear()


@given(st.lists(passing, min_size=2, max_size=20))
def test_bounces_stop_the_clock_for_seven_days_a_game_and_no_longer(
    passes: list[timedelta],
) -> None:
    history = ClockHistory(began_at=START, seat=0, number=1)
    now = START
    for place, passed in enumerate(passes):
        now += passed
        text = "end" if place % 2 else "begin"
        history.follow(Kind.BOUNCE, 0, text, now, to_move=0, number=1, was_flagged=False)
    stopped = sum((end - begin for begin, end in history.stops(history.turn) if end), ZERO)
    assert stopped <= BOUNCE_LIMIT


def test_a_turn_taken_back_before_it_was_told_goes_on_where_it_stood() -> None:
    history = ClockHistory(began_at=START, seat=0, number=1)
    hour = timedelta(hours=1)
    steps = [
        (Kind.CLOCK, 0, "letter", START, 0, 1),
        (Kind.MOVE, 0, "take a1", START + hour, 1, 2),
        (Kind.UNDO, 0, "0", START + 2 * hour, 0, 1),
    ]
    for kind, seat, text, time, to_move, number in steps:
        history.follow(kind, seat, text, time, to_move=to_move, number=number, was_flagged=False)
    turn = history.turn
    assert (turn.number, turn.started_at) == (1, START)
    clock = TurnClock(START, 24 * hour, stops=tuple(history.stops(turn)))
    assert clock.time_used(START + 3 * hour) == 2 * hour


def test_a_turn_taken_back_by_agreement_begins_anew() -> None:
    history = ClockHistory(began_at=START, seat=0, number=1)
    hour = timedelta(hours=1)
    steps = [
        (Kind.CLOCK, 0, "letter", START, 0, 1),
        (Kind.MOVE, 0, "take a1", START + hour, 1, 2),
        (Kind.ACCEPT, 1, "undo 0", START + 5 * hour, 1, 2),
        (Kind.UNDO, 0, "0", START + 5 * hour, 0, 1),
    ]
    for kind, seat, text, time, to_move, number in steps:
        history.follow(kind, seat, text, time, to_move=to_move, number=number, was_flagged=False)
    assert history.turn.started_at is None
    assert history.turn.since == START + 5 * hour


def test_whose_days_for_lost_letters_are_used_up_is_late_like_anybody_else() -> None:
    history, hour = ClockHistory(began_at=START, seat=0, number=1), timedelta(hours=1)
    last_begin = START + BOUNCE_LIMIT + hour
    for kind, text, time in (
        (Kind.CLOCK, "letter", START),
        (Kind.BOUNCE, "begin", START),
        (Kind.BOUNCE, "end", START + BOUNCE_LIMIT),
        (Kind.BOUNCE, "begin", last_begin),
        (Kind.FLAG, "", last_begin + 24 * hour),
    ):
        history.follow(kind, 0, text, time, to_move=0, number=1, was_flagged=False)
    assert not history.is_unreachable(0)
    assert history.turn.flagged_at == last_begin + 24 * hour
