"""The clocks of a log that is written: entries that are due about them, and the columns they keep.

The log calls it when it is written, and `duel.timekeeping` when something starts or stops a clock.
It writes no notices.

Each game has one alarm: the next moment at which there is something to do about its clock. The
sweep looks for alarms that have passed, so its work grows with what is due, not with what runs.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from django.utils import timezone

from accounts.models import User
from duel.clocks.history import Turn
from duel.clocks.turn_clock import (
    LATEST_START,
    TurnClock,
    bank_after,
    clock_of,
    deadline_mark,
    deadline_of,
    reminder_at,
    unreachable_from,
)
from duel.models import Notice, Seat, Vacation
from duel.models.game import REMINDER, TURN_KINDS, YOUR_TURN, notice_key
from duel.record.finality import final_at
from engine.kinds import Channel, Kind
from mail.models import Suppression
from mail.registry import MUTED, objections_to
from mail.services import are_under_way

if TYPE_CHECKING:
    from duel.record.log import Log

Stretch = tuple[datetime, datetime]

LOOK_AGAIN = timedelta(hours=1)
"""After this time a sweep looks at a game that waits for a bot once more."""

CLOCK_COLUMNS = (
    "bank_left",
    "clock_turn",
    "clock_bank",
    "clock_zone",
    "clock_quiet_from",
    "clock_quiet_to",
    "left_at",
    "open_until",
)
"""The columns of a seat that are kept here."""


def _has_bank(log: "Log") -> bool:
    return bool(log.game.bank or log.game.increment)


def write_clocks(log: "Log") -> dict[str, datetime | None]:
    """Return the clock's columns of the game; its log and its seats, unsaved, say what is due."""
    vacations, waits_until = _write_due_entries(log)
    _keep_seats(log)
    return _columns(log, vacations, waits_until)


def _write_due_entries(log: "Log") -> tuple[list[Vacation], datetime | None]:
    """Write what is due by now, and return what the columns rest on beside the log.

    These are the vacations of the player to move that may still matter, and when the move before
    the turn is final, if the clock starts by itself then: a seat that gets no letter with its turn
    has its clock started once the move before can no longer be taken back.
    """
    if log.course.outcome is not None:
        return [], None
    if _has_bank(log):
        for ended in log.history.ended_turns:
            append_vacations(log, ended)  # up to the moment at which it ended
    turn = log.history.turn
    vacations = vacations_of(log, turn)
    append_vacations(log, turn)
    end_bounces_of_others(log)
    waits_until = None
    if turn.started_at is None and not log.course.vacant and not log.seats[turn.seat].is_bot:
        waits_until = _waits_until(log)
        if waits_until is None and (why := _starts_by_itself(log)):
            append_clock_start(log, why=why, at=log.game.unsent_until or turn.since)
    return vacations, waits_until


def _gets_letters(seat: Seat) -> bool:
    """Return whether a letter brings the seat its turn as soon as it has come."""
    reader = seat.user
    if reader is None or reader.letters == User.Letters.DIGEST:
        return False
    topic = f"game:{seat.game.public_id}"
    objections = objections_to(address=reader.email, kind=YOUR_TURN, topic=topic)
    return not objections.keys() & {MUTED, Suppression.Reason.COMPLAINED}


def was_reminded(log: "Log", deadline: datetime) -> bool:
    """Return whether the seat has had the reminder of this deadline."""
    seat, mark = log.history.turn.seat, deadline_mark(deadline)
    key = notice_key(log.game.public_id, seat, REMINDER, mark)
    return Notice.objects.filter(key=key).exists()


def _waits_until(log: "Log") -> datetime | None:
    """Return when the move before the turn is final, if there is something to do about it then."""
    until = final_at(log.game)
    if until is None:
        return None
    seat = log.seats[log.history.turn.seat]
    return until if _is_second_turn(log) or not _gets_letters(seat) else None


