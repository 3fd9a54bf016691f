"""Receives mail, whichever way it came: it is a committed row before its sender gets an answer.

Here it is decided whose mail it is, whether its sender may be who they say, and whether a person
wrote it. What it says is read later, by a worker.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from typing import Any

import structlog
from django.conf import settings
from django.db import IntegrityError, transaction
from django.utils import timezone

from lib.statements import insert
from mail.addresses import key_of_address, redacted_address, token_of_return_path
from mail.inbound.door.authenticity import is_authentic, path_of
from mail.inbound.door.delivery_reports import take_delivery_report
from mail.inbound.door.headers import Headers
from mail.inbound.door.keys import Target, is_our_mailbox, target_of, targets_of
from mail.inbound.door.limits import (
    DELIVERY_REPORTS,
    KNOWN_WAY,
    NETWORK,
    is_over_budget,
    is_over_budget_of_key,
    is_too_much,
    note_refusal,
)
from mail.inbound.door.machines import sign_of_machine
from mail.inbound.door.masking import mask_keys
from mail.inbound.registry import Route
from mail.models import InboundMail, Letter, OutcomeCode
from mail.sql import MAIL_OF_DIGEST
from mail.tasks import hand_over_mail

log = structlog.get_logger(__name__)

Status = InboundMail.Status


class Result(Enum):
    """What became of a mail at the door."""

    KEPT = "kept"
    """It is a row and will be read."""
    KNOWN = "known"
    """It is here already."""
    DROPPED = "dropped"
    """It is a row that nobody reads: a machine wrote it, or its sender writes too much."""
    REPORT = "report"
    """It told what became of a letter."""
    UNKNOWN = "unknown"
    """It was sent to no address of ours."""
    TOO_LARGE = "too large"
    TOO_MUCH = "too much"
    """No more is taken today: from this network, or to this address. It may come again later."""


@dataclass(frozen=True, slots=True)
class Receipt:
    """What the way in needs to know in order to answer."""

    result: Result
    pks: tuple[int, ...] = ()
    """Its rows: more than one if it was sent to several reply addresses."""

    @property
    def is_ours(self) -> bool:
        """Whether we have taken it over, and its sender need not come again."""
        return self.result not in (Result.UNKNOWN, Result.TOO_LARGE, Result.TOO_MUCH)


def receive(
    raw: bytes,
    *,
    recipients: Sequence[str],
    way: str,
    received_at: datetime | None = None,
    envelope_from: str = "",
    network: str = "",
) -> Receipt:
    """Return what became of this mail; what we keep of it is committed then.

    `recipients` are those of the envelope; without them, the headers count. Only a database that is
    away raises anything, never a mail. An `envelope_from` of `<>` must not be answered; an empty
    one is unknown. `network` is that of the mail server; empty if it brings everybody's mail.
    """
    received_at = received_at or timezone.now()
    headers = Headers(raw)
    if len(raw) > settings.INBOUND_MOST_BYTES:
        log.warning("mail_too_large", way=way, size=len(raw), whom=redacted_address(headers.sender))
        return Receipt(Result.TOO_LARGE)
    if network and is_over_budget(f"network:{network}", NETWORK, len(raw)):
        log.warning("mail_over_budget", way=way, size=len(raw), about="network")
        return Receipt(Result.TOO_MUCH)
    if token := _token(recipients or headers.addresses("To", "Delivered-To", "X-Original-To")):
        if is_over_budget(f"report:{token}", DELIVERY_REPORTS, len(raw)):
            log.warning("mail_over_budget", way=way, size=len(raw), about="report")
            return Receipt(Result.TOO_MUCH)
        take_delivery_report(
            raw, headers, token=token, received_at=received_at, envelope_from=envelope_from
        )
        return Receipt(Result.REPORT)
    targets = targets_of(raw, headers, recipients)
    if not targets:
        log.info("mail_to_nobody", way=way, whom=redacted_address(headers.sender))
        return Receipt(Result.UNKNOWN)
    is_proved, path = is_authentic(headers, sender=headers.sender), path_of(headers)
    targets = [
        target
        for target in targets
        if _is_taken(target.route, headers.sender, path, is_authentic=is_proved, size=len(raw))
    ]
    if not targets:
        log.warning(
            "mail_over_budget", way=way, size=len(raw), whom=redacted_address(headers.sender)
        )
        return Receipt(Result.TOO_MUCH)
    common = {
        "way": way,
        "received_at": received_at,
        "message_id": headers.message_id,
        "sender": headers.sender,
        "is_authentic": is_proved,
        "path": path,
    }
    masked = mask_keys(raw, known=[target.key for target in targets])
    sign = sign_of_machine(headers, envelope_from=envelope_from)
    with transaction.atomic(durable=True):
        rows = [_write(common, target, raw, masked, sign) for target in targets]
    return _receipt(rows)


def takes(address: str) -> bool:
    """Return whether mail to this address is ours: asked before anybody sends the mail itself."""
    key = key_of_address(address)
    if key:
        return target_of(key) is not None
    return bool(_token([address])) or is_our_mailbox(address)


def _is_taken(
    route: Route, sender: str, path: str, *, is_authentic: bool | None, size: int
) -> bool:
    """Return whether today's budget of the reply address has room for this mail."""
    # Forgers of the owner's From use up what unproved mail has; a part is kept for mail by a way
    # by which the owner's has come before.
    is_owner = sender in route.owners
    if not is_over_budget_of_key(
        route.about, is_owner=is_owner, is_authentic=is_authentic, size=size
    ):
        return True
    is_unproved = is_owner and is_authentic is None
    if (
        is_unproved
        and route.knows_path is not None
        and route.knows_path(sender, path)
        and not is_over_budget(f"known:{route.about}", KNOWN_WAY, size)
    ):
        return True
    note_refusal(route.about)
    return False


