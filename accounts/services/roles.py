"""Giving and taking the roles of operators."""

from django.contrib.auth.models import Group
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.audit import note_act
from accounts.models import Session, User
from accounts.services.authority import (
    ActRefused,
    checked_reason,
    refuse_oneself,
    refuse_unless_above,
)


@transaction.atomic
def give_role(*, operator: User, person: User, role: str, reason: str) -> None:
    """Let the person have this role and no other; none at all if it is empty.

    Their sessions end: whoever comes back has the rights, and the short session, of the new role.
    """
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
