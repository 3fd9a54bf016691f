"""The old address takes a change back: by a link that is good for a week, and works once."""

import structlog
from django.db import transaction
from django.utils import timezone

from accounts.models import ChangeOfAddress, SenderAddress, SenderPath, User
from accounts.models.address_change import KEPT_FOR
from accounts.services.addresses import AddressIsTaken, LinkIsDead
from accounts.services.preferences import revoke_links
from accounts.signals import address_changed
from accounts.tokens import read_undo_token
from mail.reports.suppression import confirm_address
from mail.services import change_address, post

log = structlog.get_logger(__name__)


@transaction.atomic
def undo_change(*, token: str) -> ChangeOfAddress:
    """Return the change that is undone: letters go to the old address again, and nowhere else.

    Whatever came after it is undone as well, so that nobody undoes the undoing. One that has not
    taken effect yet never will.
    """
    change = read_undo_token(token, lock=True)
    if change is None:
        raise LinkIsDead
    undone = ChangeOfAddress.objects.filter(pk=change.pk)
    if change.changed_at is not None:
        _give_back(change.user, change)
        undone = ChangeOfAddress.objects.filter(user=change.user, changed_at__gte=change.changed_at)
        ChangeOfAddress.objects.filter(user=change.user, changed_at=None).delete()
    undone.filter(undone_at=None).update(undone_at=timezone.now())
    log.warning("address_change_undone", person=change.user_id, by_operator=change.is_by_operator)
    return change


def delete_old_changes() -> None:
    """Delete changes of address that nobody can undo or has to know of any more."""
    ChangeOfAddress.objects.filter(asked_at__lt=timezone.now() - KEPT_FOR).delete()


def _give_back(person: User, change: ChangeOfAddress) -> None:
    """Make the old address the person's again, and end all that the new one has opened."""
    if User.objects.filter(email=change.old).exclude(pk=person.pk).exists():
        raise AddressIsTaken
    lost, person.email = person.email, change.old
    person.save(update_fields=["email"])
    change_address(old=lost, new=change.old)
    SenderAddress.objects.filter(address=change.old).delete()
    SenderAddress.objects.filter(user=person, added_at__gte=change.changed_at).delete()
    SenderPath.objects.filter(user=person, added_at__gte=change.changed_at).delete()
    confirm_address(change.old)
    revoke_links(person=person)
    address_changed.send(User, person=person, old=lost)
    post(
        kind="address-restored",
        to=lost,
        key=f"address-restored:{change.pk}",
        data={"person": person.pk},
    )
