"""What a person's change of links or address means at the tables where they sit."""

from typing import Any

from django.db.models import F, Q
from django.dispatch import receiver

from accounts.models import User
from accounts.signals import address_changed, links_revoked
from duel.models import Seat


@receiver(links_revoked)
def revoke_links_of_seats(person: User, **_: Any) -> None:
    """Kill every link to a game that this person has been sent, invitations included."""
    invited = Q(user=None, invited_address=person.email)
    Seat.objects.filter(Q(user=person) | invited).update(link_epoch=F("link_epoch") + 1)


@receiver(address_changed)
def keep_invitations(person: User, old: str, **_: Any) -> None:
    """Let invitations to the former address, which still wait for an answer, be for the new one."""
    Seat.objects.filter(user=None, invited_address=old).update(invited_address=person.email)
