"""The seats of a proposal: which are free, and how one becomes free again.

An open seat has no row until somebody sits down. A row with neither a player nor an address is
kept free until the proposer says who may take it. The services that call this have locked the game.
"""

from collections.abc import Iterable

from django.utils import timezone

from duel.lobby.invitations import tell_of_free_seat
from duel.models import DeclinedInvitation, Game, Seat
from duel.models.game import new_person_id
from duel.notices.intents import cancel_invitations
from duel.record.selectors import player_names, table_of


def is_kept_free(seat: Seat) -> bool:
    """Return whether the seat waits for the proposer to say who may take it."""
    return seat.joined_at is None and not seat.invited_address


def open_numbers(game: Game, seats: Iterable[Seat]) -> list[int]:
    """Return the seats that anybody may take, in their order."""
    taken = {seat.number for seat in seats}
    return [number for number in range(game.seat_count) if number not in taken]


def free_invited(seat: Seat, *, is_taken_back: bool) -> None:
    """Free the seat of an invitation that was taken back, or declined, and report a decline."""
    declined = DeclinedInvitation.objects.create(
        game=seat.game,
        number=seat.number,
        address=seat.invited_address,
        link_epoch=seat.link_epoch,
        declined_at=timezone.now(),
        is_taken_back=is_taken_back,
    )
    keep_free(seat)
    if not is_taken_back:
        tell_of_free_seat(seat, f"declined:{declined.pk}", declined=declined.pk)


def free_left(seat: Seat) -> None:
    """Free the seat of somebody who leaves a proposal; of a challenge it is open once more."""
    if seat.game.is_listed:
        open_up(seat)
        return
    if seat.user is not None:
        tell_of_free_seat(seat, f"left:{seat.pk}", left=seat.user.pk)
    keep_free(seat)


def keep_free(seat: Seat) -> None:
    """Keep this seat free until the proposer says who may take it; all its links are dead."""
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
    """Delete the seat's row, so that anybody may take it."""
    _stop_invitation(seat)
    seat.delete()


def _stop_invitation(seat: Seat) -> None:
    """Cancel an invitation that waits: it would bring the next invitee's links to the wrong one."""
    cancel_invitations(seat.game, seat=seat.number, now=timezone.now())


def name_invitees(game: Game, addresses: Iterable[str]) -> list[str]:
    """Return the invited as the proposer knows them: by address, or in a rematch by name."""
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
