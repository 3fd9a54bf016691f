"""Starts and stops turn clocks for letters, and gives time; pages, replies, receivers call it."""

from datetime import datetime, timedelta

from django.utils import timezone

from duel.errors import BadTime, NobodyGetsTime, NothingToClaim, UnderInquiry
from duel.models import KnownGame, LinkUse, Seat
from duel.notices.intents import notice_end, notice_reached_again, tell
from duel.notices.kinds import TIME_GIVEN
from duel.record.clock import (
    append_clock_start,
    begin_bounce,
    end_bounce,
    is_later_than_the_lost_one,
)
from duel.record.finality import final_at, game_known_at, game_known_to
from duel.record.links import about_seat
from duel.record.log import Log, refuse_if_over, writing
from duel.record.read_only_log import ReadOnlyLog
from duel.record.selectors import Snapshot, remember_position
from duel.timekeeping.leaving import SeatIsOpen, retire, retires
from duel.timekeeping.mail import MailIsWaiting, hold_for_mail, refuse_while_mail_may_wait
from duel.words.naming import others
from engine.errors import Illegal
from engine.kinds import Channel, Kind
from mail.inbound.selectors import mail_by_owners

LEAST_GIVEN, MOST_GIVEN = timedelta(hours=1), timedelta(days=30)


def letter_has_arrived(
    public_id: str,
    *,
    seat: int,
    ply: int,
    at: datetime,
    left_at: datetime | None = None,
    known: Log | Snapshot | None = None,
) -> None:
    """Start the clock of the seat's turn at that ply: a letter has brought it.

    If an earlier letter that came back had stopped it, it goes on, and the others get a letter.
    `left_at` is when it left, if not when it arrived; `known` is the log that the letter was just
    built from.
    """
    with writing(public_id, known=known) as log:
        if _is_being_made(log, seat, ply) and final_at(log.game) is None:
            append_clock_start(log, why="letter", at=at)
            if is_later_than_the_lost_one(log, left_at=left_at or at):
                go_on(log, at=at)
    remember_position(log)  # its reader comes next


def go_on(log: Log, *, at: datetime) -> None:
    """End the bounce that stops the clock of the seat to move, and tell the others."""
    if end_bounce(log, seat=log.history.turn.seat, at=at) and log.course.flagged is None:
        notice_reached_again(log, now=timezone.now())


def letter_was_lost(public_id: str, *, seat: int, ply: int, left_at: datetime | None) -> None:
    """Stop the clock of the turn that a letter should have brought, from when it left.

    Not if its reader has been here since. A letter that never left stops it from the start.
    """
    with writing(public_id) as log:
        since = left_at or log.history.turn.since
        if _is_being_made(log, seat, ply) and not has_been_here(log, seat, since=since):
            begin_bounce(log, at=since)


def claim(*, public_id: str, seat: int, channel: Channel) -> None:
    """Win the game because the time of the seat to move is up.

    In a game of more than two the late seat leaves it; one other is enough to claim that.
    """
    now = timezone.now()
    with writing(public_id) as log:
        person = log.person_in(seat)
        refuse_if_over(log)
        _refuse_while_waiting(log, now=now)
        if retires(log):
            if log.course.flagged in (None, seat):
                raise NothingToClaim
            retire(log, log.course.flagged, person=person, channel=channel, now=now)
            return
        try:
            log.append(Kind.CLAIM, seat=seat, person=person, channel=channel, time=now)
        except Illegal as error:
            raise NothingToClaim from error
        notice_end(log, now=now)


def call_off_unreachable(*, public_id: str, seat: int, channel: Channel) -> None:
    """End the game without a winner because letters to the seat to move come back."""
    now = timezone.now()
    with writing(public_id) as log:
        log.person_in(seat)
        refuse_if_over(log)
        _refuse_while_waiting(log, now=now)
        late = log.course.flagged
        if late in (None, seat) or not may_be_called_off(log, late):
            raise NothingToClaim
        log.append(Kind.CANCEL, text="unreachable", channel=channel, time=now)
        notice_end(log, now=now)


def may_be_called_off(log: ReadOnlyLog, late: int) -> bool:
    """Return whether the seat that is out of time cannot be reached by letters.

    In a larger game one player does not decide for all: there the seat can only be claimed.
    """
    if retires(log):
        return False
    return log.history.is_bouncing(late) or log.history.is_unreachable(late)


def give_time(
    *, public_id: str, seat: int, hours: int, channel: Channel, to: int | None = None
) -> None:
    """Give another player more time for the turn they make, or for their next one.

    Without `to`, the seat that `seat_to_get_time` names gets it. A player who is out of time has
    just that, from now on. The player to move, as everybody may know, gets a letter about it; any
    other reads it in the letter with their next turn.
    """
    now = timezone.now()
    given = timedelta(hours=hours)
    if not LEAST_GIVEN <= given <= MOST_GIVEN:
        raise BadTime
    with writing(public_id) as log:
        person = log.person_in(seat)
        refuse_if_over(log)
        other = seat_to_get_time(game_known_at(log.game, seat), seat) if to is None else to
        if other == seat or other not in log.course.playing:
            raise NobodyGetsTime
        is_told_at_once = game_known_to(log.game, ()).to_move == other
        log.append(
            Kind.EXTEND,
            seat=other,
            person=person,
            text=str(int(given.total_seconds())),
            channel=channel,
            time=now,
        )
        end_bounce(log, seat=seat, at=now)  # who presses a button can be reached
        if is_told_at_once:
            tell(log, TIME_GIVEN, to=[other], now=now)


def seat_to_get_time(game: KnownGame, seat: int) -> int:
    """Return the seat that gets time if none is chosen: the one to move, else the next."""
    following = others(range(game.seat_count), seat)
    if game.seat_count > 2:
        gone = Seat.objects.filter(game=game.pk).exclude(left_at=None)
        left = set(gone.values_list("number", flat=True))
        following = [each for each in following if each not in left] or following
    return game.to_move if game.to_move in following else following[0]


def _refuse_while_waiting(log: Log, *, now: datetime) -> None:
    """Raise while the game is stopped, or a mail of the player who is out of time may wait."""
    if log.course.vacant:
        raise SeatIsOpen
    if log.course.stopped:
        raise MailIsWaiting if hold_for_mail(log) else UnderInquiry
    if log.course.flagged is not None:
        refuse_while_mail_may_wait(log, late=log.course.flagged, now=now)


def has_been_here(log: Log, seat: int, *, since: datetime) -> bool:
    """Return whether the player has pressed a button of this game, written or signed in since."""
    player = log.seats[seat]
    if player.user is not None and player.user.last_login and player.user.last_login > since:
        return True
    presses = LinkUse.objects.filter(game=log.game, seat=seat, is_press=True, last_at__gt=since)
    if presses.exists():  # some write no entry, as a note does
        return True
    mail = mail_by_owners([about_seat(log.game.public_id, seat)])
    if mail.filter(received_at__gt=since).exists():
        return True
    own = (entry for entry in reversed(log.entries) if entry.person == player.person)
    return any(datetime.fromisoformat(entry.time) > since for entry in own)


def _is_being_made(log: Log, seat: int, ply: int) -> bool:
    """Return whether the turn that was the seat's at that ply is still being made."""
    course = log.course
    if course.outcome is not None or not 0 <= ply <= course.ply:
        return False
    then, now = course.position_at(ply), course.position
    return (then.to_move, then.turn) == (seat, now.turn) and now.to_move == seat
