"""Which notices an act calls for. They are written in the same transaction as the act.

At every ply of a running game there is one for the seat to move, so that no game ever waits for
somebody whom no letter will reach: `your-turn` when the turn has passed to them, `turn-goes-on`
when they are in the middle of their own.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db.models import QuerySet

from accounts.models import User
from duel.clocks.columns import deadline_mark
from duel.models import Decision, Game, Notice, Seat, Settlement, Status
from duel.models.notice import (
    REMINDER,
    TURN_ASKED_FOR,
    TURN_GOES_ON,
    TURN_KINDS,
    YOUR_TURN,
    notice_key,
)
from duel.notices.outbox import (
    INVITATION,
    call_off_letters,
    letters_wait,
    post_invitations,
    post_letters,
    waiting_keys,
)
from duel.record.finality import final_at
from duel.record.log import Log
from mail.outbox.keys import write_once
from mail.services import post
from mail.statements import update

OFFER = "offer"
OFFER_DECLINED = "offer-declined"
GAME_OVER = "game-over"
TIME_IS_UP = "time-is-up"
OWN_TIME_IS_UP = "own-time-is-up"
TIME_GIVEN = "time-given"
OPERATOR_DECISION = "operator-decision"
REACHED_AGAIN = "reached-again"

BY_HAND = "by-hand:"
"""What the key of a turn has that an operator has sent once more."""

ABOUT_LATENESS = (REMINDER, TIME_IS_UP, OWN_TIME_IS_UP)
_ABOUT_THE_TURN = (*TURN_KINDS, TURN_ASKED_FOR, *ABOUT_LATENESS)
_ABOUT_THE_GAME = (
    *_ABOUT_THE_TURN,
    OFFER,
    OFFER_DECLINED,
    GAME_OVER,
    TIME_GIVEN,
    REACHED_AGAIN,
)

GOES_ON_AFTER = timedelta(minutes=10)
"""How long somebody may pause within a turn before a letter brings the rest of it."""


def notice_turn(log: Log, *, now: datetime, not_before: datetime | None = None) -> None:
    """Tell the seat to move that the turn has passed to it."""
    _tell_mover(log, kind=YOUR_TURN, now=now, not_before=not_before)


def notice_goes_on(log: Log, *, now: datetime) -> None:
    """Remind the seat to move, if it makes a long pause, that its turn goes on."""
    _tell_mover(log, kind=TURN_GOES_ON, now=now, not_before=now + GOES_ON_AFTER)


def notice_end(log: Log, *, now: datetime) -> None:
    """Tell every seat that the game is over."""
    seats = [seat.number for seat in log.seats]
    ply, mark = log.course.ply, len(log.entries)
    notices = _write(log.game, seats, kind=GAME_OVER, ply=ply, mark=mark, now=now)
    post_letters(notices, log.seats)


def notice_offer(log: Log, *, to: Iterable[int], kind: str, now: datetime) -> None:
    """Tell seats of an offer or of the answer to one."""
    ply, mark = log.course.ply, len(log.entries)
    post_letters(_write(log.game, to, kind=kind, ply=ply, mark=mark, now=now), log.seats)


def notice_reminder(log: Log, *, deadline: datetime, now: datetime) -> None:
    """Remind the seat to move of its deadline, once for each that it has had."""
    seat, ply, mark = log.history.turn.seat, log.course.ply, deadline_mark(deadline)
    notices = _write(log.game, [seat], kind=REMINDER, ply=ply, mark=mark, now=now)
    post_letters(notices, log.seats)


def notice_time_is_up(log: Log, *, now: datetime) -> None:
    """Tell all that the seat to move is out of time, and what each of them can do about it."""
    late, ply, mark = log.history.turn.seat, log.course.ply, len(log.entries)
    others = [seat.number for seat in log.seats if seat.number != late]
    notices = _write(log.game, others, kind=TIME_IS_UP, ply=ply, mark=mark, now=now)
    notices += _write(log.game, [late], kind=OWN_TIME_IS_UP, ply=ply, mark=mark, now=now)
    post_letters(notices, log.seats)


def notice_time_given(log: Log, *, to: int, now: datetime) -> None:
    """Tell a seat that it has been given time."""
    ply, mark = log.course.ply, len(log.entries)
    notices = _write(log.game, [to], kind=TIME_GIVEN, ply=ply, mark=mark, now=now)
    post_letters(notices, log.seats)


def notice_reached_again(log: Log, *, now: datetime) -> None:
    """Tell the others that letters to the seat to move arrive again, and its clock goes on."""
    mover, ply, mark = log.history.turn.seat, log.course.ply, len(log.entries)
    others = [seat.number for seat in log.seats if seat.number != mover]
    notices = _write(log.game, others, kind=REACHED_AGAIN, ply=ply, mark=mark, now=now)
    post_letters(notices, log.seats)


def notice_decision(log: Log, *, now: datetime) -> None:
    """Tell every seat what an operator has just decided."""
    seats = [seat.number for seat in log.seats]
    ply, mark = log.course.ply, len(log.entries)
    notices = _write(log.game, seats, kind=OPERATOR_DECISION, ply=ply, mark=mark, now=now)
    post_letters(notices, log.seats)


def tell_former_player(decision: Decision, former: User, *, seat: int) -> None:
    """Tell somebody whose seat was given to another: no notice of the seat is theirs any more."""
    public_id = decision.game.public_id
    post(
        kind=OPERATOR_DECISION,
        to=former.email,
        key=f"{public_id}:{seat}:former-player:{decision.seq}",
        data={"decision": decision.pk, "person": former.pk},
        topic=f"game:{public_id}",
    )


def notice_turn_again(log: Log, *, now: datetime) -> None:
    """Bring the seat to move its turn once more: the position is the same, but not the rest."""
    seat, ply = log.course.position.to_move, log.course.ply
    if seat is None or log.course.outcome is not None:
        return
    call_off_waiting(log, now=now, seat=seat, kinds=_ABOUT_THE_TURN)
    # The letter of this ply has a key already, and a later ply may be what the seq is now.
    kind, seq = f"{YOUR_TURN}:again:{ply}", len(log.entries)
    notice = Notice.objects.create(
        game=log.game,
        seat=seat,
        kind=YOUR_TURN,
        ply=ply,
        key=notice_key(log.game.public_id, seat, kind, seq),
        created_at=now,
        not_before=_final_at(log.game, seat),
    )
    post_letters([notice], log.seats)


def notice_turn_asked_for(log: Log, *, now: datetime) -> None:
    """Bring the seat to move the letter with its turn once more: its player has asked for it.

    What has brought the turn stays as it is, and so does the clock: this is a copy.
    """
    seat, mark = log.history.turn.seat, int(now.timestamp() * 1000)
    notices = _write(log.game, [seat], kind=TURN_ASKED_FOR, ply=log.course.ply, mark=mark, now=now)
    post_letters(notices, log.seats)


def keep_head(notice: Notice, head: str) -> None:
    """Write down which head of the chain the letter of this notice carries.

    A letter that is tried again carries the head of then. Whoever alters the log alters it under
    the eyes of all that were mailed: `replaygames` looks for each of them.
    """
    notice.head = head
    update(notice, ["head"])


def notice_new_links(seat: Seat, *, now: datetime) -> None:
    """Bring the seat to move its turn once more: the links of its last letter are dead.

    The game's row is held.
    """
    _bring_again(seat, mark=str(seat.link_epoch), now=now)


def notice_let_in_again(seat: Seat, *, now: datetime) -> None:
    """Bring the seat to move its turn once more: none was sent while its player was suspended.

    The game's row is held.
    """
    _bring_again(seat, mark=f"let-in:{int(now.timestamp() * 1000)}", now=now)


def notice_lost_turn(seat: Seat, *, now: datetime) -> None:
    """Bring the seat to move its turn once more: the letter with it came back.

    The game's row is held.
    """
    _bring_again(seat, mark=f"lost:{int(now.timestamp() * 1000)}", now=now)


def notice_by_hand(seat: Seat, *, now: datetime) -> bool:
    """Return whether the seat is brought its turn once more: an operator wants it so.

    The game's row is held.
    """
    return _bring_again(seat, mark=f"{BY_HAND}{int(now.timestamp() * 1000)}", now=now)


def call_off_waiting(
    log: Log, *, now: datetime, seat: int | None = None, kinds: Iterable[str] = ()
) -> None:
    """Call off letters that still wait, of these kinds or of all, to one seat or to all.

    What operators have decided is told all the same.
    """
    _call_off(log.game, now=now, seat=seat, kinds=tuple(kinds) or _ABOUT_THE_GAME)


def notice_settlement(settlement: Settlement, seats: Iterable[Seat], *, now: datetime) -> None:
    """Tell every seat what became of its game, whose record is broken.

    What still waits to be told of the game is called off: it cannot be worked out any more.
    """
    game = settlement.game
    _call_off(game, now=now, kinds=_ABOUT_THE_GAME)
    for seat in seats:
        if seat.user is not None:
            post(
                kind=OPERATOR_DECISION,
                to=seat.user.email,
                key=f"{game.public_id}:{seat.number}:settled:{settlement.number}",
                data={"settlement": settlement.pk, "person": seat.user.pk, "seat": seat.number},
                topic=f"game:{game.public_id}",
            )


def _call_off(game: Game, *, now: datetime, kinds: Iterable[str], seat: int | None = None) -> None:
    standing = _standing(game, *kinds)
    if seat is not None:
        standing = standing.filter(seat=seat)
    waiting = standing.filter(key__in=waiting_keys(standing))
    call_off_letters(waiting)
    waiting.update(cancelled_at=now)


def notice_invitations(game: Game, *, to: Iterable[int], now: datetime) -> None:
    """Tell seats that they are invited."""
    post_invitations(_write(game, to, kind=INVITATION, ply=0, mark=0, now=now))


def cancel_turn_notices(log: Log, *, after_ply: int, now: datetime) -> None:
    """Call off what was to be told about plies that were taken back."""
    notices = _standing(log.game, YOUR_TURN, TURN_GOES_ON).filter(ply__gt=after_ply)
    call_off_letters(notices)
    notices.update(cancelled_at=now)


def cancel_invitations(game: Game, *, now: datetime) -> None:
    """Call off invitations to a game that will not begin."""
    _standing(game, INVITATION).update(cancelled_at=now)


def _bring_again(seat: Seat, *, mark: str, now: datetime) -> bool:
    """Return whether the seat is brought the turn that it was told of, as a letter of this mark.

    It is, if it is to move.

    A letter that still waits gives way to one that waits as long, so that none leaves that was
    built a moment too early.
    """
    game = seat.game
    if game.status != Status.RUNNING or game.to_move != seat.number:
        return False
    # A copy would bring links that are dead, or go to an address that is no longer theirs.
    _standing(game, TURN_ASKED_FOR).filter(seat=seat.number).update(cancelled_at=now)
    of_this_ply = _standing(game, *TURN_KINDS).filter(ply=game.ply, seat=seat.number)
    last = of_this_ply.order_by("pk").last()
    if last is None:
        return False
    has_to_wait = bool(call_off_letters(of_this_ply.filter(pk=last.pk)))
    if letters_wait(of_this_ply.filter(pk=last.pk)):  # called off or held back: it comes but once
        of_this_ply.filter(pk=last.pk).update(cancelled_at=now)
    again = Notice.objects.create(
        game=game,
        seat=seat.number,
        kind=last.kind,
        ply=game.ply,
        key=notice_key(game.public_id, seat.number, f"{last.kind}:{mark}", game.ply),
        created_at=now,
        not_before=_final_at(game, seat.number) or (last.not_before if has_to_wait else None),
    )
    post_letters([again], {seat.number: seat})
    return True


def _final_at(game: Game, seat: int) -> datetime | None:
    """Return from when the seat may be told of its turn; None if at once."""
    return None if game.unsent_seat == seat else final_at(game)


def _tell_mover(log: Log, *, kind: str, now: datetime, not_before: datetime | None) -> None:
    seat = log.course.position.to_move
    if seat is not None and log.course.outcome is None:
        ply = log.course.ply
        # The game has gone on: what still waits to be told of an earlier ply is no longer true.
        earlier = _standing(log.game, YOUR_TURN, TURN_GOES_ON).filter(ply__lt=ply)
        waiting = earlier.filter(not_before__gt=now)
        if call_off_letters(waiting):
            waiting.update(cancelled_at=now)
        notices = _write(
            log.game, [seat], kind=kind, ply=ply, mark=ply, now=now, not_before=not_before
        )
        post_letters(notices, log.seats)


def _write(
    game: Game,
    seats: Iterable[int],
    *,
    kind: str,
    ply: int,
    mark: int,
    now: datetime,
    not_before: datetime | None = None,
) -> list[Notice]:
    """Return the notices, written once; `mark` is the ply or, if that stays as it is, the seq."""
    notices = [
        Notice(
            game=game,
            seat=seat,
            kind=kind,
            ply=ply,
            key=notice_key(game.public_id, seat, kind, mark),
            created_at=now,
            not_before=not_before,
        )
        for seat in seats
    ]
    write_once(notices)
    return notices


def _standing(game: Game, *kinds: str) -> QuerySet[Notice]:
    return Notice.objects.filter(game=game, kind__in=kinds, cancelled_at__isnull=True)
