"""How the other rooms send: they post a letter and go on."""

from collections.abc import Mapping
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from mail.addresses import message_id
from mail.models import Letter
from mail.registry import builder_of
from mail.tasks import send_letter

Datum = str | int | bool | None


def post(
    *,
    kind: str,
    to: str,
    key: str,
    data: Mapping[str, Datum],
    not_before: datetime | None = None,
) -> Letter:
    """Return the outbox row of this letter, written along with the caller's transaction.

    A worker builds and sends it after the commit, or after `not_before`. A key stands for one
    letter: posted again, it changes nothing and returns the row that is there. The row, and with
    it the key, is cleaned up some months after the letter was settled.
    """
    builder_of(kind)
    _refuse_contents(data)
    now = timezone.now()
    due = max(now, not_before or now)
    letter, is_new = Letter.objects.get_or_create(
        key=key,
        defaults={
            "kind": kind,
            "to": to,
            "data": dict(data),
            "created_at": now,
            "not_before": not_before,
            "next_attempt_at": due,
            "handed_at": now if due == now else None,
            "message_id": message_id(key),
        },
    )
    if is_new and due == now:
        # Robust: the letter is safe in the database, so a broker that is away must not break the
        # caller's request. The sweep finds the letter.
        transaction.on_commit(lambda: send_letter.delay(letter.pk), robust=True)
    return letter


def forget_address(address: str) -> None:
    """Delete every letter to this address, sent or not: its owner is leaving."""
    Letter.objects.filter(to=address).delete()


def _refuse_contents(data: Mapping[str, Datum]) -> None:
    """Raise if the data look like words or links, which must not rest in the database."""
    for name, value in data.items():
        if isinstance(value, str) and (len(value) > 320 or "://" in value):
            raise ValueError(f"{name}: a letter's data are ids, never its words or links.")
        if not isinstance(value, str | int | None):
            raise TypeError(f"{name}: a letter's data are ids, not {type(value).__name__}.")
