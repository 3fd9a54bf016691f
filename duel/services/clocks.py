"""What starts and stops the clock of a turn from outside, and what players do about time."""

from datetime import datetime, timedelta

from django.utils import timezone

from duel.clocks.keeping import begin_bounce, note_start
from duel.errors import BadTime, NothingToClaim, UnderInquiry
from duel.log import Log, refuse_if_over, writing
from duel.notices import notice_end, notice_time_given
from duel.selectors import remember_position
from engine.errors import Illegal
from engine.kinds import Kind

LEAST_GIVEN, MOST_GIVEN = timedelta(hours=1), timedelta(days=30)


def letter_has_arrived(
    public_id: str, *, seat: int, ply: int, at: datetime, known: Log | None = None
) -> None:
    """Start the clock of the seat's turn at that ply, which a letter has brought, if it stands.

    `known` is the log that the letter was built from, if that was just now.
    """
    with writing(public_id, known=known) as log:
        if _is_being_made(log, seat, ply):
            note_start(log, why="letter", at=at)
    remember_position(log)  # its reader comes next, and need not wait for another replay


def letter_was_lost(public_id: str, *, seat: int, ply: int) -> None:
    """Stop the clock of the turn that a letter should have brought, unless a page showed it."""
    now = timezone.now()
    with writing(public_id) as log:
        if _is_being_made(log, seat, ply) and not _has_seen(log, seat):
            begin_bounce(log, now=now)


def claim(*, public_id: str, seat: int, channel: str) -> None:
    """Win the game because the time of the seat to move is up."""
    now = timezone.now()
    with writing(public_id) as log:
        person = log.person_in(seat)
        refuse_if_over(log)
        _refuse_while_stopped(log)
        try:
            log.append(Kind.CLAIM, seat=seat, person=person, channel=channel, time=now)
        except Illegal as error:
            raise NothingToClaim from error
        notice_end(log, now=now)


def call_off_unreachable(*, public_id: str, seat: int, channel: str) -> None:
    """End the game without a winner because letters to the seat to move come back."""
    now = timezone.now()
    with writing(public_id) as log:
        log.person_in(seat)
        refuse_if_over(log)
        _refuse_while_stopped(log)
        late = log.course.flagged
        if late in (None, seat) or not log.chronicle.is_bouncing(late):
            raise NothingToClaim
        log.append(
            Kind.CANCEL, seat=None, person=None, text="unreachable", channel=channel, time=now
        )
        notice_end(log, now=now)


def give_time(*, public_id: str, seat: int, hours: int, channel: str) -> None:
    """Give the other player more time for the turn they make, or for their next one.

    Whoever is out of time has just that, from now on.
    """
    now = timezone.now()
    given = timedelta(hours=hours)
    if not LEAST_GIVEN <= given <= MOST_GIVEN:
        raise BadTime
    with writing(public_id) as log:
        person = log.person_in(seat)
        refuse_if_over(log)
        other = next(each.number for each in log.seats if each.number != seat)
        log.append(
            Kind.EXTEND,
            seat=other,
            person=person,
            text=str(int(given.total_seconds())),
            channel=channel,
            time=now,
        )
        notice_time_given(log, to=other, now=now)


def _refuse_while_stopped(log: Log) -> None:
    if log.course.stopped:
        raise UnderInquiry


def _has_seen(log: Log, seat: int) -> bool:
    """Return whether a page has shown the seat where its game stands."""
    if log.course.ply:
        return log.seats[seat].seen_ply >= log.course.ply
    # Before the first move the number tells nothing; what started the clock does.
    return any(entry.kind == Kind.CLOCK and entry.text == "seen" for entry in log.entries)


def _is_being_made(log: Log, seat: int, ply: int) -> bool:
    """Return whether the turn that was the seat's at that ply is still being made."""
    course = log.course
    if course.outcome is not None or not 0 <= ply <= course.ply:
        return False
    then, now = course.position_at(ply), course.position
    return (then.to_move, then.turn) == (seat, now.turn) and now.to_move == seat
