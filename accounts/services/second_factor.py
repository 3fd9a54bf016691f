"""Setting up, showing and taking away a second factor."""

import hashlib
import secrets

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.audit import note_act
from accounts.codes import ALPHABET
from accounts.models import RecoveryCode, SecondFactor, User
from accounts.requests import within_limit
from accounts.second_factor import SECRET_LENGTH, counter_of, factor_of
from accounts.services.authority import (
    ActRefused,
    checked_reason,
    refuse_oneself,
    refuse_unless_above,
)
from mail.services import post

RECOVERY_CODES = 10
RECOVERY_LENGTH = 16
"""Letters of our alphabet: 73 bits, too many to be guessed even from the hash."""

GUESSES = (5, 15 * 60)
GUESSES_A_DAY = (30, 24 * 60 * 60)


class WrongCode(Exception):
    """The code is not of this moment, was used before, or is not on the list."""


class TooManyGuesses(Exception):
    """Too many codes were tried: no further one is looked at for a while."""


def begin_setup(*, person: User) -> SecondFactor:
    """Return a new secret, which counts once a code made with it was shown."""
    # One in force stays; one never confirmed is made anew: somebody may have seen it.
    with transaction.atomic():
        User.objects.select_for_update().get(pk=person.pk)
        in_force = SecondFactor.objects.filter(user=person, confirmed_at__isnull=False).first()
        if in_force is not None:
            return in_force
        return SecondFactor.objects.update_or_create(
            user=person, defaults={"secret": secrets.token_bytes(SECRET_LENGTH)}
        )[0]


def confirm_setup(*, person: User, code: str) -> list[str]:
    """Return the recovery codes, which nobody is shown again: the second factor is in force."""
    _count_guess(person)
    with transaction.atomic():
        waiting = SecondFactor.objects.select_for_update().filter(user=person, confirmed_at=None)
        factor = waiting.first()
        if factor is None or not _take_app_code(factor, code):
            raise WrongCode
        factor.confirmed_at = timezone.now()
        factor.save(update_fields=["confirmed_at"])
        _tell(person, "set")
        return _new_recovery_codes(person)


def show(*, person: User, code: str) -> SecondFactor:
    """Use up this code of the person's second factor, and return the factor."""
    _count_guess(person)
    factor = factor_of(person)
    if factor is None:
        raise WrongCode
    if not _take_app_code(factor, code) and not _take_recovery_code(person, code):
        raise WrongCode
    return factor


def renew_recovery_codes(*, person: User, code: str) -> list[str]:
    """Return new recovery codes; the old ones are worth nothing."""
    show(person=person, code=code)
    with transaction.atomic():
        return _new_recovery_codes(person)


def give_up(*, person: User, code: str) -> None:
    """Take away one's own second factor, to set up another one or to do without."""
    show(person=person, code=code)
    take_away(person=person)


def reset_second_factor(*, operator: User, person: User, reason: str) -> None:
    """Take away the second factor of an operator who has lost it."""
    reason = checked_reason(reason)
    refuse_oneself(operator, person)
    refuse_unless_above(operator, person, "accounts.give_roles")
    with transaction.atomic():
        if not take_away(person=person):
            raise ActRefused(_("This person has no second factor."))
        note_act(operator, person, "took the second factor away", reason=reason)


@transaction.atomic
def take_away(*, person: User) -> bool:
    """Return whether there was a second factor to remove; a letter tells its owner."""
    was_in_force = factor_of(person) is not None
    SecondFactor.objects.filter(user=person).delete()
    RecoveryCode.objects.filter(user=person).delete()
    if was_in_force:
        _tell(person, "gone")
    return was_in_force


def _count_guess(person: User) -> None:
    quickly = within_limit(f"second-factor:{person.pk}", *GUESSES)
    if not within_limit(f"second-factor:day:{person.pk}", *GUESSES_A_DAY) or not quickly:
        raise TooManyGuesses


def _take_app_code(factor: SecondFactor, code: str) -> bool:
    """Return whether this is a code of this moment that was not used before; now it is."""
    typed = "".join(letter for letter in code if letter.isdecimal())
    counter = counter_of(bytes(factor.secret), typed, now=timezone.now().timestamp())
    if counter is None:
        return False
    # One statement, so that of two browsers with the same code only one gets in.
    unused = SecondFactor.objects.filter(pk=factor.pk, last_counter__lt=counter)
    return bool(unused.update(last_counter=counter))


def _take_recovery_code(person: User, code: str) -> bool:
    taken, _models = RecoveryCode.objects.filter(user=person, digest=_digest(person, code)).delete()
    return bool(taken)


def _new_recovery_codes(person: User) -> list[str]:
    RecoveryCode.objects.filter(user=person).delete()
    codes = [
        "".join(secrets.choice(ALPHABET) for _i in range(RECOVERY_LENGTH))
        for _j in range(RECOVERY_CODES)
    ]
    RecoveryCode.objects.bulk_create(
        RecoveryCode(user=person, digest=_digest(person, code)) for code in codes
    )
    return ["-".join(code[at : at + 4] for at in range(0, len(code), 4)) for code in codes]


def _digest(person: User, code: str) -> str:
    plain = "".join(letter for letter in code.upper() if letter.isalnum())
    return hashlib.sha256(f"{person.pk}:{plain}".encode()).hexdigest()


def _tell(person: User, what: str) -> None:
    """Post the letter that warns the person, in case it was not them."""
    post(
        kind="second-factor",
        to=person.email,
        key=f"second-factor:{person.pk}:{what}:{timezone.now().timestamp():.0f}",
        data={"person": person.pk, "what": what},
    )
