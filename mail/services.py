"""How the other rooms send: they post a letter and go on."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db import connection
from django.db.models import Q, QuerySet
from django.utils import timezone

from lib.statements import insert
from mail.addresses import message_id, normal_address
from mail.models import DeliveryEvent, InboundMail, Letter, Mute
from mail.registry import kind_of, kinds_asked_for
from mail.sql import letter_cancellation
from mail.tasks import hand_over, send_again

Datum = str | int | bool | None
Keys = Collection[str] | QuerySet[Any, str]
"""Keys of letters, or the query that finds them."""


def post(
    *,
    kind: str,
    to: str,
    key: str,
    data: Mapping[str, Datum],
    topic: str = "",
    edition: int = 0,
    not_before: datetime | None = None,
) -> int:
    """Return the primary key of this letter's row, written along with the caller's transaction.

    A worker builds and sends it after the commit, or after `not_before`. A second post with the
    same key changes nothing and returns the first row, until that is deleted some months later. A
    `topic` such as `game:4711` can be muted apart from the kind. Another `edition` has another
    Message-ID: of two letters with the same one, many mailboxes keep the first.
    """
    letter = new_letter(
        kind=kind,
        to=to,
        key=key,
        data=data,
        topic=topic,
        edition=edition,
        not_before=not_before,
    )
    post_all([letter])
    return letter.pk


def new_letter(
    *,
    kind: str,
    to: str,
    key: str,
    data: Mapping[str, Datum],
    topic: str = "",
    edition: int = 0,
    not_before: datetime | None = None,
) -> Letter:
    """Return the row of a letter, for `post_all`."""
    kind_of(kind)
    _refuse_contents(data)
    now = timezone.now()
    due = max(now, not_before or now)
    return Letter(
        key=key,
        kind=kind,
        to=normal_address(to),
        topic=topic,
        data=dict(data),
        created_at=now,
        not_before=not_before,
        next_attempt_at=due,
        handed_at=now if due == now else None,
        message_id=message_id(f"{key}:{edition}" if edition else key),
    )


def post_all(letters: Sequence[Letter]) -> None:
    """Post these letters, as `post` does, in one statement."""
    if not letters:
        return
    insert(letters, or_find_by="key")
    for letter in letters:
        if letter.handed_at:  # of one that was posted before, a worker sees that it is not due
            hand_over(letter.pk)


def retry(letter: Letter) -> bool:
    """Return whether a letter that was given up or dropped goes to the queue once more."""
    unsent = [Letter.Status.FAILED, *Letter.NOT_SENT_ON]
    chosen = Letter.objects.filter(pk=letter.pk, status__in=unsent)
    # From `not_before` on it has its full time once more before it is given up.
    return bool(send_again(chosen, not_before=timezone.now(), faults=0, last_error=""))


def unfold(keys: Keys, *, to: str) -> None:
    """Send those of these letters that were left to the daily letter, to this address."""
    folded = Letter.objects.filter(
        key__in=keys, status__in=Letter.NOT_SENT_ON, reason=Letter.Reason.FOLDED
    )
    send_again(folded, not_before=timezone.now(), to=normal_address(to))


def abort(letter: Letter) -> bool:
    """Return whether a letter that waits was cancelled; one that is being sent cannot be."""
    waiting = Letter.objects.filter(pk=letter.pk)
    return bool(sum(_cancel(waiting, Letter.Reason.ABORTED)))


def hasten(key: str) -> None:
    """Let the letter of this key, if it still waits, leave at once."""
    now = timezone.now()
    waiting = Letter.objects.filter(key=key, status=Letter.Status.WAITING)
    for pk in waiting.values_list("pk", flat=True):
        waiting.update(not_before=now, next_attempt_at=now, handed_at=now)
        hand_over(pk)


def cancel_letters(keys: Keys) -> int:
    """Return how many of these letters were cancelled; one that is being sent cannot be."""
    # Within a transaction no worker can claim them any more. One that may have been sent before
    # is not sent again, but does not count: somebody may have read it.
    keys = list(keys)
    if not keys:
        return 0
    statement = letter_cancellation(len(keys))
    found = statement.rows(Letter.Reason.UNTRUE, Letter.Status.WAITING, *keys)
    return [row.status for row in found].count(Letter.Status.DROPPED)


def cancel_waiting_letters(*, kind: str, to: Collection[str]) -> None:
    """Cancel all letters of this kind that still wait for these addresses."""
    addresses = [normal_address(address) for address in to]
    _cancel(Letter.objects.filter(to__in=addresses, kind=kind), Letter.Reason.UNTRUE)


def _cancel(letters: QuerySet[Letter], reason: str) -> tuple[int, int]:
    """Return how many of these letters waited and will not be sent: never, and never again."""
    waiting = letters.filter(status=Letter.Status.WAITING)
    maybe_sent = waiting.filter(may_have_left_at__isnull=False)
    unsure = maybe_sent.update(status=Letter.Status.UNSURE, reason=reason)
    return waiting.update(status=Letter.Status.DROPPED, reason=reason), unsure


def are_under_way(keys: Keys) -> bool:
    """Return whether any of these letters is being sent, was sent or may have been."""
    left = Q(status__in=[Letter.Status.SENDING, Letter.Status.SENT])
    return Letter.objects.filter(left | Q(may_have_left_at__isnull=False), key__in=keys).exists()


def change_address(*, old: str, new: str) -> None:
    """Redirect unsent letters and mutes to the new address."""
    # Also letters that failed or were dropped: sent again, they would bring links to the person's
    # games to an address that is no longer theirs.
    old, new = normal_address(old), normal_address(new)
    unsent = [Letter.Status.WAITING, Letter.Status.FAILED, *Letter.NOT_SENT_ON]
    letters = Letter.objects.filter(to=old, status__in=unsent)
    letters.exclude(kind__in=kinds_asked_for()).update(to=new)
    for wish in Mute.objects.filter(address=old):
        Mute.objects.get_or_create(address=new, kind=wish.kind, topic=wish.topic)
        wish.delete()


def forget_address(address: str) -> None:
    """Delete every letter to and mail from this address, and all reports: its owner is leaving."""
    # Suppressions and a mute of everything stay: they guard the owner against invitations.
    address = normal_address(address)
    Letter.objects.filter(to=address).delete()
    DeliveryEvent.objects.filter(address=address).delete()
    InboundMail.objects.filter(sender=address).delete()
    wishes = Mute.objects.filter(address=address)
    wishes.exclude(kind="", topic="").delete()


def forget_mail_about(about: Collection[str], *, waits: bool = True) -> None:
    """Delete every mail about these: their person is leaving."""
    # A caller that has locked a game passes `waits=False`: a mail that is being read may wait for
    # that game, and is left to its reader.
    mail = InboundMail.objects.filter(about__in=about)
    if waits or not connection.features.has_select_for_update_skip_locked:
        mail.delete()
        return
    idle = mail.select_for_update(skip_locked=True).values_list("pk", flat=True)
    InboundMail.objects.filter(pk__in=list(idle)).delete()


def _refuse_contents(data: Mapping[str, Datum]) -> None:
    """Raise if the data look like words or links, which must not be stored."""
    for name, value in data.items():
        if isinstance(value, str) and (len(value) > 320 or "://" in value):
            raise ValueError(f"{name}: a letter's data are ids, never its words or links.")
        if not isinstance(value, str | int | None):
            raise TypeError(f"{name}: a letter's data are ids, not {type(value).__name__}.")
