"""What somebody who sits at a table that is not full yet sees of it."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext

from duel.lobby.seating import is_kept_free, open_numbers
from duel.models import Game, Notice, Seat
from duel.notices.kinds import INVITATION


def seats_as_seen(game: Game, seats: Sequence[Seat], mine: Seat) -> dict[str, Any]:
    """Return what the page about one's own proposal, or one that one has joined, needs.

    Only the proposer reads the addresses: nobody else has written them.
    """
    is_proposer = mine.number == 0
    free = [seat.number for seat in seats if is_kept_free(seat)]
    opened = open_numbers(game, seats)
    invited = [seat for seat in seats if seat.user is None and seat.invited_address]
    written_to = _written_to(game)
    declined = game.declined.filter(is_taken_back=False).exclude(address="")
    return {
        "seat": mine,
        "is_proposer": is_proposer,
        "is_for_two": game.seat_count == 2,
        "lines": [_line(seat, mine) for seat in seats if not is_kept_free(seat)],
        "written_to": [
            seat.invited_address for seat in invited if seat.number in written_to and is_proposer
        ],
        "not_written_to": [
            seat.invited_address
            for seat in invited
            if seat.number not in written_to and is_proposer
        ],
        "declined": [each.address for each in declined] if is_proposer else [],
        "can_take_back": [seat.invited_address for seat in invited] if is_proposer else [],
        "kept": len(free),
        "opened": len(opened),
        "is_waited_for": bool(invited),
    }


def _line(seat: Seat, mine: Seat) -> str:
    """Return who has a seat, to whoever sits in another or in this one."""
    if seat.user == mine.user:
        return gettext("you")
    if seat.user is not None:
        return str(seat.user)
    if mine.number == 0:
        return gettext("%(address)s, who is invited") % {"address": seat.invited_address}
    return gettext("somebody who is invited")


def _written_to(game: Game) -> set[int]:
    """Return the seats to which the invitation goes by letter."""
    sent = Notice.objects.filter(game=game, kind=INVITATION, cancelled_at__isnull=True)
    return set(sent.values_list("seat", flat=True))
