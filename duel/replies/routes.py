"""Finds the seat of a reply address's key, when a mail is received; replies register it."""

from collections.abc import Callable
from datetime import datetime, timedelta

from django.utils import timezone

from accounts.models import User
from accounts.selectors import believed_addresses, is_known_path
from duel.errors import ForgedLink, RevokedLink
from duel.lobby.invitations import seat_of_key
from duel.models import Game, Status
from duel.record.links import (
    KeyPurpose,
    about_invitation,
    about_seat,
    list_signature,
    prove_numbers,
    read_key,
)
from duel.record.reading import stored_table
from mail.inbound.registry import Facts, Route

GOOD_AFTER_THE_END = timedelta(days=30)
"""Letters about a game can be answered for this time after its end: for disputes."""


def route_to_game(key: str) -> Route | None:
    """Return the seat that the letter with this key went to, or None if the key is not ours.

    It takes one query. The owner of a revoked key is told so; the key of a player who was replaced
    opens nothing.
    """
    link = read_key(key)
    table = stored_table(link.game) if link else None
    if link is None or table is None or not _takes_answers(table.game, now=timezone.now()):
        return None
    game, seats = table
    seat = next((each for each in seats if each.number == link.seat), None)
    if seat is None or seat.user is None or link.ply > game.ply:
        return None
    try:
        prove_numbers(KeyPurpose.GAME, link, epoch=seat.link_epoch, since=seat.taken_epoch)
        is_revoked = False
    except RevokedLink:
        is_revoked = True
    except ForgedLink:
        return None
    facts: Facts = {
        "seat": seat.pk,
        "person": seat.user.pk,
        "ply": link.ply,
        "number": link.number,
        "list": list_signature(link),
        "is_revoked": is_revoked,
    }
    about, owners = about_seat(game.public_id, seat.number), believed_addresses(seat.user)
    return Route(about, facts, owners, knows_path=_known_paths_of(seat.user))


def route_to_invitation(key: str) -> Route | None:
    """Return the seat that the invitation with this key was for, or None if it is not ours."""
    try:
        seat = seat_of_key(key)
    except (ForgedLink, RevokedLink):
        return None
    person = seat.user or User.objects.filter(email=seat.invited_address).first()
    owners = believed_addresses(person) if person else frozenset({seat.invited_address})
    about = about_invitation(seat.game.public_id, seat.number)
    facts: Facts = {"seat": seat.pk, "epoch": seat.link_epoch}
    return Route(about, facts, owners, knows_path=_known_paths_of(person) if person else None)


def _known_paths_of(person: User) -> Callable[[str, str], bool]:
    """Return what says whether mail of this person's came from a sender by a way before."""
    return lambda sender, path: is_known_path(person, sender=sender, path=path)


def _takes_answers(game: Game, *, now: datetime) -> bool:
    if game.status == Status.OVER and game.ended_at is not None:
        return now < game.ended_at + GOOD_AFTER_THE_END
    return game.status in (Status.RUNNING, Status.OVER)
