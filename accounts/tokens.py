"""Links that let their holder in or act for a person: signed, one salt each, stored nowhere."""

from collections.abc import Callable
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

ADDRESS_LINK_IS_GOOD_FOR = timedelta(days=1)
SENDER_LINK_IS_GOOD_FOR = timedelta(days=7)
ADDRESS_REQUEST_BYTES = 8
ADDRESS_SIGNATURE_BYTES = 12
"""96 bits, beside a random name, for a link that works once and for a day only."""
SIGNATURE_BYTES = 16
_ADDRESS = "accounts.address"
_SENDER = "accounts.sender"
_PATH = "accounts.path"
_UNDO = "accounts.undo"
_PREFERENCES = "accounts.preferences"
_TIME_BYTES = 4
_LONGEST_NUMBER = 8
"""Bytes; a key of the database has fewer."""


@dataclass(frozen=True)
class AddressChange:
    """What a good link about an address says: whose it is to be."""

    person: User
    address: str
    mail: int = 0
    """The mail that is asked about, if it is asked whose it is."""
    change: int = 0
    """The change that an operator has asked for, if one has."""


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
    token = signed_token(
        _PREFERENCES, number, bound_to=str(person.link_epoch), size=SIGNATURE_BYTES
    )
    return settings.SITE_URL + reverse("accounts:preferences-link", args=[token])


def person_of_preferences(token: str) -> User | None:
    """Return whose preferences the link opens, or None if it is forged or revoked."""
    parts = split_token(token, size=SIGNATURE_BYTES)
    if parts is None or len(parts[0]) >= _LONGEST_NUMBER or parts[0].startswith(b"\0"):
        return None
    person = User.objects.filter(pk=int.from_bytes(parts[0]), is_active=True).first()
    if person is None:
        return None
    epoch = str(person.link_epoch)
    is_ours = is_signed(_PREFERENCES, *parts, bound_to=epoch, size=SIGNATURE_BYTES)
    return person if is_ours else None


def undo_url(change: ChangeOfAddress) -> str:
    """Return the link by which the old address takes a change back.

    It outlives revoked links: the owner of the new address could revoke them.
    """
    number = change.pk.to_bytes((change.pk.bit_length() + 7) // 8)
    token = signed_token(_UNDO, number, bound_to=_undo_binding(change), size=SIGNATURE_BYTES)
    return settings.SITE_URL + reverse("accounts:undo-link", args=[token])


def read_undo_token(token: str, *, lock: bool = False) -> ChangeOfAddress | None:
    """Return the change that the link takes back, or None if it is forged, used or too old.

    With `lock` its person is locked too, the person first, as when an address is confirmed.
    """
    parts = split_token(token, size=SIGNATURE_BYTES)
    if parts is None or len(parts[0]) >= _LONGEST_NUMBER or parts[0].startswith(b"\0"):
        return None
    changes = ChangeOfAddress.objects.select_related("user")
    change = changes.filter(pk=int.from_bytes(parts[0]), user__is_active=True).first()
    if change is None:
        return None
    if lock:
        person = User.objects.select_for_update().get(pk=change.user_id)
        change.refresh_from_db()
        change.user = person
    is_ours = is_signed(_UNDO, *parts, bound_to=_undo_binding(change), size=SIGNATURE_BYTES)
    return change if is_ours and change.can_be_undone else None


def _undo_binding(change: ChangeOfAddress) -> str:
    return f"{change.user_id}:{change.old}:{change.new}"


def address_key(request: str) -> str:
    """Return the key of the letter that was asked for under this name.

    Its row keeps the address, for which the link has no room: a line of text is too short.
    """
    return f"confirm-address:{request}"


def sender_key(request: str) -> str:
    """Return the key of the letter that offers to believe another sender; its row is read too."""
    return f"foreign-sender:{request}"


def path_key(request: str) -> str:
    """Return the key of the letter that asks whose mail it is; its row is read too."""
    return f"unproved-mail:{request}"


def address_url(person: User, address: str, *, request: str) -> str:
    """Return the link by which the reader of a letter to this address confirms it."""
    token = _address_token(_ADDRESS, person, address, request)
    return settings.SITE_URL + reverse("accounts:address-link", args=[token])


def sender_url(person: User, address: str, *, request: str) -> str:
    """Return the link by which a person lets mail from this address be believed to be theirs."""
    token = _address_token(_SENDER, person, address, request)
    return settings.SITE_URL + reverse("accounts:sender-link", args=[token])


def path_url(person: User, path: str, *, request: str) -> str:
    """Return the link by which a person says that a mail which came this way is theirs."""
    token = _address_token(_PATH, person, path, request)
    return settings.SITE_URL + reverse("accounts:path-link", args=[token])


def read_address_token(token: str, *, lock: bool = False) -> AddressChange | None:
    """Return what the link says, or None if it is forged, revoked or too old."""
    return _read(token, _ADDRESS, address_key, ADDRESS_LINK_IS_GOOD_FOR, lock=lock)


def read_sender_token(token: str, *, lock: bool = False) -> AddressChange | None:
    """Return whose mail comes from which address, or None if the link is not or no longer good."""
    return _read(token, _SENDER, sender_key, SENDER_LINK_IS_GOOD_FOR, lock=lock)


def read_path_token(token: str, *, lock: bool = False) -> AddressChange | None:
    """Return whose mail came which way, or None if the link is not or no longer good."""
    return _read(token, _PATH, path_key, SENDER_LINK_IS_GOOD_FOR, lock=lock)


def _address_token(salt: str, person: User, address: str, request: str) -> str:
    made_at = int(timezone.now().timestamp()).to_bytes(_TIME_BYTES)
    return signed_token(
        salt,
        bytes.fromhex(request) + made_at,
        bound_to=_change(person, address),
        size=ADDRESS_SIGNATURE_BYTES,
    )


def _read(
    token: str, salt: str, key_of: Callable[[str], str], good_for: timedelta, *, lock: bool
) -> AddressChange | None:
    parts = split_token(token, size=ADDRESS_SIGNATURE_BYTES)
    if parts is None or len(parts[0]) != ADDRESS_REQUEST_BYTES + _TIME_BYTES:
        return None
    request, made_at = parts[0][:ADDRESS_REQUEST_BYTES], parts[0][ADDRESS_REQUEST_BYTES:]
    age = timezone.now().timestamp() - int.from_bytes(made_at)
    letter = Letter.objects.filter(key=key_of(request.hex())).first()
    if letter is None or age > good_for.total_seconds():
        return None
    people = User.objects.select_for_update() if lock else User.objects.all()
    person = people.filter(pk=letter.data["person"], is_active=True).first()
    address = letter.data["address"]
    if person is None:
        return None
    change = _change(person, address)
    is_ours = is_signed(salt, *parts, bound_to=change, size=ADDRESS_SIGNATURE_BYTES)
    more = letter.data.get("mail") or 0, letter.data.get("change") or 0
    return AddressChange(person, address, *more) if is_ours else None


def _change(person: User, address: str) -> str:
    return f"{person.pk}:{person.link_epoch}:{address}"
