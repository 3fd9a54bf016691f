"""What happens to people and letters, and what it means at the tables."""

from datetime import datetime
from typing import Any

from django.db.models import F, Q
from django.dispatch import receiver

from accounts.models import User
from accounts.signals import address_changed, links_revoked
from duel.letters.trouble import tell_opponents
from duel.models import Notice, Seat
from duel.models.notice import YOUR_TURN
from duel.notices import TURN_GOES_ON
from duel.services.clocks import letter_has_arrived, letter_was_lost
from mail.models import Letter, Suppression
from mail.signals import delivery_trouble, letter_arrived
from mail.suppression import suppression_of


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


@receiver(letter_arrived)
def start_clock(letter: Letter, at: datetime, **_: Any) -> None:
    """Let the time of a turn run from when its letter has arrived."""
    if (notice := _turn_of(letter)) is not None:
        letter_has_arrived(notice=notice, at=at)


@receiver(delivery_trouble)
def stop_clock(address: str, letter: Letter | None, reason: str, **_: Any) -> None:
    """Let the time of a turn stand still whose letter came back or could not be sent.

    Who has called us spam wants no letters, and has the time from the move on.
    """
    suppression = suppression_of(address)
    unwanted = suppression is not None and suppression.reason == Suppression.Reason.COMPLAINED
    notice = _turn_of(letter) if letter is not None and not unwanted else None
    if notice is not None and reason != "complained":
        letter_was_lost(notice=notice)


def _turn_of(letter: Letter) -> Notice | None:
    """Return the notice of the turn that a letter brings."""
    if letter.kind not in (YOUR_TURN, TURN_GOES_ON):
        return None
    return Notice.objects.select_related("game").filter(pk=letter.data.get("notice")).first()
