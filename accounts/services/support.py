"""What operators do for a person who cannot get in or gets no letters; suspending somebody."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.audit import note_act
from accounts.models import Session, SignInRequest, User
from accounts.services.api_tokens import revoke_tokens
from accounts.services.authority import (
    ActRefused,
    checked_reason,
    refuse_oneself,
    refuse_unless_above,
)
from accounts.services.sign_in import ask_for_sign_in
from lib.reasons import REASON_LENGTH
from mail.models import Suppression
from mail.reports.suppression import confirm_address, suppress, suppression_of
from mail.services import post

SUSPENDED = "suspended"
LET_IN_AGAIN = "let-in-again"
_COLUMNS = ["suspended_at", "suspension_reason", "suspension_message", "is_active"]


@transaction.atomic
def send_sign_in_letter(*, operator: User, person: User, reason: str) -> None:
    """Send the person a sign-in letter, as if they had asked for it themselves."""
    reason = checked_reason(reason)
    refuse_unless_above(operator, person, "accounts.help_user")
    if not person.is_active:
        raise ActRefused(_("This person may not sign in."))
    request_id = ask_for_sign_in(
        address=person.email,
        network=f"operator {operator.pk}",
        language=person.language,
        is_known=True,
    )
    if not SignInRequest.objects.filter(pk=request_id, letter_sent=True).exists():
        raise ActRefused(
            _("This address has had as many sign-in letters as may be sent: wait an hour.")
        )
    note_act(operator, person, "sent a sign-in letter", reason=reason)


@transaction.atomic
def end_sessions(*, operator: User, person: User, reason: str) -> int:
    """Return in how many browsers the person was signed in, and is no longer."""
    reason = checked_reason(reason)
    refuse_unless_above(operator, person, "accounts.help_user")
    sessions = Session.objects.filter(user=person)
    ended = sessions.filter(expire_date__gt=timezone.now()).count()
    sessions.delete()
    revoke_tokens(person=person)
    note_act(operator, person, "ended all sessions", reason=reason)
    return ended


@transaction.atomic
def put_address_aside(*, operator: User, person: User, reason: str) -> None:
    """Send nothing more to the person's address until its owner or an operator confirms it."""
    reason = checked_reason(reason)
    refuse_unless_above(operator, person, "mail.change_suppression")
    was_done = suppress(address=person.email, reason=Suppression.Reason.OPERATOR, at=timezone.now())
    if not was_done:
        raise ActRefused(_("This address already takes no letters."))
    note_act(operator, person, "put the address aside", reason=reason)


@transaction.atomic
def lift_suppression(*, operator: User, person: User, reason: str) -> None:
    """Let letters go to the person's address again, and first those that were held back lately."""
    reason = checked_reason(reason)
    refuse_unless_above(operator, person, "mail.change_suppression")
    if suppression_of(person.email) is None:
        raise ActRefused(_("This address takes letters already."))
    confirm_address(person.email)
    note_act(operator, person, "let letters go to the address again", reason=reason)


@transaction.atomic
def suspend_person(*, operator: User, person: User, reason: str, message: str = "") -> None:
    """Suspend the person and end their sessions; they read the message, never the reason."""
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
