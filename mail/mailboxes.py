"""Mailboxes: what is sent to `nina+play@x.example` is read where `nina@x.example` is.

Accounts go by addresses. Only what guards somebody against letters that they never asked for goes
by mailboxes: else a new tag would make a new stranger.
"""

from django.db.models import Q

from lib.addresses import normal_address
from mail.models import Mute, Suppression

_DOTS_DO_NOT_COUNT = {"gmail.com", "googlemail.com"}


def mailbox_of(address: str) -> str:
    """Return what all spellings of an address have in common: no tag, no dots at Gmail."""
    person, domain = _parts(address)
    if domain in _DOTS_DO_NOT_COUNT:
        person, domain = person.replace(".", ""), "gmail.com"
    return f"{person}@{domain}"


def of_mailbox(address: str, field: str = "address") -> Q:
    """Return the condition that a column holds an address of the same mailbox, by whatever tag."""
    person, domain = _parts(address)
    plain = Q(**{field: f"{person}@{domain}"})
    return plain | Q(**{f"{field}__startswith": f"{person}+", f"{field}__endswith": f"@{domain}"})


def refuses(address: str, *, kind: str) -> bool:
    """Return whether a mailbox takes no letters, or wants none of this kind, under any address.

    What is muted about one topic is a matter of one account.
    """
    same = of_mailbox(address)
    muted = Mute.objects.filter(same, kind__in=["", kind], topic="")
    return muted.exists() or Suppression.objects.filter(same, lifted_at__isnull=True).exists()


def _parts(address: str) -> tuple[str, str]:
    person, _, domain = normal_address(address).rpartition("@")
    # A tag alone is no name: +tag@x.example stays what it is.
    return person[:1] + person[1:].partition("+")[0], domain
