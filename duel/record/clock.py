"""What clocks write into a log: that they started, stood still or went on, and what is due by now.

The log and the rooms of time call it.

Nothing here is told to anybody, and no column is written.
"""

from collections.abc import Callable, Iterable
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING

from django.utils import timezone

from accounts.models import User
from duel.clocks.columns import LATEST_START, ClockFacts, deadline_mark, has_bank
from duel.clocks.history import Turn
from duel.models import Notice, Seat, Vacation
from duel.models.game import REMINDER, TURN_KINDS, YOUR_TURN, notice_key
from duel.record.finality import final_at
from engine.kinds import Kind
from mail.models import Suppression
from mail.registry import MUTED, objections_to
from mail.services import are_under_way

if TYPE_CHECKING:
    from duel.record.log import Log

GetsLetters = Callable[[Seat], bool]
Stretch = tuple[datetime, datetime]

CHANNEL = "clock"
"""How entries come in that the clock writes by itself."""


def write_due_entries(log: "Log", *, gets_letters: GetsLetters) -> ClockFacts:
    """Return what the columns rest on beside the log, once the log says all that is due.

    For a seat that gets no letter with its turn, this starts the clock when the move before it can
    no longer be taken back.
    """
    if log.course.outcome is not None:
        return ClockFacts(timezone.now(), [], None, partial(was_reminded, log))
    if has_bank(log):
        for ended in log.history.ended:
            append_vacations(log, ended)  # up to the moment at which it ended
    turn = log.history.turn
    vacations = vacations_of(log, turn)
    append_vacations(log, turn)
    end_bounces_of_others(log)
    waits_until = None
    if turn.started_at is None and not log.course.vacant and not log.seats[turn.seat].is_bot:
        waits_until = _waits_until(log, gets_letters)
        if waits_until is None and (why := _starts_by_itself(log, gets_letters)):
            append_clock_start(log, why=why, at=log.game.unsent_until or turn.since)
    return ClockFacts(timezone.now(), vacations, waits_until, partial(was_reminded, log))


def gets_letters(seat: Seat) -> bool:
    """Return whether a letter brings the seat its turn as soon as it has come."""
    reader = seat.user
    if reader is None or reader.letters == User.Letters.DIGEST:
        return False
    topic = f"game:{seat.game.public_id}"
    objections = objections_to(address=reader.email, kind=YOUR_TURN, topic=topic)
    return not objections.keys() & {MUTED, Suppression.Reason.COMPLAINED}


def was_reminded(log: "Log", deadline: datetime) -> bool:
    """Return whether the seat has been reminded of this very deadline."""
    seat, mark = log.history.turn.seat, deadline_mark(deadline)
    key = notice_key(log.game.public_id, seat, REMINDER, mark)
    return Notice.objects.filter(key=key).exists()


def _waits_until(log: "Log", gets_letters: GetsLetters) -> datetime | None:
    """Return when the move before the turn is final, if there is something to do about it then."""
    until = final_at(log.game)
    if until is None:
        return None
    seat = log.seats[log.history.turn.seat]
    return until if _is_second_turn(log) or not gets_letters(seat) else None


def _starts_by_itself(log: "Log", gets_letters: GetsLetters) -> str:
    """Return why the clock starts as soon as the move before it is final; empty if it does not.

    Because no letter will bring the turn, or because one has left before the move was final.
    """
    turn = log.history.turn
    if final_at(log.game) is not None:
        return ""
    if not gets_letters(log.seats[turn.seat]):
        return "move"
    if not _is_second_turn(log):
        return ""
    told = log.game.notices.filter(seat=turn.seat, ply=log.course.ply, kind__in=TURN_KINDS)
    return "letter" if are_under_way(list(told.values_list("key", flat=True))) else ""


def _is_second_turn(log: "Log") -> bool:
    """Return whether the seat's last turn, which could be taken back, has brought it this one.

    A letter with the rest of it may leave before the last turn is final.
    """
    return log.game.unsent_until is not None and log.game.unsent_seat == log.history.turn.seat


