"""Invitations by letter: who may write to whom, the letters posted, and the links in them."""

from collections.abc import Sequence
from datetime import timedelta

from django.conf import settings
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from duel.errors import ForgedLink, TooManyChallenges, TooManyInvitations
from duel.models import DeclinedInvitation, Game, Notice, Seat, Status
from duel.notices.kinds import INVITATION, INVITATION_ANSWER, PROPOSAL_OFF
from duel.record.links import INVITATION as INVITATION_KEY
from duel.record.links import (
    KeyPurpose,
    Link,
    Purpose,
    is_signed,
    link_token,
    prove_numbers,
    prove_text,
    read_key,
    read_link,
    signed_link,
    spell_key,
    was_made_early,
)
from mail.addresses import of_mailbox
from mail.models import Letter
from mail.services import post

ANSWERS = ("declined", "expired")
"""Why a game never began, where its proposer is told by letter."""
STRANGERS_A_DAY = 20
TO_A_STRANGER = (3, timedelta(days=30))
TO_A_MEMBER = (10, timedelta(days=1))
"""How many invitations by people whom they have not played with reach somebody in what time."""
OPEN_CHALLENGES = 10


def addresses_to_write_to(*, by: User, among: Sequence[str]) -> list[str]:
    """Return to which of these addresses an invitation goes by letter; the inviter is not told.

    People who have played with the inviter get every invitation; a stranger gets one letter from
    each inviter, and few from all of them together. Raise TooManyInvitations beyond a number of
    strangers a day.
    """
    known = set(
        User.objects.filter(
            email__in=among, seats__game__began_at__isnull=False, seats__game__seats__user=by
        ).values_list("email", flat=True)
    )
    strangers = [each for each in among if each not in known and _may_be_written_to(each, by=by)]
    if strangers and len(strangers) + _written_today(by) > STRANGERS_A_DAY:
        raise TooManyInvitations
    return [address for address in among if address in known or address in strangers]


def _may_be_written_to(stranger: str, *, by: User) -> bool:
    """Return whether one more invitation may go to a stranger's mailbox, under any address."""
    invited = Seat.objects.filter(of_mailbox(stranger, "invited_address"), user=None)
    declined = DeclinedInvitation.objects.filter(of_mailbox(stranger))
    by_them = {"game__seats__number": 0, "game__seats__user": by}
    if invited.filter(**by_them).exists() or declined.filter(**by_them).exists():
        return False
    is_member = User.objects.filter(email=stranger).exists()
    most, within = TO_A_MEMBER if is_member else TO_A_STRANGER
    letters = Letter.objects.filter(
        of_mailbox(stranger, "to"), kind=INVITATION, created_at__gt=timezone.now() - within
    )
    return letters.count() < most


def refuse_too_many_challenges(*, by: User) -> None:
    """Raise if this person's challenges already fill the lobby."""
    standing = Game.objects.filter(
        status=Status.PROPOSED, is_listed=True, seats__number=0, seats__user=by
    )
    if standing.count() >= OPEN_CHALLENGES:
        raise TooManyChallenges


def tell_proposer(game: Game) -> None:
    """Post the letter that an invitation was declined or ran out; nothing for a challenge."""
    seats = {seat.number: seat for seat in game.seats.select_related("user")}
    proposer = seats[0].user
    was_asked = any(seat.user is None and seat.invited_address for seat in seats.values())
    if game.off_because in ANSWERS and was_asked and proposer is not None:
        post(
            kind=INVITATION_ANSWER,
            to=proposer.email,
            key=f"{game.public_id}:0:{INVITATION_ANSWER}:0",
            data={"game": game.pk, "person": proposer.pk},
        )


def tell_joined(game: Game) -> None:
    """Post the letter that the game does not begin to all who have a seat, but for the proposer."""
    for seat in game.seats.select_related("user").filter(number__gt=0):
        if seat.user is not None and not seat.user.is_bot:
            post(
                kind=PROPOSAL_OFF,
                to=seat.user.email,
                key=f"{game.public_id}:{seat.number}:{PROPOSAL_OFF}:0",
                data={"game": game.pk, "person": seat.user.pk},
            )


