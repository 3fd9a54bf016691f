"""Letters about accounts, and when people want no other letters."""

import uuid
from typing import Any

from django.conf import settings
from django.db import connection
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.codes import code_of
from accounts.local_time.hours import quiet_until
from accounts.models import ChangeOfAddress, SignInRequest, User
from accounts.selectors import believed_addresses, person_at
from accounts.services.sign_in import may_sign_in
from accounts.tokens import (
    ADD_SENDER,
    CONFIRM_ADDRESS,
    CONFIRM_PATH,
    preferences_url,
    sign_in_url_of,
    undo_url,
)
from mail.addresses import normal_address
from mail.models import InboundMail, OutcomeCode
from mail.previews import Secrecy, set_secrecy
from mail.registry import Draft, Wishes, knows_wishes, letter
from mail.sending.rendering import render

# The code of a sign-in letter is a key; the others of this room hold nothing but links.
set_secrecy(Secrecy.KEY, "sign-in")
set_secrecy(Secrecy.OPEN, "confirm-address", "address-changed", "address-to-change")
set_secrecy(Secrecy.OPEN, "address-restored", "person-added", "suspended", "let-in-again")


QUOTED_OF_UNPROVED = 300
"""Characters of a mail that are shown to the person who is asked whether they wrote it."""


@knows_wishes
def preferences_of(address: str) -> Wishes:
    """Return what letters its owner wants when; in a transaction this locks their row."""
    email = normal_address(address)
    if connection.in_atomic_block:
        person = User.objects.select_for_update(no_key=True).filter(email=email).first()
    else:
        person = person_at(email)
    if person is None:
        return Wishes()
    return Wishes(
        wait_until=quiet_until(person, now=timezone.now()),
        are_daily=person.letters == User.Letters.DIGEST,
    )


@letter("sign-in", name=_("sign-in"), one=_("sign-in"), asked_for=True)
def sign_in_letter(data: dict[str, Any]) -> Draft | None:
    """Return the letter with a code and a link that sign its reader in, if they may."""
    sign_in_request = SignInRequest.objects.filter(pk=uuid.UUID(data["request"])).first()
    if sign_in_request is None or not sign_in_request.is_open:
        return None
    person = User.objects.filter(email=sign_in_request.address).first()
    if person is not None and person.suspended_at is not None:
        return suspended_draft(person)  # the page tells nobody whose it is: the letter does
    if not may_sign_in(sign_in_request.address) or (person is None and data.get("members_only")):
        return None
    context = {
        "url": sign_in_url_of(sign_in_request),
        "code": code_of(sign_in_request),
        "minutes": sign_in_request.minutes,
        "preferences_url": preferences_url(person) if person else "",
    }
    return render("sign_in", context, person.language if person else sign_in_request.language)


@letter(
    "confirm-address", name=_("address confirmation"), one=_("address confirmation"), asked_for=True
)
def confirm_address_letter(data: dict[str, Any]) -> Draft | None:
    """Return the letter by which a person confirms an address."""
    person = _person(data, link_epoch=data["epoch"], is_active=True)
    if person is None:
        return None
    address = data["address"]
    url = CONFIRM_ADDRESS.url(person, address, request=data["request"])
    return _draft("confirm_address", person, url=url, is_new=person.email != address)


@letter(
    "address-changed", name=_("changes of address"), one=_("change of address"), can_be_muted=False
)
def address_changed_letter(data: dict[str, Any]) -> Draft | None:
    """Return the letter that tells the old address of the new one, without naming it."""
    # A letter that was queued by an earlier version brings no way back.
    change = ChangeOfAddress.objects.filter(pk=data.get("change") or 0).first()
    return _draft("address_changed", _person(data), url=undo_url(change) if change else "")


@letter(
    "address-to-change",
    name=_("changes of address"),
    one=_("change of address to come"),
    can_be_muted=False,
)
def address_to_change_letter(data: dict[str, Any]) -> Draft | None:
    """Return the letter by which the old address objects to what an operator was asked for."""
    change = ChangeOfAddress.objects.select_related("user").filter(pk=data["change"]).first()
    if change is None or not change.can_be_undone:
        return None
    return _draft("address_to_change", change.user, url=undo_url(change))