def _starts_by_itself(log: "Log") -> str:
    """Return why the clock starts as soon as the move before it is final; empty if it does not.

    Because no letter will bring the turn, or because one has left before the move was final.
    """
    turn = log.history.turn
    if final_at(log.game) is not None:
        return ""
    if not _gets_letters(log.seats[turn.seat]):
        return "move"
    if not _is_second_turn(log):
        return ""
    notices = log.game.notices.filter(seat=turn.seat, ply=log.course.ply, kind__in=TURN_KINDS)
    return "letter" if are_under_way(list(notices.values_list("key", flat=True))) else ""


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
    log.append(kind, seat=whose, text=text, channel=Channel.CLOCK, time=at)


def append_clock_start(log: "Log", *, why: str, at: datetime) -> None:
    """Append that the clock of the turn began to run, and why; only the first time counts."""
    turn = log.history.turn
    if turn.started_at is None:
        latest = turn.since + LATEST_START
        moment = max(turn.since, min(at, latest))
        append_clock_entry(log, Kind.CLOCK, why, at=moment)


def begin_bounce(log: "Log", *, at: datetime) -> None:
    """Stop the clock of the seat to move from when its letter left: it came back."""
    turn = log.history.turn
    if log.history.is_bouncing(turn.seat):
        return
    earlier = [end for _, end in log.history.bounces.get(turn.seat, []) if end is not None]
    append_clock_entry(log, Kind.BOUNCE, "begin", at=max([at, turn.since, *earlier]))


def end_bounce(log: "Log", *, seat: int, at: datetime) -> bool:
    """Return whether letters to the seat came back until now; append that this has ended."""
    if not log.history.is_bouncing(seat):
        return False
    began_at = log.history.bounces[seat][-1][0]
    append_clock_entry(log, Kind.BOUNCE, "end", seat=seat, at=max(at, began_at))
    return True


def end_bounces_of_others(log: "Log") -> None:
    """End the bounces of seats that are not to move: they use up no days of a stopped clock.

    The next letter to each of them shows whether it comes back as well.
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
    """Append each beginning and end of its player's vacations up to now, or the end of the turn.

    One that follows another at once goes on with it.
    """
    until = turn.ended_at or timezone.now()
    stretches = _join_stretches((each.begins_at, each.ends_at) for each in vacations_of(log, turn))
    _append_vacation_end(log, turn, stretches, until=until)
    for begin, end in stretches:
        since = _known_until(log, turn)
        if begin <= until and end > since and not log.history.is_on_vacation(turn.seat):
            append_clock_entry(log, Kind.VACATION, "begin", seat=turn.seat, at=max(begin, since))
            _append_vacation_end(log, turn, stretches, until=until)


def _append_vacation_end(
    log: "Log", turn: Turn, stretches: Iterable[Stretch], *, until: datetime
) -> None:
    """Append the end of the open vacation, once it has come.

    If no such vacation is left, another person has just taken the seat.
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


def _join_stretches(stretches: Iterable[Stretch]) -> list[Stretch]:
    """Return the stretches in order, those that touch or overlap as one."""
    joined: list[Stretch] = []
    for begin, end in sorted(stretches):
        if joined and begin <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((begin, end))
    return joined


def _keep_seats(log: "Log") -> None:
    """Bring the clock's columns of the seats, unsaved, up to the log."""
    for seat in log.seats:
        seat.left_at = log.left_at.get(seat.number)
        seat.open_until = log.open_until(seat.number)
    for turn in log.history.ended_turns if _has_bank(log) else ():
        seat = log.seats[turn.seat]
        held = seat.bank_left if turn.started_at is None else seat.clock_bank  # when it began
        seat.bank_left = bank_after(log, turn, held)
    if log.history.has_new_rollback:
        for seat in log.seats:
            _restore_bank(log, seat)
    turn = log.history.turn
    mover = log.seats[turn.seat]
    if log.history.has_new_undo and mover.clock_turn != turn.number:
        _restore_bank(log, mover)  # the columns hold another turn
    has_begun = turn in log.history.new_turns
    log.history.forget_changes()
    if log.course.outcome is not None:
        return
    _freeze(mover, turn, has_begun=has_begun)
    for seat in log.seats:
        _give_back_outages(log, seat)