def tell_of_free_seat(seat: Seat, what: str, **about: int) -> None:
    """Post the letter that a seat is free to the proposer: somebody has `declined` or `left`."""
    game = seat.game
    proposer = game.seats.select_related("user").get(number=0).user
    if proposer is not None:
        post(
            kind=INVITATION_ANSWER,
            to=proposer.email,
            key=f"{game.public_id}:{INVITATION_ANSWER}:{seat.number}:{what}",
            data={"game": game.pk, "person": proposer.pk, **about},
        )


def invitation_url(seat: Seat, page: str = "invitation") -> str:
    """Return the link in the letter that answers for this seat; it is shown to nobody else.

    `page` is `invitation`, `decline` or `never`.
    """
    link = Link(seat.game_id, seat.number, 0)
    token = link_token(Purpose.INVITATION, link, epoch=seat.link_epoch, text=_address_of(seat))
    return settings.SITE_URL + reverse(f"duel:{page}", args=[token])


def invitation_key(seat: Seat) -> str:
    """Return the key for answers by mail to the invitation to this seat."""
    link, text = Link(seat.game_id, seat.number, 0), _address_of(seat)
    signed = signed_link(KeyPurpose.INVITATION, link, epoch=seat.link_epoch, text=text)
    return spell_key(INVITATION_KEY, signed)


def seat_of_key(key: str) -> Seat:
    """Return the seat that an invitation with this key is for; raise ForgedLink or RevokedLink."""
    return _invited_seat(KeyPurpose.INVITATION, read_key(key))


def challenge_url(game: Game) -> str:
    """Return the link that can be handed to anybody; to join by it one signs in."""
    return settings.SITE_URL + reverse("duel:challenge", args=[game.public_id])


def invited_seat(token: str) -> Seat:
    """Return the seat that the link was made for; raise ForgedLink or RevokedLink."""
    return _invited_seat(Purpose.INVITATION, read_link(token))


def _invited_seat(purpose: Purpose | KeyPurpose, link: Link | None) -> Seat:
    if link is None:
        raise ForgedLink
    seats = Seat.objects.select_related("game", "user")
    seat = seats.filter(game=link.game, number=link.seat).first()
    if seat is None:
        raise ForgedLink
    epoch = seat.link_epoch
    prove_numbers(purpose, link, epoch=epoch, old_until=seat.game.old_links_until)
    prove_text(purpose, link, epoch=epoch, text=_address_of(seat))
    return seat


def declined_seat(token: str, *, is_revoked: bool) -> Seat | None:
    """Return the seat as it was when its invitation was declined or taken back; None for others.

    It has no row: nobody can take it by this link, but its reader may still refuse letters. There
    is no query for links that are not from us.
    """
    link = read_link(token)
    if link is None or not (is_revoked or was_made_early(Purpose.INVITATION, link)):
        return None
    those = DeclinedInvitation.objects.select_related("game").exclude(address="")
    for each in those.filter(game=link.game, number=link.seat):
        if is_signed(Purpose.INVITATION, link, epoch=each.link_epoch, text=each.address):
            return Seat(game=each.game, number=each.number, invited_address=each.address)
    return None


def was_taken_back(seat: Seat) -> bool:
    """Return whether the invitation to such a seat was taken back, and not declined."""
    those = DeclinedInvitation.objects.filter(game=seat.game, number=seat.number)
    last = those.filter(address=seat.invited_address).last()
    return last is not None and last.is_taken_back


def _address_of(seat: Seat) -> str:
    """Return the invited address, which is that of the player once it was accepted."""
    return seat.user.email if seat.user else seat.invited_address


def _written_today(by: User) -> int:
    since = timezone.now() - timedelta(days=1)
    return Notice.objects.filter(
        kind=INVITATION, created_at__gt=since, game__seats__number=0, game__seats__user=by
    ).count()