@letter(
    "address-restored",
    name=_("changes of address"),
    one=_("change of address taken back"),
    can_be_muted=False,
)
def address_restored_letter(data: dict[str, Any]) -> Draft | None:
    """Return the letter that tells the new address that the old one counts again."""
    return _draft("address_restored", _person(data))


@letter(
    "foreign-sender",
    name=_("mail from other addresses"),
    one=_("mail from another address"),
    can_be_muted=False,
)
def foreign_sender_letter(data: dict[str, Any]) -> Draft | None:
    """Return the letter that names, in full, an unknown address that sent mail for their game."""
    person = _person(data, link_epoch=data["epoch"], is_active=True)
    if person is None or data["address"] in believed_addresses(person):
        return None
    address = data["address"]
    url = ADD_SENDER.url(person, address, request=data["request"])
    return _draft("foreign_sender", person, url=url, address=address)


@letter("unproved-mail", name=_("mail by new ways"), one=_("mail by a new way"), can_be_muted=False)
def unproved_mail_letter(data: dict[str, Any]) -> Draft | None:
    """Return the letter that asks a person whether a mail in their name is theirs."""
    person = _person(data, link_epoch=data["epoch"], is_active=True)
    unconfirmed = InboundMail.objects.filter(outcome=OutcomeCode.UNCONFIRMED).defer("raw")
    mail = unconfirmed.filter(pk=data["mail"]).first()
    if person is None or mail is None:
        return None
    url = CONFIRM_PATH.url(person, data["address"], request=data["request"])
    quoted = str(mail.reading.get("quote", ""))[:QUOTED_OF_UNPROVED].splitlines()
    return _draft("unproved_mail", person, url=url, path=data["address"], quoted=quoted)


@letter("suspended", name=_("suspensions"), one=_("suspension"), can_be_muted=False)
def suspended_letter(data: dict[str, Any]) -> Draft | None:
    """Return the letter that tells a person that they are suspended, and why."""
    person = _person(data, suspended_at__isnull=False)
    return suspended_draft(person) if person else None


@letter("let-in-again", name=_("suspensions"), one=_("end of a suspension"), can_be_muted=False)
def let_in_again_letter(data: dict[str, Any]) -> Draft | None:
    """Return the letter that tells a person that their suspension is over."""
    return _draft("let_in_again", _person(data, is_active=True))


def _person(data: dict[str, Any], **conditions: Any) -> User | None:
    """Return the person whom the letter is about, if they are as it needs them to be."""
    return User.objects.filter(pk=data["person"], **conditions).first()


def _draft(template: str, person: User | None, **context: Any) -> Draft | None:
    """Return the letter in the person's language, with their name; None if there is no person."""
    return render(template, {"name": str(person), **context}, person.language) if person else None


def suspended_draft(person: User) -> Draft:
    """Return what somebody reads who is kept out, whatever letter they have asked for."""
    context = {"name": str(person), "message": person.suspension_message}
    return render("suspended", context, person.language)


@letter(
    "second-factor",
    name=_("changes of the second factor"),
    one=_("change of the second factor"),
    can_be_muted=False,
)
def second_factor_letter(data: dict[str, Any]) -> Draft | None:
    """Return the letter that tells an operator that their second factor has changed."""
    return _draft("second_factor", _person(data, is_active=True), what=data["what"])


@letter("person-added", name=_("new accounts"), one=_("new account"), can_be_muted=False)
def person_added_letter(data: dict[str, Any]) -> Draft | None:
    """Return the letter that tells a person that an operator has opened an account for them."""
    person = _person(data, is_active=True)
    if person is None:
        return None
    url = settings.SITE_URL + reverse("accounts:sign-in")
    return _draft("person_added", person, url=url, address=person.email)


@letter("accounts-merged", name=_("merged accounts"), one=_("accounts merged"), can_be_muted=False)
def accounts_merged_letter(data: dict[str, Any]) -> Draft | None:
    """Return the letter that tells both addresses of it; neither is told the other."""
    return _draft("accounts_merged", _person(data), is_kept=data["is_kept"])
