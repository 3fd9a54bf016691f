"""Signing in: asking for a letter, typing its code or pressing its button."""

import uuid
from datetime import timedelta

from django.conf import settings
from django.contrib.auth import login
from django.db import transaction
from django.db.models import F, QuerySet
from django.http import HttpRequest
from django.utils import timezone

from accounts.codes import is_code_of
from accounts.models import SignInRequest, User
from accounts.models.sign_in import DEVICE
from accounts.requests import (
    device_of,
    is_known_network,
    network_of,
    remember_network,
    within_limit,
)
from accounts.tokens import LinkIsDead
from mail.addresses import mailbox_of, normal_address
from mail.reports.suppression import confirm_address
from mail.services import post

LETTERS_PER_ADDRESS = (3, 15 * 60)
LETTERS_PER_ADDRESS_AND_DAY = (20, 24 * 60 * 60)
LETTERS_PER_NETWORK = (20, 60 * 60)
LETTERS_PER_KNOWN_NETWORK = (6, 60 * 60)
"""To one address, from a network where its owner signed in before; strangers never use it up."""

LASTING = timedelta(hours=6)
"""How long a letter beyond the limits is good; until then its owner needs no other one."""

ALMOST_OVER = timedelta(minutes=3)
"""With less time left, a letter counts as one that its owner cannot use."""

GUESSES_PER_LETTER = 5
GUESSES_PER_ADDRESS = (300, 60 * 60)
GUESSES_PER_ADDRESS_AND_NETWORK = (15, 60 * 60)
GUESSES_PER_NETWORK = (60, 60 * 60)


class WrongCode(Exception):
    """The code is not the one in the letter, or the letter is too old or unknown."""


class Suspended(Exception):
    """The owner of the address, `person`, is kept out by an operator."""

    def __init__(self, person: User) -> None:
        super().__init__(person.pk)
        self.person = person


def ask_for_sign_in(
    *,
    address: str,
    network: str,
    language: str,
    target: str = "",
    kind: str = "sign-in",
    is_known: bool = False,
) -> uuid.UUID:
    """Return the id under which a code can be typed; a letter goes out if its owner may sign in.

    `kind` is that of the letter. With `is_known` the caller counts as a network of the owner's.

    The caller learns nothing, neither from the answer nor from its timing: the address is looked
    up only when the letter is built. Strangers who ask too often keep nobody out: then a letter
    goes only to members, only if no other is open, and is good for hours. Beyond the limit of a
    network the id leads nowhere.
    """
    address = normal_address(address)
    mailbox = mailbox_of(address)
    is_known = is_known or is_known_network(address, network)
    own = is_known and within_limit(f"sign-in:{mailbox}:{network}", *LETTERS_PER_KNOWN_NETWORK)
    if not own and not within_limit(f"sign-in:network:{network}", *LETTERS_PER_NETWORK):
        return uuid.uuid4()
    is_usual = own or (
        within_limit(f"sign-in:address:{mailbox}", *LETTERS_PER_ADDRESS)
        and within_limit(f"sign-in:address:day:{mailbox}", *LETTERS_PER_ADDRESS_AND_DAY)
    )
    lifetime = timedelta(minutes=settings.SIGN_IN_MINUTES)
    with transaction.atomic():
        request = SignInRequest.objects.create(
            address=address,
            language=language,
            target=target[:500],
            expires_at=timezone.now() + (lifetime if is_usual else max(lifetime, LASTING)),
            letter_sent=is_usual or not open_letters(address, for_at_least=ALMOST_OVER).exists(),
        )
        if request.letter_sent:
            post(
                kind=kind,
                to=address,
                key=f"sign-in:{request.pk.hex}",
                data={"request": request.pk.hex} | ({} if is_usual else {"members_only": True}),
            )
    return request.pk


def open_letters(
    address: str, *, for_at_least: timedelta = timedelta(0)
) -> QuerySet[SignInRequest]:
    """Return the requests whose letters went to this address and are good that much longer."""
    return SignInRequest.objects.filter(
        address=address,
        letter_sent=True,
        used_at__isnull=True,
        expires_at__gt=timezone.now() + for_at_least,
    )


