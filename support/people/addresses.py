"""Changing the address of somebody who has lost their mailbox: who may, and what it does."""

from django.utils.translation import gettext

from accounts.models import User
from accounts.services.readdressing import ask_for_new_address, refuse_to_readdress
from support.people.suspension import refuse_opponent


def preview_readdressing(operator: User, person: User) -> list[str]:
    """Return what changing the address will do; raise if this operator cannot."""
    refuse_to_readdress(operator, person)
    refuse_opponent(operator, person)
    return [
        gettext("The new address gets a letter. It counts once its owner clicks the link in it."),
        gettext("The old address gets a letter now, and another one once the new address counts."),
        gettext("Both have a link to object within a week; the old address then counts again."),
        gettext("Once the new address counts, all sessions end, and waiting turns are sent there."),
        gettext("Make sure that it was really this person who asked: call them, or meet them."),
    ]


def readdress(*, operator: User, person: User, address: str, reason: str) -> None:
    """Ask the new address to confirm itself, and tell the old one; not for one's opponent."""
    refuse_opponent(operator, person)
    ask_for_new_address(operator=operator, person=person, address=address, reason=reason)
