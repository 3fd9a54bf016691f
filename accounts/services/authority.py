"""Who may do something to whom: nobody to those above them, and not everything to themselves."""

from django.core.exceptions import PermissionDenied
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.models import User

REASON_LENGTH = 500


class ActRefused(Exception):
    """What an operator wants to do cannot be done; nothing was written. A sentence for them."""

    def __init__(self, sentence: str | Promise) -> None:
        """Say why."""
        super().__init__(sentence)

    def __str__(self) -> str:
        return str(self.args[0])


def refuse_unless_above(operator: User, person: User, permission: str) -> None:
    """Raise unless the operator has the permission and the person is not their equal or above.

    Only who gives roles does anything to other operators, and only a superuser to a superuser.
    To a bot nobody does anything: it is part of the program.
    """
    if not operator.has_perm(permission):
        raise PermissionDenied
    if person.is_bot:
        raise ActRefused(_("This is a bot: there is nobody to do that to."))
    if person.is_superuser and not operator.is_superuser:
        raise ActRefused(_("Only another superuser can do that to a superuser."))
    if person.is_staff and person != operator and not operator.has_perm("accounts.give_roles"):
        raise ActRefused(_("Only an admin can do that to another operator."))


def refuse_oneself(operator: User, person: User) -> None:
    """Raise if the operator is that person."""
    if operator == person:
        raise ActRefused(_("Nobody can do that to themselves: ask another operator."))


def checked_reason(reason: str) -> str:
    """Return the reason as it is kept; raise if there is none or it is too long."""
    reason = " ".join(reason.split())
    if not reason:
        raise ActRefused(_("Say why: the reason stands in the audit log."))
    if len(reason) > REASON_LENGTH:
        raise ActRefused(_("The reason is too long."))
    return reason
