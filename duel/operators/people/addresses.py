"""Changing the address of somebody who has lost their mailbox: who may, and what it does."""

from django.utils.translation import gettext

from accounts.models import User
from accounts.services.readdressing import ask_for_new_address, refuse_to_readdress
from duel.operators.people.suspension import refuse_opponent


def preview_readdressing(operator: User, person: User) -> list[str]:
    """Return what changing the address will do; raise if this operator cannot."""
    refuse_to_readdress(operator, person)
    refuse_opponent(operator, person)
    return [
        gettext("The new address gets a letter. It counts once its owner clicks the link in it."),
        gettext("The old address gets a letter at once, and another one when the new one counts."),
        gettext("By a link in either, it can object for a week: the old address counts then."),
        gettext("With the new address all sessions end, and new letters bring turns that wait."),
        gettext("Be sure that it is they who ask for it: call them, or look them in the eye."),
    ]


def readdress(*, operator: User, person: User, address: str, reason: str) -> None:
    """Ask the new address to confirm itself, and tell the old one; not for one's opponent."""
    refuse_opponent(operator, person)
    ask_for_new_address(operator=operator, person=person, address=address, reason=reason)
