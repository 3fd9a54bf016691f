"""A new address: it counts once its owner has confirmed it, and the old one can undo it."""

import secrets

import structlog
from django.contrib.sessions.backends.base import SessionBase
from django.db import transaction
from django.utils import timezone

from accounts.models import ChangeOfAddress, SenderAddress, SenderPath, User
from accounts.models.addresses import KEPT_FOR
from accounts.requests import within_limit
from accounts.services.preferences import revoke_links
from accounts.signals import address_changed
from accounts.tokens import (
    ADDRESS_REQUEST_BYTES,
    CONFIRM_ADDRESS,
    AddressChange,
    AddressLink,
    LinkIsDead,
    read_undo_token,
)
from mail.addresses import mailbox_of, normal_address
from mail.reports.suppression import confirm_address
from mail.services import change_address, post

log = structlog.get_logger(__name__)

LETTERS_PER_PERSON = (5, 24 * 60 * 60)
LETTERS_PER_ADDRESS = (3, 24 * 60 * 60)


class AddressIsTaken(Exception):
    """Somebody else plays under this address."""


def ask_to_confirm(*, person: User, address: str) -> None:
    """Post the letter that confirms the address; the caller learns of no owner and no limit."""
    address = normal_address(address)
    if not within_limit(f"address:person:{person.pk}", *LETTERS_PER_PERSON):
        return
    # One's own address: nobody else uses up what its owner may ask for.
    asks = f"{person.pk}:" if address == person.email else ""
    if not within_limit(f"address:address:{asks}{mailbox_of(address)}", *LETTERS_PER_ADDRESS):
        return
    post_confirmation(person=person, address=address)


def post_confirmation(*, person: User, address: str, change: ChangeOfAddress | None = None) -> int:
    """Return the primary key of the letter; `change` is what an operator has asked for."""
    address, asked = normal_address(address), change.pk if change else None
    return post_link(CONFIRM_ADDRESS, person=person, to=address, address=address, change=asked)


def post_link(
    link: AddressLink, *, person: User, to: str, address: str, **facts: int | None
) -> int:
    """Return the primary key of the letter that brings such a link; its row says what it is for."""
    request = secrets.token_hex(ADDRESS_REQUEST_BYTES)
    data: dict[str, str | int | None] = {
        "person": person.pk,
        "epoch": person.link_epoch,
        "address": address,
        "request": request,
    }
    return post(kind=link.letter, to=to, key=link.key(request), data=data | facts)


def confirm(*, token: str, this: SessionBase | None = None) -> User:
    """Return the person, who from now on has the address that the link confirms."""
    # With a new address all former links die, all sessions but `this` end, and what waits for the
    # old one goes to the new.
    with transaction.atomic():
        link = CONFIRM_ADDRESS.read(token, lock=True)
        person, old, new = link.person, link.person.email, link.address
        change = _change_of(link)
        if new != old:
            _give(person, new)
        # Before the links die: a turn that was held back waits then, and gives way to a new one.
        confirm_address(new)
        if new != old:
            _part_from(person, change, this)
    return person


def _change_of(link: AddressChange) -> ChangeOfAddress:
    """Return what the old address will be able to undo; raise if it has objected already."""
    person = link.person
    if not link.change:
        return ChangeOfAddress(user=person, old=person.email, new=link.address)
    change = ChangeOfAddress.objects.select_for_update().filter(pk=link.change).first()
    is_open = change is not None and change.undone_at is None and change.old == person.email
    # Who has become an operator since is protected as operators are.
    if change is None or not is_open or person.is_staff:
        raise LinkIsDead
    return change


def _give(person: User, new: str) -> None:
    """Make the address the person's, with what was meant for the old one."""
    if User.objects.filter(email=new).exclude(pk=person.pk).exists():
        raise AddressIsTaken
    # A confirmed address is its owner's alone: nobody else's mail from there is believed.
    SenderAddress.objects.filter(address=new).delete()
    old, person.email = person.email, new
    person.save(update_fields=["email"])
    change_address(old=old, new=new)


def _part_from(person: User, change: ChangeOfAddress, this: SessionBase | None) -> None:
    """Kill what letters to the old address have brought, and tell it so, with a way back."""
    change.changed_at = timezone.now()
    change.save()
    revoke_links(person=person, this=this)
    address_changed.send(User, person=person, old=change.old)
    post(
        kind="address-changed",
        to=change.old,
        key=f"address-changed:{person.pk}:{person.link_epoch}",
        data={"person": person.pk, "change": change.pk},
    )


@transaction.atomic
def undo_change(*, token: str) -> ChangeOfAddress:
    """Undo this change, which is returned, and all later ones: nobody undoes the undoing."""
    # A later change that has not taken effect yet never will.
    change = read_undo_token(token, lock=True)
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
