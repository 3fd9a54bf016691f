"""Keeping a person out, and letting them in again. What becomes of games is told in `duel`."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.audit import note_act
from accounts.models import Session, User
from accounts.services.authority import (
    REASON_LENGTH,
    ActRefused,
    checked_reason,
    refuse_oneself,
    refuse_unless_above,
)
from mail.services import post

SUSPENDED = "suspended"
LET_IN_AGAIN = "let-in-again"
_COLUMNS = ["suspended_at", "suspension_reason", "suspension_message", "is_active"]


@transaction.atomic
def suspend_person(*, operator: User, person: User, reason: str, message: str = "") -> None:
    """Let the person neither sign in nor use a link, end their sessions, and tell them.

    The reason is for the record; the message is what the person reads, if anything.
    """
    reason = checked_reason(reason)
    message = message.replace("\0", "").strip()[:REASON_LENGTH]  # the form refuses more
    refuse_oneself(operator, person)
    refuse_unless_above(operator, person, "accounts.suspend_user")
    locked = User.objects.select_for_update().get(pk=person.pk)
    if locked.suspended_at is not None:
        raise ActRefused(_("This person is suspended already."))
    person.suspended_at, person.suspension_reason = timezone.now(), reason
    person.suspension_message, person.is_active = message, False
    person.save(update_fields=_COLUMNS)
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
    person.suspension_message, person.is_active = "", True
    person.save(update_fields=_COLUMNS)
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
