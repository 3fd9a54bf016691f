"""Keeping a person out, and letting them in again. What becomes of games is told in `duel`."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.audit import note_act
from accounts.models import Session, User
from accounts.services.authority import (
    ActRefused,
    checked_reason,
    refuse_oneself,
    refuse_unless_above,
)
from mail.services import post

SUSPENDED = "suspended"
LET_IN_AGAIN = "let-in-again"


@transaction.atomic
def suspend_person(*, operator: User, person: User, reason: str) -> None:
    """Let the person neither sign in nor use a link, end their sessions, and tell them why."""
    reason = checked_reason(reason)
    refuse_oneself(operator, person)
    refuse_unless_above(operator, person, "accounts.suspend_user")
    locked = User.objects.select_for_update().get(pk=person.pk)
    if locked.suspended_at is not None:
        raise ActRefused(_("This person is suspended already."))
    person.suspended_at, person.suspension_reason = timezone.now(), reason
    person.is_active = False
    person.save(update_fields=["suspended_at", "suspension_reason", "is_active"])
    Session.objects.filter(user=person).delete()
    note_act(operator, person, "suspended", reason=reason)
    _tell(person, SUSPENDED)


@transaction.atomic
def lift_suspension(*, operator: User, person: User, reason: str) -> None:
    """Let the person in again, and tell them."""
    reason = checked_reason(reason)
    refuse_unless_above(operator, person, "accounts.suspend_user")
    locked = User.objects.select_for_update().get(pk=person.pk)
    if locked.suspended_at is None:
        raise ActRefused(_("This person is not suspended."))
    person.suspended_at, person.suspension_reason = None, ""
    person.is_active = True
    person.save(update_fields=["suspended_at", "suspension_reason", "is_active"])
    note_act(operator, person, "lifted the suspension", reason=reason)
    _tell(person, LET_IN_AGAIN)


def _tell(person: User, kind: str) -> None:
    now = timezone.now()
    post(
        kind=kind,
        to=person.email,
        key=f"{kind}:{person.pk}:{int(now.timestamp() * 1000)}",
        data={"person": person.pk},
    )
