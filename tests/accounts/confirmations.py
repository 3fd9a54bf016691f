"""The link that confirms an address, as the letter brings it."""

from accounts.models import User
from accounts.services.addresses import post_confirmation
from mail.models import Letter
from mail.registry import builder_of


def confirmation_url(person: User, address: str) -> str:
    """Return the link in a letter that was asked for just now."""
    letter = Letter.objects.get(pk=post_confirmation(person=person, address=address))
    draft = builder_of(letter.kind)(letter.data)
    assert draft is not None
    return next(line for line in draft.text.splitlines() if "/me/address/" in line)


def confirmation_token(person: User, address: str) -> str:
    """Return the last part of that link."""
    return confirmation_url(person, address).rpartition("/")[2]