def append_clock_entry(
    log: "Log", kind: Kind, text: str = "", *, seat: int | None = None, at: datetime
) -> None:
    """Append an entry about the clock of a seat; without one, of the seat to move."""
    whose = log.history.turn.seat if seat is None else seat
    log.append(kind, seat=whose, person=None, text=text, channel=CHANNEL, time=at)


def append_clock_start(log: "Log", *, why: str, at: datetime) -> None:
    """Append that the clock of the turn began to run, and why; only the first time counts."""
    turn = log.history.turn
    if turn.started_at is None:
        latest = turn.since + LATEST_START
        moment = max(turn.since, min(at, latest))
        append_clock_entry(log, Kind.CLOCK, why, at=moment)


def begin_bounce(log: "Log", *, at: datetime) -> None:
    """Let the clock of the seat to move stand still since its letter left: it came back."""
    turn = log.history.turn
    if log.history.is_bouncing(turn.seat):
        return
    earlier = [end for _, end in log.history.bounces.get(turn.seat, []) if end is not None]
    append_clock_entry(log, Kind.BOUNCE, "begin", at=max([at, turn.since, *earlier]))


def end_bounce(log: "Log", *, seat: int, at: datetime) -> bool:
    """Return whether letters to the seat came back until now; from then on they do no more."""
    if not log.history.is_bouncing(seat):
        return False
    began_at = log.history.bounces[seat][-1][0]
    append_clock_entry(log, Kind.BOUNCE, "end", seat=seat, at=max(at, began_at))
    return True


def end_bounces_of_others(log: "Log") -> None:
    """Let nobody who is not to move use up the days for which a clock stands still.

    Their next letter shows whether it comes back as well.
    """
    turn = log.history.turn
    for seat in log.seats:
        if seat.number != turn.seat:
            end_bounce(log, seat=seat.number, at=turn.since)


def is_later_than_the_lost_one(log: "Log", *, left_at: datetime) -> bool:
    """Return whether a letter that left then is another than the one that came back."""
    bounces = log.history.bounces.get(log.history.turn.seat, [])
    return not bounces or left_at > bounces[-1][0]


def vacations_of(log: "Log", turn: Turn) -> list[Vacation]:
    """Return the vacations, in order, of the player to move that the log may not know."""
    user = log.seats[turn.seat].user
    if user is None:
        return []
    known_until = _known_until(log, turn)
    return [each for each in log.vacations_of(user) if each.ends_at > known_until]


def append_vacations(log: "Log", turn: Turn) -> None:
    """Append each beginning and end of its player's vacations that the turn has lived to see.

    One that follows another at once goes on with it.
    """
    until = turn.ended_at or timezone.now()
    stretches = _joined((each.begins_at, each.ends_at) for each in vacations_of(log, turn))
    _append_vacation_end(log, turn, stretches, until=until)
    for begin, end in stretches:
        since = _known_until(log, turn)
        if begin <= until and end > since and not log.history.is_on_vacation(turn.seat):
            append_clock_entry(log, Kind.VACATION, "begin", seat=turn.seat, at=max(begin, since))
            _append_vacation_end(log, turn, stretches, until=until)


def _append_vacation_end(
    log: "Log", turn: Turn, stretches: Iterable[Stretch], *, until: datetime
) -> None:
    """Append the end of the vacation that lasts, once it has come.

    If no such vacation is left, the seat is another person's since just now.
    """
    if not log.history.is_on_vacation(turn.seat):
        return
    began_at = _known_until(log, turn)
    end = next((end for begin, end in stretches if begin <= began_at < end), until)
    if end <= until:
        append_clock_entry(log, Kind.VACATION, "end", seat=turn.seat, at=end)


def _known_until(log: "Log", turn: Turn) -> datetime:
    """Return the moment of the last entry about it, or since when the turn is being made."""
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
