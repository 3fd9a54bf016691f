"""The seats of a game that has not begun: which are free, and how one becomes free again.

A seat that is open to whoever comes has no row until somebody sits down. A row with neither a
player nor an address was freed, and is kept until the proposer says who may take it. Whoever calls
these has locked the game's row.
"""

from collections.abc import Iterable

from django.utils import timezone

from duel.lobby.invitations import tell_of_declined, tell_of_leaver
from duel.models import DeclinedInvitation, Game, Seat
from duel.models.game import new_person_id
from duel.notices.intents import cancel_invitations
from duel.record.selectors import player_names, table_of


def is_kept_free(seat: Seat) -> bool:
    """Return whether the seat waits for the proposer to say who may take it."""
    return seat.joined_at is None and not seat.invited_address


def open_numbers(game: Game, seats: Iterable[Seat]) -> list[int]:
    """Return the seats that whoever comes may take, in their order."""
    taken = {seat.number for seat in seats}
    return [number for number in range(game.seat_count) if number not in taken]


def free_declined(seat: Seat) -> None:
    """Free the seat of somebody who turned the invitation down, and tell the proposer."""
    declined = _note_invitation(seat, is_taken_back=False)
    keep_free(seat)
    tell_of_declined(declined)


def free_invited(seat: Seat) -> None:
    """Free the seat of somebody whose invitation is taken back before there was an answer."""
    _note_invitation(seat, is_taken_back=True)
    keep_free(seat)


def _note_invitation(seat: Seat, *, is_taken_back: bool) -> DeclinedInvitation:
    """Return what is kept of an invitation that no longer holds its seat."""
    return DeclinedInvitation.objects.create(
        game=seat.game,
        number=seat.number,
        address=seat.invited_address,
        link_epoch=seat.link_epoch,
        declined_at=timezone.now(),
        is_taken_back=is_taken_back,
    )


def free_left(seat: Seat) -> None:
    """Free the seat of somebody who leaves before the game begins.

    A challenge is open to all once more; else the proposer is told, who says what comes next.
    """
    if seat.game.is_listed:
        open_up(seat)
        return
    tell_of_leaver(seat)
    keep_free(seat)


def keep_free(seat: Seat) -> None:
    """Let nobody have this seat until the proposer says who may take it; all its links are dead."""
    _stop_invitation(seat)
    seat.user, seat.invited_address, seat.joined_at = None, "", None
    seat.nonce, seat.is_word_derived, seat.person = "", False, new_person_id()
    seat.link_epoch += 1
    seat.save(
        update_fields=[
            *("user", "invited_address", "joined_at", "nonce", "is_word_derived"),
            *("person", "link_epoch"),
        ]
    )


def open_up(seat: Seat) -> None:
    """Take the seat away, so that it is open to whoever comes."""
    _stop_invitation(seat)
    seat.delete()


def _stop_invitation(seat: Seat) -> None:
    """Let the invitation that still waits not be sent.

    Else it would bring the links of whoever is invited next to the one who was before.
    """
    cancel_invitations(seat.game, seat=seat.number, now=timezone.now())


def name_invitees(game: Game, addresses: Iterable[str]) -> list[str]:
    """Return the invited as the proposer knows them: by the address that they wrote.

    Who plays a game once more has written none: those who played it with them are told by name,
    as ever.
    """
    written = list(addresses)
    if game.rematch_of is None or not written:
        return written
    seats = table_of(game.rematch_of)
    names = {
        seat.user.email: name
        for seat, name in zip(seats, player_names(seats), strict=True)
        if seat.user is not None
    }
    return [names.get(address, address) for address in written]
