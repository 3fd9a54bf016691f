"""What somebody who sits at a table that is not full yet sees of it."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext

from duel.lobby.invitees import told_to_proposer
from duel.lobby.seating import is_kept_free, open_numbers
from duel.models import Game, Notice, Seat
from duel.notices.kinds import INVITATION
from duel.words.terms import level_choices


def seats_as_seen(game: Game, seats: Sequence[Seat], mine: Seat) -> dict[str, Any]:
    """Return what the page about one's own proposal, or one that one has joined, needs.

    Only the proposer reads the addresses: nobody else has written them. In a game that is played
    once more nobody has.
    """
    is_proposer = mine.number == 0
    free = [seat.number for seat in seats if is_kept_free(seat)]
    opened = open_numbers(game, seats)
    invited = [seat for seat in seats if seat.user is None and seat.invited_address]
    written_to = _written_to(game)
    declined = game.declined.filter(is_taken_back=False).exclude(address="")
    named = _names_of_invited(game, invited) if is_proposer else {}
    return {
        "seat": mine,
        "is_proposer": is_proposer,
        "is_for_two": game.seat_count == 2,
        "lines": [
            _line(seat, mine, named.get(seat.number)) for seat in seats if not is_kept_free(seat)
        ],
        "written_to": [name for seat, name in named.items() if seat in written_to],
        "not_written_to": [name for seat, name in named.items() if seat not in written_to],
        "declined": (
            told_to_proposer(game, declined.values_list("address", flat=True))
            if is_proposer
            else []
        ),
        "can_take_back": [
            (seat.number, seat.link_epoch, named[seat.number]) for seat in invited if is_proposer
        ],
        "kept": len(free),
        "opened": len(opened),
        "is_waited_for": bool(invited),
        "waits_for_word": not (free or opened or invited),
        "levels": level_choices(),
    }


def _names_of_invited(game: Game, invited: Sequence[Seat]) -> dict[int, str]:
    """Return by seat who is invited, as the proposer knows them."""
    told = told_to_proposer(game, [seat.invited_address for seat in invited])
    return {seat.number: name for seat, name in zip(invited, told, strict=True)}


def _line(seat: Seat, mine: Seat, invited: str | None) -> str:
    """Return who has a seat, to whoever sits in another or in this one."""
    if seat.user == mine.user:
        return gettext("you")
    if seat.user is not None:
        return str(seat.user)
    if invited is not None:
        return gettext("%(address)s, who is invited") % {"address": invited}
    return gettext("somebody who is invited")


def _written_to(game: Game) -> set[int]:
    """Return the seats to which the invitation goes by letter."""
    sent = Notice.objects.filter(game=game, kind=INVITATION, cancelled_at__isnull=True)
    return set(sent.values_list("seat", flat=True))