def enter_code(*, request_id: uuid.UUID, code: str, network: str) -> SignInRequest:
    """Return the request of this id if the code is that of any letter to its address."""
    # Every guess counts, right or wrong. A code proves who reads the letter.
    guessed = SignInRequest.objects.filter(
        pk=request_id,
        used_at__isnull=True,
        expires_at__gt=timezone.now(),
        guesses__lt=GUESSES_PER_LETTER,
    )
    if not guessed.update(guesses=F("guesses") + 1):
        raise WrongCode
    request = SignInRequest.objects.get(pk=request_id)
    if not _may_guess(request.address, network):
        raise WrongCode
    if not any(is_code_of(row, code) for row in (request, *open_letters(request.address))):
        raise WrongCode
    refuse_suspended(request.address)
    if not may_sign_in(request.address):
        raise WrongCode
    return request


def _may_guess(address: str, network: str) -> bool:
    """Count a guess; return whether it is looked at. Strangers use up nothing of the owner's."""
    counts = [(f"address:{address}:{network}", GUESSES_PER_ADDRESS_AND_NETWORK)]
    if not is_known_network(address, network):
        counts.append((f"network:{network}", GUESSES_PER_NETWORK))
        counts.append((f"address:{address}", GUESSES_PER_ADDRESS))
    looked_at = [within_limit(f"sign-in:guesses:{name}", *limit) for name, limit in counts]
    return all(looked_at)


def may_sign_in(address: str) -> bool:
    """Return whether the owner of this address has a place here, or may take one."""
    person = User.objects.filter(email=address).first()
    return settings.SIGN_UP == "open" if person is None else person.is_active


def refuse_suspended(address: str) -> None:
    """Raise if the owner of this address, who has proved to be that, is suspended."""
    person = User.objects.filter(email=address, suspended_at__isnull=False).first()
    if person is not None:
        raise Suspended(person)


def sign_in(
    *,
    request: HttpRequest,
    sign_in_request: SignInRequest,
    name: str = "",
    language: str = "en",
    time_zone: str = "UTC",
) -> User:
    """Return the person who is signed in; a newcomer gets an account by this press."""
    # Name, language and time zone are a newcomer's alone. All other sign-in letters die.
    with transaction.atomic():
        waiting = SignInRequest.objects.select_for_update().filter(
            address=sign_in_request.address, used_at__isnull=True
        )
        # All of them in one order: of two presses at once, one waits here and finds itself late.
        still_open = [row.pk for row in waiting.order_by("pk") if row.is_open]
        if sign_in_request.pk not in still_open or not may_sign_in(sign_in_request.address):
            raise LinkIsDead
        SignInRequest.objects.filter(address=sign_in_request.address, used_at__isnull=True).update(
            used_at=timezone.now()
        )
        person = User.objects.filter(email=sign_in_request.address).first()
        if person is None:
            person = User.objects.create_user(
                sign_in_request.address, name=name, language=language, time_zone=time_zone
            )
        begin_session(request=request, person=person)
        # The person who typed the code or opened the link reads what is sent there.
        confirm_address(sign_in_request.address)
    remember_network(sign_in_request.address, network_of(request))
    return person


def begin_session(*, request: HttpRequest, person: User) -> None:
    """Sign the person in to this browser; the caller has proved that it is them."""
    login(request, person, backend="django.contrib.auth.backends.ModelBackend")
    request.session[DEVICE] = device_of(request.headers.get("User-Agent", ""))
    if person.is_staff:  # counted from the last sign of life: see accounts.middleware
        request.session.set_expiry(settings.STAFF_SESSION_HOURS * 60 * 60)


def delete_old_requests() -> None:
    """Delete requests that have been of no use for a day."""
    SignInRequest.objects.filter(expires_at__lt=timezone.now() - timedelta(days=1)).delete()