def _write(
    common: dict[str, Any], target: Target, raw: bytes, masked: bytes, sign: str
) -> tuple[InboundMail, bool]:
    """Return the row of this mail to this reply address, and whether it is new."""
    digest = hashlib.sha256(target.key.encode() + b"\n" + raw.replace(b"\r\n", b"\n")).hexdigest()
    if known := MAIL_OF_DIGEST.first(digest):
        return known.mail, False
    sender = common["sender"]
    is_owner = bool(sender) and sender in target.route.owners
    outcome = OutcomeCode.MACHINE.value if sign else ""
    if not sign and is_too_much(sender, is_owner=is_owner):
        outcome = OutcomeCode.TOO_MANY.value
    row = InboundMail(
        **common,
        digest=digest,
        is_owner=is_owner,
        family=target.family.name,
        about=target.route.about,
        data=dict(target.route.facts),
        raw=b"" if outcome else masked,  # nobody will read it
        status=Status.DROPPED if outcome else Status.WAITING,
        outcome=outcome,
        reading={"sign": sign} if sign else {},
        handed_at=timezone.now(),
    )
    try:
        with transaction.atomic():
            insert([row])
    except IntegrityError:  # the same mail came twice at once, and the other was faster
        return InboundMail.objects.get(digest=digest), False
    if row.status == Status.WAITING:
        hand_over_mail(row.pk)
    return row, True


def _receipt(rows: list[tuple[InboundMail, bool]]) -> Receipt:
    pks = tuple(row.pk for row, _ in rows)
    new = [row for row, is_new in rows if is_new]
    for row in new:
        log.info(
            "mail_received",
            mail=row.pk,
            way=row.way,
            about=row.about,
            whom=redacted_address(row.sender),
            status=str(row.status),
        )
    if not new:
        return Receipt(Result.KNOWN, pks)
    is_read = any(row.status == Status.WAITING for row in new)
    return Receipt(Result.KEPT if is_read else Result.DROPPED, pks)


def _token(addresses: Sequence[str]) -> str:
    """Return the token of the letter whose return path is among the addresses, or nothing."""
    tokens = list(filter(None, map(token_of_return_path, addresses)))[:1]
    known = Letter.objects.filter(token__in=tokens) if tokens else Letter.objects.none()
    return tokens[0] if tokens and known.exists() else ""
