"""What changes about people: asking for a sign-in letter, and signing in."""

import uuid

from django.conf import settings
from django.contrib.auth import login
from django.db import transaction
from django.http import HttpRequest

from accounts.limits import within_limit
from accounts.models import User, normal_address
from accounts.tokens import read_token
from mail.services import post

LETTERS_PER_ADDRESS = (3, 15 * 60)
LETTERS_PER_NETWORK = (20, 60 * 60)


class LinkIsDead(Exception):
    """The sign-in link is forged, was used, or is too old."""


def ask_for_sign_in(*, address: str, network: str, language: str) -> None:
    """Post a sign-in letter to the address, if its owner may sign in here.

    The caller learns nothing: neither whether the address is known nor whether a limit was met.
    """
    address = normal_address(address)
    most, seconds = LETTERS_PER_NETWORK
    if not within_limit(f"sign-in:network:{network}", most=most, seconds=seconds):
        return
    most, seconds = LETTERS_PER_ADDRESS
    if not within_limit(f"sign-in:address:{address}", most=most, seconds=seconds):
        return
    person = User.objects.filter(email=address).first()
    if person is None and settings.SIGN_UP != "open":
        return
    if person is not None and not person.is_active:
        return
    post(
        kind="sign-in",
        to=address,
        key=f"sign-in:{uuid.uuid4()}",
        data={"address": address, "language": person.language if person else language},
    )


def sign_in(*, request: HttpRequest, token: str, name: str = "", language: str = "en") -> User:
    """Return the person whom the token signs in; a newcomer gets an account by this press.

    Name and language are a newcomer's; those of a person who is here already stay.
    """
    with transaction.atomic():
        found = read_token(token, lock=True)
        if found is None:
            raise LinkIsDead
        person = found.person or User.objects.create_user(
            found.address, name=name, language=language
        )
        login(request, person, backend="django.contrib.auth.backends.ModelBackend")
    return person