def _columns(
    log: "Log", vacations: Sequence[Vacation], waits_until: datetime | None
) -> dict[str, datetime | None]:
    """Return the clock's columns of the game, once those of its seats are kept."""
    if log.course.outcome is not None:
        return {"deadline": None, "alarm_at": None, "clock_as_of": None}
    if log.history.turn.started_at is None:
        alarm_at = waits_until or _alarm(log, None, None, vacations)
        return {"deadline": None, "alarm_at": alarm_at, "clock_as_of": None}
    clock = clock_of(log)
    deadline = deadline_of(log, clock)
    return {
        "deadline": deadline,
        "alarm_at": _alarm(log, clock, deadline, vacations),
        "clock_as_of": clock.as_of if clock else None,
    }


def _restore_bank(log: "Log", seat: Seat) -> None:
    """Work out the bank of the seat from the turns that were not taken back."""
    seat.bank_left, seat.clock_turn = _worked_out_bank(log, seat), None


def _give_back_outages(log: "Log", seat: Seat) -> None:
    """Give back outages that were written down only after a turn of the seat ended.

    Pages may work while the sweeps do not: a player who moved then was charged for that time.
    """
    ends = [turn.ended_at for turn in _paid_turns(log, seat) if turn.ended_at is not None]
    if any(began < end < ended for began, ended in log.interruptions.outages for end in ends):
        seat.bank_left = _worked_out_bank(log, seat)
        if seat.number == log.history.turn.seat:
            seat.clock_bank = seat.bank_left


def _worked_out_bank(log: "Log", seat: Seat) -> int:
    bank = log.game.bank
    for turn in reversed(list(_paid_turns(log, seat))):
        bank = bank_after(log, turn, bank)
    return bank


def _paid_turns(log: "Log", seat: Seat) -> Iterator[Turn]:
    """Return the finished turns of the seat that count, the last first; none without a bank."""
    return log.history.finished_turns(seat.number) if _has_bank(log) else iter(())


def _freeze(seat: Seat, turn: Turn, *, has_begun: bool) -> None:
    """Keep the zone, quiet hours and bank of the beginning of a turn until it ends."""
    if seat.clock_turn == turn.number:
        seat.bank_left = seat.clock_bank  # a turn taken back gets its time back
        if not has_begun:
            return
    seat.clock_turn, seat.clock_bank = turn.number, seat.bank_left
    if seat.user is not None:
        seat.clock_zone = seat.user.time_zone
        seat.clock_quiet_from, seat.clock_quiet_to = seat.user.quiet_from, seat.user.quiet_to


def _alarm(
    log: "Log",
    clock: TurnClock | None,
    deadline: datetime | None,
    vacations: Sequence[Vacation],
) -> datetime | None:
    """Return when there is next something to do about the clock, or None if nothing is known."""
    turn, now = log.history.turn, timezone.now()
    if log.course.flagged is not None or log.course.vacant:
        return None  # another sweep looks after open seats
    if log.course.stopped and turn.started_at is not None:
        return None
    if log.seats[turn.seat].is_bot:
        return max(turn.since + LATEST_START, now + LOOK_AGAIN)
    if clock is None:
        return turn.since + LATEST_START
    vacation = next((each for each in vacations if each.ends_at > now), None)
    if deadline is None:
        ends = [vacation.ends_at] if vacation and log.history.is_on_vacation(turn.seat) else []
        bounce = unreachable_from(log)
        return min([*ends, *([bounce] if bounce else [])], default=None)
    alarm = _reminder_or_deadline(log, clock, deadline, now)
    return min(alarm, vacation.begins_at) if vacation else alarm


def _reminder_or_deadline(
    log: "Log", clock: TurnClock, deadline: datetime, now: datetime
) -> datetime:
    """Return when the seat is to be reminded, or its deadline once that is done."""
    reminder = reminder_at(clock, log.seats[log.history.turn.seat].user)
    if reminder is None or reminder >= deadline:
        return deadline
    return deadline if reminder <= now and was_reminded(log, deadline) else reminder
