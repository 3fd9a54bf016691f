"""Links that let their holder in or act for a person: signed, one salt each, stored nowhere."""

from dataclasses import dataclass
from datetime import timedelta

from django.conf import settings
from django.core import signing
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language

from accounts.codes import request_of, token_of
from accounts.models import SignInRequest, User, normal_address
from accounts.seals import is_sealed, sealed, split

ADDRESS_LINK_IS_GOOD_FOR = timedelta(days=1)
SEAL_BYTES = 16
_PREFERENCES = "accounts.preferences"
_LONGEST_NUMBER = 8
"""Bytes; a key of the database has fewer."""


@dataclass(frozen=True)
class AddressChange:
    """What a good confirmation link says: whose address is to be what."""

    person: User
    address: str


def sign_in_url(address: str, *, lifetime: timedelta | None = None) -> str:
    """Return the full address of a page on which the owner of this e-mail address signs in."""
    request = SignInRequest.objects.create(
        address=normal_address(address),
        language=get_language() or settings.LANGUAGE_CODE,
        expires_at=timezone.now() + (lifetime or timedelta(minutes=settings.SIGN_IN_MINUTES)),
    )
    return sign_in_url_of(request)


def sign_in_url_of(request: SignInRequest) -> str:
    """Return the link of a request that was made before."""
    return settings.SITE_URL + reverse("accounts:sign-in-link", args=[token_of(request)])


def open_request(token: str) -> SignInRequest | None:
    """Return the request that the link belongs to, or None if it is forged, used or too old."""
    pk = request_of(token)
    request = SignInRequest.objects.filter(pk=pk).first() if pk else None
    return request if request and request.is_open else None


def preferences_url(person: User) -> str:
    """Return the link in every letter: it shows and changes how its reader is written to.

    It lasts until the person revokes their links or has a new address.
    """
    number = person.pk.to_bytes((person.pk.bit_length() + 7) // 8)
    token = sealed(_PREFERENCES, number, bound_to=str(person.link_epoch), size=SEAL_BYTES)
    return settings.SITE_URL + reverse("accounts:preferences-link", args=[token])


def person_of_preferences(token: str) -> User | None:
    """Return whose preferences the link opens, or None if it is forged or revoked."""
    parts = split(token, size=SEAL_BYTES)
    if parts is None or len(parts[0]) >= _LONGEST_NUMBER or parts[0].startswith(b"\0"):
        return None
    person = User.objects.filter(pk=int.from_bytes(parts[0]), is_active=True).first()
    if person is None or not is_sealed(_PREFERENCES, *parts, bound_to=str(person.link_epoch)):
        return None
    return person


def address_url(person: User, address: str) -> str:
    """Return the link by which the reader of a letter to this address confirms it."""
    token = _address_signer().sign_object([person.pk, person.link_epoch, normal_address(address)])
    return settings.SITE_URL + reverse("accounts:address-link", args=[token])


def read_address_token(token: str, *, lock: bool = False) -> AddressChange | None:
    """Return what the link says, or None if it is forged, revoked or too old."""
    try:
        pk, epoch, address = _address_signer().unsign_object(
            token, max_age=ADDRESS_LINK_IS_GOOD_FOR
        )
    except (signing.BadSignature, ValueError, TypeError):
        return None
    people = User.objects.select_for_update() if lock else User.objects.all()
    person = people.filter(pk=pk, link_epoch=epoch, is_active=True).first()
    return AddressChange(person, address) if person else None


def _address_signer() -> signing.TimestampSigner:
    return signing.TimestampSigner(salt="accounts.address")
