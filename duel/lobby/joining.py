"""Services that answer an invitation from its letter, for pages and replies."""

from contextlib import suppress
from dataclasses import dataclass

from django.conf import settings
from django.db import transaction

from accounts.models import User
from duel.errors import ClosedToNewcomers, NotInvited, NotProposed, Refused
from duel.lobby.checks import lock_active_user
from duel.lobby.proposals import accept, decline
from duel.models import Game, Seat
from duel.notices.kinds import INVITATION
from duel.record.reading import locked_game
from mail.mutes import mute
from mail.reports.suppression import confirm_address


@dataclass(frozen=True)
class Newcomer:
    """What somebody without an account tells about themselves."""

    name: str
    language: str
    time_zone: str


@dataclass(frozen=True)
class JoinResult:
    """Who sits there now, in which game, and whether this press made them an account."""

    person: User
    game: Game
    is_new: bool


def accept_letter(*, seat: Seat, word: str = "", newcomer: Newcomer | None = None) -> JoinResult:
    """Return who sits there now; somebody without an account gets one by this press."""
    with transaction.atomic():
        # People are locked before games: see `duel.lobby.checks`.
        if (reader := _known(seat)) is not None:
            lock_active_user(reader)
        # Of two presses on one letter at once, the second finds what the first has made.
        locked_game(seat.game.public_id)
        same = Seat.objects.select_related("game", "user").filter(pk=seat.pk)
        now = same.filter(link_epoch=seat.link_epoch).first()
        if now is None:  # freed since it was read
            raise NotProposed
        seat = now
        if seat.user is not None:
            return JoinResult(seat.user, seat.game, is_new=False)
        known = _known(seat)
        person = known or _take_in(seat.invited_address, newcomer)
        if not person.is_active:
            raise NotInvited
        confirm_address(person.email)
        game = accept(public_id=seat.game.public_id, by=person, word=word)
    return JoinResult(person, game, is_new=known is None)


def decline_letter(*, seat: Seat) -> None:
    """Turn the invitation down; pressed again, it changes nothing."""
    if seat.pk is not None and seat.game.off_because != "declined":
        decline(public_id=seat.game.public_id, address=seat.invited_address)


def never_again(*, seat: Seat) -> None:
    """Turn the invitation down, if it still stands, and never write another one to its address."""
    with transaction.atomic():
        mute(address=seat.user.email if seat.user else seat.invited_address, kind=INVITATION)
        with suppress(Refused):  # answered or run out: the wish counts all the same
            decline_letter(seat=seat)


def _known(seat: Seat) -> User | None:
    """Return who has an account with the address that the invitation went to."""
    return User.objects.filter(email=seat.invited_address).first()


def _take_in(address: str, newcomer: Newcomer | None) -> User:
    if newcomer is None or not address:  # its owner deleted the account meanwhile
        raise NotProposed
    if settings.SIGN_UP == "closed":
        raise ClosedToNewcomers
    return User.objects.create_user(
        address, name=newcomer.name, language=newcomer.language, time_zone=newcomer.time_zone
    )
