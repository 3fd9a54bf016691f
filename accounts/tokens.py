"""Links that let their reader in or act for a person: signed, one salt each, stored nowhere."""

from dataclasses import dataclass
from datetime import timedelta

from django.conf import settings
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language

from accounts.codes import request_of, token_of
from accounts.models import ChangeOfAddress, SignInRequest, User
from lib.signing import is_signed, signed_token, split_token
from mail.addresses import normal_address
from mail.models import Letter

ADDRESS_REQUEST_BYTES = 8
ADDRESS_SIGNATURE_BYTES = 12
"""96 bits, beside a random name, for a link that works once and for a few days only."""
SIGNATURE_BYTES = 16
_UNDO = "accounts.undo"
_PREFERENCES = "accounts.preferences"
_TIME_BYTES = 4
_LONGEST_NUMBER = 8
"""Bytes; a key of the database has fewer."""


class LinkIsDead(Exception):
    """The link is forged, revoked, too old, or was used."""


@dataclass(frozen=True)
class AddressChange:
    """What a good link about an address says: who is to have it."""

    person: User
    address: str
    mail: int = 0
    """The mail that the link is about, if any."""
    change: int = 0
    """The change that an operator has asked for, if any."""


@dataclass(frozen=True)
class AddressLink:
    """A kind of link about an address: the letter that brings it, and the page that it opens.

    The row of that letter keeps the address: a line of text is too short for it in the link.
    """

    salt: str
    letter: str
    page: str
    lasts: timedelta

    def key(self, request: str) -> str:
        """Return the key of the letter that was asked for under this name."""
        return f"{self.letter}:{request}"

    def url(self, person: User, address: str, *, request: str) -> str:
        """Return the link for the person's letter about this address."""
        made_at = int(timezone.now().timestamp()).to_bytes(_TIME_BYTES)
        token = signed_token(
            self.salt,
            bytes.fromhex(request) + made_at,
            bound_to=_address_binding(person, address),
            size=ADDRESS_SIGNATURE_BYTES,
        )
        return settings.SITE_URL + reverse(self.page, args=[token])

    def read(self, token: str, *, lock: bool = False) -> AddressChange:
        """Return what the link says; raise LinkIsDead if it is forged, revoked or too old."""
        parts = split_token(token, size=ADDRESS_SIGNATURE_BYTES)
        if parts is None or len(parts[0]) != ADDRESS_REQUEST_BYTES + _TIME_BYTES:
            raise LinkIsDead
        request, made_at = parts[0][:ADDRESS_REQUEST_BYTES], parts[0][ADDRESS_REQUEST_BYTES:]
        age = timezone.now().timestamp() - int.from_bytes(made_at)
        letter = Letter.objects.filter(key=self.key(request.hex())).first()
        if letter is None or age > self.lasts.total_seconds():
            raise LinkIsDead
        people = User.objects.select_for_update() if lock else User.objects.all()
        person = people.filter(pk=letter.data["person"], is_active=True).first()
        if person is None:
            raise LinkIsDead
        address = letter.data["address"]
        binding = _address_binding(person, address)
        if not is_signed(self.salt, *parts, bound_to=binding, size=ADDRESS_SIGNATURE_BYTES):
            raise LinkIsDead
        more = letter.data.get("mail") or 0, letter.data.get("change") or 0
        return AddressChange(person, address, *more)


CONFIRM_ADDRESS = AddressLink(
    "accounts.address", "confirm-address", "accounts:address-link", timedelta(days=1)
)
ADD_SENDER = AddressLink(
    "accounts.sender", "foreign-sender", "accounts:sender-link", timedelta(days=7)
)
CONFIRM_PATH = AddressLink(
    "accounts.path", "unproved-mail", "accounts:path-link", timedelta(days=7)
)


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
    """Return the link to the preferences, in every letter; it dies with the other links."""
    token = _number_token(_PREFERENCES, person.pk, bound_to=str(person.link_epoch))
    return settings.SITE_URL + reverse("accounts:preferences-link", args=[token])


def person_of_preferences(token: str) -> User | None:
    """Return whose preferences the link opens, or None if it is forged or revoked."""
    number, parts = _split_number(token)
    person = User.objects.filter(pk=number, is_active=True).first()
    if person is None:
        return None
    epoch = str(person.link_epoch)
    is_ours = is_signed(_PREFERENCES, *parts, bound_to=epoch, size=SIGNATURE_BYTES)
    return person if is_ours else None


def undo_url(change: ChangeOfAddress) -> str:
    """Return the link by which the old address takes a change back."""
    # It outlives revoked links: the owner of the new address could revoke them.
    token = _number_token(_UNDO, change.pk, bound_to=_undo_binding(change))
    return settings.SITE_URL + reverse("accounts:undo-link", args=[token])


def read_undo_token(token: str, *, lock: bool = False) -> ChangeOfAddress:
    """Return the change that the link takes back; raise LinkIsDead if it takes none back."""
    # With `lock` its person is locked too, the person first, as when an address is confirmed.
    number, parts = _split_number(token)
    changes = ChangeOfAddress.objects.select_related("user")
    change = changes.filter(pk=number, user__is_active=True).first()
    if change is None:
        raise LinkIsDead
    if lock:
        person = User.objects.select_for_update().get(pk=change.user_id)
        change.refresh_from_db()
        change.user = person
    is_ours = is_signed(_UNDO, *parts, bound_to=_undo_binding(change), size=SIGNATURE_BYTES)
    if not is_ours or not change.can_be_undone:
        raise LinkIsDead
    return change


def _undo_binding(change: ChangeOfAddress) -> str:
    return f"{change.user_id}:{change.old}:{change.new}"


def _address_binding(person: User, address: str) -> str:
    return f"{person.pk}:{person.link_epoch}:{address}"


def _number_token(salt: str, number: int, *, bound_to: str) -> str:
    data = number.to_bytes((number.bit_length() + 7) // 8)
    return signed_token(salt, data, bound_to=bound_to, size=SIGNATURE_BYTES)


def _split_number(token: str) -> tuple[int, tuple[bytes, bytes]]:
    """Return the number in a token, or 0, and its parts; this proves nothing."""
    parts = split_token(token, size=SIGNATURE_BYTES)
    if parts is None or len(parts[0]) >= _LONGEST_NUMBER or parts[0].startswith(b"\0"):
        return 0, (b"", b"")
    return int.from_bytes(parts[0]), parts
