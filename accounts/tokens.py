"""Sign-in links: signed, good once and for a short while, stored nowhere.

A token names an address and the moment of its owner's last sign-in. Signing in changes that
moment, so every link made before it is dead.
"""

from dataclasses import dataclass
from datetime import timedelta

from django.conf import settings
from django.core import signing
from django.urls import reverse
from django.utils import timezone

from accounts.models import User, normal_address

_SALT = "accounts.sign-in"


@dataclass(frozen=True)
class SignIn:
    """What a good token says: whose address it is, and the person behind it if there is one."""

    address: str
    person: User | None


def sign_in_url(address: str, *, lifetime: timedelta | None = None) -> str:
    """Return the full address of a page on which the owner of this e-mail address signs in."""
    lifetime = lifetime or timedelta(minutes=settings.SIGN_IN_MINUTES)
    address = normal_address(address)
    token = signing.dumps(
        [address, _last_sign_in(_person(address)), int((timezone.now() + lifetime).timestamp())],
        salt=_SALT,
    )
    return settings.SITE_URL + reverse("accounts:sign-in-link", args=[token])


def read_token(token: str, *, lock: bool = False) -> SignIn | None:
    """Return what the token says, or None if it is forged, used or too old.

    With `lock` the person's row is held, so that of two presses of one button only one counts.
    """
    try:
        address, last_sign_in, expires = signing.loads(token, salt=_SALT)
    except (signing.BadSignature, ValueError):
        return None
    person = _person(address, lock=lock)
    if timezone.now().timestamp() > expires or last_sign_in != _last_sign_in(person):
        return None
    if person is not None and not person.is_active:
        return None
    return SignIn(address, person)


def _person(address: str, *, lock: bool = False) -> User | None:
    people = User.objects.select_for_update() if lock else User.objects.all()
    return people.filter(email=address).first()


def _last_sign_in(person: User | None) -> str:
    return person.last_login.isoformat() if person and person.last_login else ""
