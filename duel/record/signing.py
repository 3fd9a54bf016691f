"""Signs the files of games, and keeps the keys for that.

Letters and pages that hand out a file call it.

The key lies in the database, so that all machines of a service sign with the same one and a backup
holds it. It is made when it is first needed. A new one takes its place by
`manage.py rotatesigningkey`; the public half of the old one is published for ever, so that files
signed with it go on being proved.
"""

from collections.abc import Mapping
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.db import transaction
from django.utils import timezone
from django.views.decorators.debug import sensitive_variables

from duel.models import SigningKey
from engine.exported_file import SIGNATURE, signed_bytes
from engine.record import timestamp


@sensitive_variables()
def signed(file: Mapping[str, Any]) -> dict[str, Any]:
    """Return the file of a game with the signature of the service."""
    key = current_key()
    made = {"key": key.public, "made_at": timestamp(timezone.now())}
    private = Ed25519PrivateKey.from_private_bytes(bytes(key.private or b""))
    signature = private.sign(signed_bytes(file, **made)).hex()
    return {**file, SIGNATURE: {**made, "signature": signature}}


def current_key() -> SigningKey:
    """Return the key in use; the first who asks makes it, and of two at once only one does."""
    if (key := SigningKey.objects.filter(is_current=True).first()) is not None:
        return key
    return SigningKey.objects.get_or_create(is_current=True, defaults=_new_pair())[0]


def published_keys() -> list[SigningKey]:
    """Return all keys that were ever used, the one in use first."""
    current_key()
    return list(SigningKey.objects.order_by("-is_current", "-made_at"))


@transaction.atomic
def rotate_signing_key() -> SigningKey:
    """Return a new key in use; of the one before, only the public half is kept."""
    SigningKey.objects.select_for_update().filter(is_current=True).update(
        is_current=False, private=None, retired_at=timezone.now()
    )
    return SigningKey.objects.create(**_new_pair())


@sensitive_variables()
def _new_pair() -> dict[str, Any]:
    private = Ed25519PrivateKey.generate()
    return {
        "public": private.public_key().public_bytes_raw().hex(),
        "private": private.private_bytes_raw(),
        "made_at": timezone.now(),
    }
