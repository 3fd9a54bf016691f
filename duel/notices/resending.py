"""Brings the seat to move its turn in a letter of its own when one was lost, dead or never sent."""

from datetime import datetime
from enum import StrEnum

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


class Reason(StrEnum):
    """Why a turn is brought once more, as the key of its notice says."""

    LET_IN = "let-in"
    """None was sent while its player was suspended."""
    LOST = "lost"
    """The letter with it came back."""
    BY_HAND = "by-hand"
    """An operator wants it so."""


def notice_again(seat: Seat, reason: Reason, *, now: datetime) -> bool:
    """Return whether the seat is brought its turn once more; the game's row is locked."""
    return _bring_again(seat, mark=f"{reason}:{int(now.timestamp() * 1000)}", now=now)


def notice_new_links(seat: Seat, *, now: datetime) -> bool:
    """Do the same as the links of its last letter are dead."""
    return _bring_again(seat, mark=str(seat.link_epoch), now=now)


def notice_resent(seat: Seat, *, now: datetime) -> bool:
    """Do the same once for each signing key."""
    return _bring_again(seat, mark=resent_mark(), now=now)


def resent_mark() -> str:
    """Return what the key of a turn has that was sent anew with the present signing key."""
    return f"resent-{signature('duel.resent', b'', size=6).hex()}"


def _bring_again(seat: Seat, *, mark: str, now: datetime) -> bool:
    """Return whether the seat is to move, and so is brought its turn by a letter of this mark.

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
