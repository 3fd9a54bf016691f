"""What the log is told of the vacations of whoever is to move."""

from collections.abc import Iterable
from datetime import datetime
from typing import TYPE_CHECKING

from django.utils import timezone

from duel.clocks.turn import Turn
from duel.models import Vacation
from duel.record.clock.entries import note
from engine.kinds import Kind

if TYPE_CHECKING:
    from duel.record.log import Log

Stretch = tuple[datetime, datetime]


def vacations_of(log: "Log", turn: Turn) -> list[Vacation]:
    """Return the vacations of whoever makes the turn that the log may not know, in order."""
    user = log.seats[turn.seat].user
    if user is None:
        return []
    known_until = _known_until(log, turn)
    return [each for each in log.vacations_of(user) if each.ends_at > known_until]


def note_vacations(log: "Log", turn: Turn) -> None:
    """Write down each beginning and end of its player's vacations that the turn has lived to see.

    One that follows another at once goes on with it.
    """
    until = turn.ended_at or timezone.now()
    stretches = _joined((each.begins_at, each.ends_at) for each in vacations_of(log, turn))
    _note_end(log, turn, stretches, until=until)
    for begin, end in stretches:
        since = _known_until(log, turn)
        if begin <= until and end > since and not log.history.is_on_vacation(turn.seat):
            note(log, Kind.VACATION, "begin", seat=turn.seat, at=max(begin, since))
            _note_end(log, turn, stretches, until=until)


def _note_end(log: "Log", turn: Turn, stretches: Iterable[Stretch], *, until: datetime) -> None:
    """Write down the end of the vacation that lasts, once it has come.

    If there is none such any more, the seat is another person's since just now.
    """
    if not log.history.is_on_vacation(turn.seat):
        return
    began_at = _known_until(log, turn)
    end = next((end for begin, end in stretches if begin <= began_at < end), until)
    if end <= until:
        note(log, Kind.VACATION, "end", seat=turn.seat, at=end)


def _known_until(log: "Log", turn: Turn) -> datetime:
    """Return the moment of the last note about it, or since when the turn is being made."""
    stops = log.history.vacations.get(turn.seat, [])
    if not stops:
        return turn.since
    begin, end = stops[-1]
    return begin if end is None else max(end, turn.since)


def _joined(stretches: Iterable[Stretch]) -> list[Stretch]:
    """Return the stretches in order, those that touch or overlap as one."""
    joined: list[Stretch] = []
    for begin, end in sorted(stretches):
        if joined and begin <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((begin, end))
    return joined
