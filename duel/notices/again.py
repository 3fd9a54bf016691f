"""The turn brought to the seat to move once more, in a letter of its own."""

from datetime import datetime

from duel.models import Notice, Seat, Status
from duel.models.game import TURN_KINDS, notice_key
from duel.notices.intents import (
    cancel_letters_of,
    final_for,
    letters_wait,
    post_letters,
    uncancelled,
)
from duel.notices.kinds import TURN_ASKED_FOR
from lib.signing import signature

BY_HAND = "by-hand:"
"""What the key of a turn has that an operator has sent once more."""


def notice_new_links(seat: Seat, *, now: datetime) -> None:
    """Bring the seat to move its turn once more: the links of its last letter are dead.

    The game's row is locked.
    """
    _bring_again(seat, mark=str(seat.link_epoch), now=now)


def notice_let_in_again(seat: Seat, *, now: datetime) -> None:
    """Bring the seat to move its turn once more: none was sent while its player was suspended.

    The game's row is locked.
    """
    _bring_again(seat, mark=f"let-in:{int(now.timestamp() * 1000)}", now=now)


def notice_lost_turn(seat: Seat, *, now: datetime) -> None:
    """Bring the seat to move its turn once more: the letter with it came back.

    The game's row is locked.
    """
    _bring_again(seat, mark=f"lost:{int(now.timestamp() * 1000)}", now=now)


def notice_by_hand(seat: Seat, *, now: datetime) -> bool:
    """Return whether the seat is brought its turn once more: an operator wants it so.

    The game's row is locked.
    """
    return _bring_again(seat, mark=f"{BY_HAND}{int(now.timestamp() * 1000)}", now=now)


def notice_resent(seat: Seat, *, now: datetime) -> bool:
    """Return whether the seat is brought its turn once more, once for each signing key.

    The game's row is locked.
    """
    return _bring_again(seat, mark=resent_mark(), now=now)


def resent_mark() -> str:
    """Return what the key of a turn has that was sent anew with the present signing key."""
    return f"resent-{signature('duel.resent', b'', size=6).hex()}"


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
    uncancelled(game, TURN_ASKED_FOR).filter(seat=seat.number).update(cancelled_at=now)
    of_this_ply = uncancelled(game, *TURN_KINDS).filter(ply=game.ply, seat=seat.number)
    last = of_this_ply.order_by("pk").last()
    if last is None:
        return False
    has_to_wait = bool(cancel_letters_of(of_this_ply.filter(pk=last.pk)))
    if letters_wait(of_this_ply.filter(pk=last.pk)):  # cancelled or held back: it comes but once
        of_this_ply.filter(pk=last.pk).update(cancelled_at=now)
    again = Notice.objects.create(
        game=game,
        seat=seat.number,
        kind=last.kind,
        ply=game.ply,
        key=notice_key(game.public_id, seat.number, f"{last.kind}:{mark}", game.ply),
        created_at=now,
        not_before=final_for(game, seat.number) or (last.not_before if has_to_wait else None),
    )
    post_letters([again], {seat.number: seat})
    return True
