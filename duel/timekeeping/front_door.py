"""Asks the service through its own front door whether people can reach it.

A task calls it each minute, as sweeps may run while every thread or connection is busy and no page
or mail gets through. While a door does not answer, no turn's time ends; once it answers again, that
was an outage and is given back to everybody. A door that has never answered from here does not
count: this machine may have no way to it, and `manage.py doctor` says so.
"""

import hashlib
import http.client
import socket
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime, timedelta
from urllib.parse import urlsplit

import structlog
from django.conf import settings
from django.db import transaction
from django.utils import timezone

from duel.models import Outage
from mail.models import Sweep

logger = structlog.get_logger(__name__)

SECONDS = 10.0
"""How long a door may take to answer."""

SHUT_AFTER = timedelta(minutes=2)
"""A door that does not answer for longer was shut: it was asked three times."""

SHUT_AT_MOST = timedelta(hours=12)
"""How long turns wait for a door, and how much is given back at most."""


@dataclass(frozen=True)
class Door:
    """A way by which people reach us, and how it is asked."""

    kind: str
    address: str
    answers: Callable[[str], bool]

    @property
    def name(self) -> str:
        """The row that says when it last answered; another address is another door."""
        digest = hashlib.sha256(self.address.encode()).hexdigest()[:12]
        return f"door:{self.kind}:{digest}"

    @property
    def failing(self) -> str:
        """The row that says since when it does not answer, while it does not."""
        return f"{self.name}:failing"


def doors() -> list[Door]:
    """Return the doors that can be asked: the site, and the mail port if there is one."""
    found = [Door("web", settings.SELF_CHECK_URL, _site_answers)]
    if "smtp" in settings.WAYS_IN:
        found.append(Door("mail", settings.SELF_CHECK_SMTP, _mail_port_answers))
    return [door for door in found if door.address]


def ask_doors() -> None:
    """Ask every door, and write down which of them answer."""
    for door in doors():
        save_answer(door, is_good=door.answers(door.address), now=timezone.now())


@transaction.atomic
def save_answer(door: Door, *, is_good: bool, now: datetime) -> None:
    """Write down whether a door has answered; one that was shut for long enough was an outage."""
    rows = Sweep.objects.select_for_update().filter(name__in=(door.name, door.failing))
    known = {row.name: row.ran_at for row in rows}
    failing_since = known.get(door.failing)
    if not is_good:
        if door.name in known and failing_since is None:
            Sweep.objects.create(name=door.failing, ran_at=now)
            logger.error("front_door_does_not_answer", door=door.kind)
        return
    Sweep.objects.update_or_create(name=door.name, defaults={"ran_at": now})
    if failing_since is None:
        return
    Sweep.objects.filter(name=door.failing).delete()
    if now - failing_since > SHUT_AFTER:
        # It was asked a minute before, and may have been shut a moment later.
        began_at = max(known[door.name], failing_since - SHUT_AFTER, now - SHUT_AT_MOST)
        Outage.objects.get_or_create(began_at=began_at, defaults={"ended_at": now})
        logger.warning("front_door_was_shut", door=door.kind, since=began_at.isoformat())


def have_answered_since(moment: datetime) -> bool:
    """Return whether every door that ever answered has done so since this moment."""
    last = last_answers()
    return all(at > moment for at in last.values() if at is not None)


def shut_doors(now: datetime) -> dict[str, datetime]:
    """Return the kinds of doors that turns wait for, each with when it stopped answering."""
    names = {door.failing: door.kind for door in doors()}
    rows = Sweep.objects.filter(name__in=names, ran_at__gt=now - SHUT_AT_MOST)
    return {names[row.name]: row.ran_at for row in rows}


def last_answers() -> dict[str, datetime | None]:
    """Return when each kind of door has last answered; None: never."""
    names = {door.name: door.kind for door in doors()}
    known = dict(Sweep.objects.filter(name__in=names).values_list("name", "ran_at"))
    return {kind: known.get(name) for name, kind in names.items()}


def _site_answers(address: str) -> bool:
    """Return whether the site answers a request at all: any page but an error of a server."""
    parts = urlsplit(address)
    secure = parts.scheme == "https"
    connect = http.client.HTTPSConnection if secure else http.client.HTTPConnection
    try:
        with closing(connect(parts.netloc, timeout=SECONDS)) as connection:
            connection.request("GET", f"{parts.path.rstrip('/')}/healthz")
            return connection.getresponse().status < 500
    except (OSError, http.client.HTTPException):
        return False


def _mail_port_answers(address: str) -> bool:
    """Return whether the mail port greets a connection and says that it takes mail."""
    host, _, port = address.rpartition(":")
    try:
        with socket.create_connection((host, int(port)), timeout=SECONDS) as connection:
            return connection.recv(4).startswith(b"220")
    except (OSError, ValueError):
        return False
