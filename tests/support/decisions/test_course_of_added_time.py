"""Operators add time and set games back in any order: the clocks add up."""

from datetime import UTC, datetime, timedelta

from hypothesis import given, settings
from hypothesis import strategies as st

from duel.clocks.history import ClockHistory, Turn
from duel.clocks.turn_clock import TurnClock
from engine.kinds import Kind
from tests.duel.clocks.minutes import overdrawn_time

START = datetime(2026, 11, 2, 9, tzinfo=UTC)
ZERO, DAY = timedelta(0), timedelta(days=1)

acts = st.sampled_from(
    [
        (Kind.MOVE, "take a1"),
        (Kind.MOVE, "take a1"),
        (Kind.PAUSE, ""),
        (Kind.RESUME, ""),
        (Kind.CLOCK, "letter"),
        (Kind.EXTEND, "3600"),
        (Kind.FLAG, ""),
        (Kind.REOPEN, ""),
        (Kind.REPLACE, "somebody"),
        (Kind.ROLLBACK, ""),
    ]
)
passing = st.timedeltas(timedelta(seconds=1), timedelta(days=3))
events = st.lists(st.tuples(acts, passing, st.integers(0, 9)), max_size=30)
gifts = st.lists(st.tuples(st.timedeltas(ZERO, timedelta(days=40)), passing), max_size=5)


def added_to(
    turn: Turn, added: list[tuple[datetime, timedelta]]
) -> list[tuple[datetime, timedelta]]:
    since, until = turn.takes_added_time
    return [(at, time) for at, time in added if since <= at and (until is None or at < until)]


@settings(deadline=None, max_examples=200)
@given(events, gifts)
def test_time_used_and_time_left_add_up_and_nothing_is_given_twice(
    happened: list[tuple[tuple[Kind, str], timedelta, int]],
    given_to_all: list[tuple[timedelta, timedelta]],
) -> None:
    history = ClockHistory(began_at=START, seat=0, number=1)
    added = [(START + after, time) for after, time in given_to_all]
    now, flagged = START, False
    reached = [1]  # the number of the turn, by ply
    turns = [history.turn]
    for (kind, usual), passed, chosen in happened:
        now += passed
        mover = (reached[-1] + 1) % 2
        if kind is Kind.FLAG and (flagged or history.turn.started_at is None):
            continue
        ply = chosen % len(reached)
        text = str(ply) if kind is Kind.ROLLBACK else usual
        if kind is Kind.ROLLBACK:
            reached.append(reached[ply])
        elif kind is Kind.MOVE:
            reached.append(reached[-1] + 1)
        seat = None if kind in (Kind.PAUSE, Kind.RESUME, Kind.REOPEN, Kind.ROLLBACK) else mover
        number = reached[-1]
        history.follow(
            kind, seat, text, now, to_move=(number + 1) % 2, number=number, was_flagged=flagged
        )
        flagged = kind is Kind.FLAG or (flagged and kind in (Kind.PAUSE, Kind.RESUME, Kind.CLOCK))
        if history.turn is not turns[-1]:
            turns.append(history.turn)
        for turn in turns:
            if turn.started_at is None:
                continue
            more = sum((time for _, time in added_to(turn, added)), ZERO)
            own = ZERO if turn.was_granted else DAY
            clock = TurnClock(
                turn.started_at, own + turn.given + more, DAY, tuple(history.stops(turn))
            )
            until = turn.ended_at or now
            used, left, over = (
                clock.time_used(until),
                clock.time_left(until),
                overdrawn_time(clock, until),
            )
            assert used + left == clock.budget + over
            assert ZERO <= used <= max(ZERO, until - turn.started_at)
    everything = [gift for turn in turns for gift in added_to(turn, added)]
    for gift in added:
        assert everything.count(gift) <= added.count(gift)
        ends = [turn.flagged_at for turn in turns if turn.flagged_at]
        was_granted = any(turn.was_granted for turn in turns)
        if not ends and not was_granted:  # nobody was ever late: it has gone to somebody
            assert gift in everything
