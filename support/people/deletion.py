"""Deleting the account of somebody who has asked an operator for it."""

from django.db import transaction

from accounts.audit import note_act
from accounts.models import User
from accounts.services.authority import checked_reason, refuse_oneself, refuse_unless_above
from duel.seats.deletion import delete_account
from support.people.suspension import refuse_opponent


@transaction.atomic
def delete_for(*, operator: User, person: User, reason: str) -> None:
    """Delete the account of a person who has asked an operator for it."""
    reason = checked_reason(reason)
    refuse_oneself(operator, person)
    refuse_unless_above(operator, person, "accounts.delete_user")
    refuse_opponent(operator, person)
    note_act(operator, person, "deleted the account", reason=reason)
    delete_account(user=person, channel="operator")
