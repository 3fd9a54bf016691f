"""Reliability: how many turns somebody made in time, and how long they usually took.

A task counts it from the logs of finished games, by their clocks: a turn is late when its clock
said so, and what stops the clock (an outage, letters that came back, a holiday, a pause) is no time
taken. A game lost on time, or a first turn never made, is one late turn more. Of a seat that was
handed on, only the turns of its present player count.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from statistics import median
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet
from django.utils.translation import gettext

from duel.clocks.history import Turn
from duel.clocks.turn_clock import time_taken
from duel.club.selectors import BACK
from duel.errors import BrokenGame
from duel.models import Game, Pace, Status
from duel.record.events import how_left
from duel.record.read_only_log import ReadOnlyLog, whole_log_of
from duel.words.naming import span
from engine.kinds import Kind
from engine.record import Entry

FEWEST_TURNS = 10
"""Nothing is shown for fewer turns: one late letter would say too much."""


@dataclass(frozen=True)
class Reliability:
    """What the turns of one person add up to."""

    turns: int
    late: int
    median_seconds: int

    @property
    def percent_in_time(self) -> int:
        """The share of turns in time; all of them only if none was late."""
        return (self.turns - self.late) * 100 // self.turns

    @property
    def usual_time(self) -> str:
        """How long they usually take, in words: half of the turns took less, half more."""
        if self.median_seconds < 60:
            return gettext("less than a minute")
        return span(timedelta(seconds=self.median_seconds))


def reliability_of(seats: Iterable[Mapping[str, Any]]) -> Reliability | None:
    """Return what the seats of one person add up to; None if that is too little to tell."""
    counted = list(seats)
    taken = [seconds for seat in counted for seconds in seat["taken"]]
    turns = sum(seat["turns"] for seat in counted)
    if turns < FEWEST_TURNS or not taken:
        return None
    return Reliability(turns, sum(seat["late"] for seat in counted), round(median(taken)))


def paces_of(log: ReadOnlyLog) -> list[dict[str, Any]]:
    """Return, for each seat of a finished game, its turns, those that were late and their times."""
    lost_on_time = set(_lost_on_time(log))
    return [_pace(log, seat.number, seat.number in lost_on_time) for seat in log.seats]


def _pace(log: ReadOnlyLog, seat: int, lost_on_time: bool) -> dict[str, Any]:
    since = _seated_since(log, seat)
    made = [(turn, end) for turn, end in _turns(log, seat) if turn.since >= since]
    late = sum(turn.flagged_at is not None or turn.was_granted for turn, _ in made)
    return {
        "turns": len(made) + lost_on_time,
        "late": late + lost_on_time,
        "taken": [int(time_taken(log, turn, end).total_seconds()) for turn, end in made],
    }


def _turns(log: ReadOnlyLog, seat: int) -> Iterator[tuple[Turn, datetime]]:
    """Yield the turns that the seat has made, and when it did."""
    for turn in log.history.finished_turns(seat):
        if turn.ended_at is not None:
            yield turn, turn.ended_at
    last = log.history.turn
    if last.seat == seat and log.course.ended_over_the_board and log.ended_at is not None:
        yield last, log.ended_at


def _seated_since(log: ReadOnlyLog, seat: int) -> datetime:
    """Return since when the present player of the seat plays in it."""
    replaced = (each for each in log.entries if (each.kind, each.seat) == (Kind.REPLACE, seat))
    return max(
        (datetime.fromisoformat(each.time) for each in replaced), default=log.history.began_at
    )


def _lost_on_time(log: ReadOnlyLog) -> Iterator[int]:
    """Yield the seats whose last turn was not made in time."""
    for entry in log.entries:
        if entry.kind != Kind.RETIRE or entry.seat not in log.left_at:
            continue
        if how_left(log, entry) == "late" and _could_be_reached(log, entry.seat):
            yield entry.seat
    rulings = (Kind.AWARD, Kind.VOID)  # whatever an operator made of it, somebody was late
    end = next((each for each in reversed(log.entries) if each.kind not in rulings), None)
    seat = log.history.turn.seat
    if end is not None and _is_loss_on_time(end) and _could_be_reached(log, seat):
        yield seat


def _is_loss_on_time(end: Entry) -> bool:
    return end.kind in (Kind.TIMEOUT, Kind.CLAIM) or (
        (end.kind, end.text) == (Kind.CANCEL, "unplayed")
    )


def _could_be_reached(log: ReadOnlyLog, seat: int) -> bool:
    last = log.history.last_of(seat)
    return last is not None and last.unreachable_since is None


MOST_AT_ONCE = 500
"""So many games are counted in one go; the next one does the rest."""


def uncounted_games(since: datetime) -> QuerySet[Game]:
    """Return the games that ended since then and were not counted as they stand now."""
    counted = Pace.objects.filter(game=OuterRef("pk"), head=OuterRef("head"))
    ended = Game.objects.filter(~Exists(counted), status=Status.OVER, ended_at__gt=since)
    return ended.order_by("-ended_at")


def count_paces(*, now: datetime) -> int:
    """Return how many games were counted; a broken one counts for nobody."""
    games = list(uncounted_games(now - BACK)[:MOST_AT_ONCE])
    for game in games:
        try:
            seats = paces_of(whole_log_of(game))
        except BrokenGame:
            seats = []
        Pace.objects.update_or_create(game=game, defaults={"head": game.head, "seats": seats})
    return len(games)
