"""What happens to people and letters, and what it means at the tables."""

from typing import Any

from django.db.models import F, Q
from django.dispatch import receiver

from accounts.models import User
from accounts.signals import address_changed, links_revoked
from duel.letters.trouble import tell_opponents
from duel.models import Seat
from mail.models import Letter
from mail.signals import delivery_trouble


@receiver(links_revoked)
def revoke_links_of_seats(person: User, **_: Any) -> None:
    """Kill every link to a game that this person has been sent, invitations included."""
    invited = Q(user=None, invited_address=person.email)
    Seat.objects.filter(Q(user=person) | invited).update(link_epoch=F("link_epoch") + 1)


@receiver(address_changed)
def keep_invitations(person: User, old: str, **_: Any) -> None:
    """Let invitations to the former address, which still wait for an answer, be for the new one."""
    Seat.objects.filter(user=None, invited_address=old).update(invited_address=person.email)


@receiver(delivery_trouble)
def tell_of_lost_letters(letter: Letter | None, reason: str, **_: Any) -> None:
    """Tell the others at the table that a letter to one of them did not arrive."""
    if letter is not None:
        tell_opponents(letter, reason)
