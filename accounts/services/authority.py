"""Who operates, in which roles, and who may do something to whom: nobody to those above them."""

from django.contrib.auth.backends import ModelBackend
from django.contrib.auth.models import Group
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.audit import note_act
from accounts.models import Session, User
from lib.reasons import REASON_LENGTH, in_one_line


class ActRefused(Exception):
    """What an operator wants to do cannot be done; nothing was written. A sentence for them."""

    def __init__(self, sentence: str | Promise) -> None:
        super().__init__(sentence)

    def __str__(self) -> str:
        return str(self.args[0])


def refuse_unless_above(operator: User, person: User, permission: str) -> None:
    """Raise unless the operator has the permission and the person is below them and no bot."""
    # Only admins act on other operators, and only a superuser on a superuser.
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
    """Return the reason as it is kept; raise if it is empty or too long."""
    reason = in_one_line(reason)
    if not reason:
        raise ActRefused(_("Say why: the reason stands in the audit log."))
    if len(reason) > REASON_LENGTH:
        raise ActRefused(_("The reason is too long."))
    return reason


def operators_who_may(permission: str) -> QuerySet[User]:
    """Return the active operators who have a permission such as `support.change_dispute`."""
    return ModelBackend().with_perm(permission).filter(is_staff=True).order_by("pk")


@transaction.atomic
def give_role(*, operator: User, person: User, role: str, reason: str) -> None:
    """Give the person this role and no other (none if it is empty), and end their sessions."""
    reason = checked_reason(reason)
    refuse_oneself(operator, person)
    refuse_unless_above(operator, person, "accounts.give_roles")
    groups = list(Group.objects.filter(name=role)) if role else []
    if role and not groups:
        raise ActRefused(_("There is no such role."))
    if person.suspended_at is not None and role:
        raise ActRefused(_("A suspended person cannot have a role."))
    person.groups.set(groups)
    person.user_permissions.clear()
    person.is_staff = bool(groups)
    person.save(update_fields=["is_staff"])
    Session.objects.filter(user=person).delete()
    note_act(operator, person, f"gave the role {role}" if role else "took the role", reason=reason)


def role_of(person: User) -> str:
    """Return the name of the person's role, as it is stored, or nothing."""
    return ", ".join(sorted(group.name for group in person.groups.all()))
