"""What operators do about addresses: a lost mailbox, and adding a person."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.audit import note_act
from accounts.bots import OF_A_BOT, is_of_bot
from accounts.models import ChangeOfAddress, User
from accounts.services.addresses import post_confirmation
from accounts.services.authority import (
    ActRefused,
    checked_reason,
    refuse_oneself,
    refuse_unless_above,
)
from mail.addresses import normal_address
from mail.reports.suppression import active_suppressions
from mail.services import post

PERMISSION = "accounts.readdress_user"


@transaction.atomic
def ask_for_new_address(*, operator: User, person: User, address: str, reason: str) -> None:
    """Change the address once its owner confirms; the old one can object, also for a week after."""
    reason, address = checked_reason(reason), normal_address(address)
    refuse_to_readdress(operator, person)
    person = User.objects.select_for_update().get(pk=person.pk)
    _refuse_address(person, address)
    # Of several that were asked for, the last one counts.
    person.address_changes.filter(changed_at=None, undone_at=None).delete()
    change = ChangeOfAddress.objects.create(
        user=person, old=person.email, new=address, is_by_operator=True
    )
    post_confirmation(person=person, address=address, change=change)
    post(
        kind="address-to-change",
        to=person.email,
        key=f"address-to-change:{change.pk}",
        data={"change": change.pk},
    )
    note_act(operator, person, "asked a new address to confirm itself", reason=reason)


def refuse_to_readdress(operator: User, person: User) -> None:
    """Raise if this operator may not change this person's address, whatever it is to be."""
    # That of another operator is changed by its owner, or after the role was taken away.
    refuse_oneself(operator, person)
    refuse_unless_above(operator, person, PERMISSION)
    if person.is_staff or person.is_superuser:
        raise ActRefused(_("Nobody can change the address of an operator: take the role first."))
    if not person.is_active:
        raise ActRefused(_("This person may not sign in."))
    if person.address_changes.filter(is_by_operator=True, undone_at__isnull=False).exists():
        raise ActRefused(
            _("The owner of the old address has objected within the last 30 days: they read it.")
        )


@transaction.atomic
def add_person(*, operator: User, person: User, reason: str) -> None:
    """Keep a new person, who was not invited and need not sign up, and tell them."""
    reason = checked_reason(reason)
    refuse_unless_above(operator, person, "accounts.add_user")
    person.set_unusable_password()
    person.save(force_insert=True)
    post(
        kind="person-added",
        to=person.email,
        key=f"person-added:{person.pk}:{int(timezone.now().timestamp())}",
        data={"person": person.pk},
    )
    note_act(operator, person, "added", reason=reason)


def _refuse_address(person: User, address: str) -> None:
    if is_of_bot(address):
        raise ActRefused(OF_A_BOT)
    if address == person.email:
        raise ActRefused(_("This is the person's address already."))
    if User.objects.filter(email=address).exists():
        raise ActRefused(_("Somebody with this address is here already."))
    if active_suppressions(address).exists():
        raise ActRefused(_("Letters to this address came back, or were complained about."))
