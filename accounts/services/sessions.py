"""The browsers in which a person is signed in."""

from dataclasses import dataclass
from datetime import datetime

from django.contrib.sessions.backends.base import SessionBase
from django.utils import timezone

from accounts.models import Session, User


@dataclass(frozen=True)
class Browser:
    """What its owner is shown of a session."""

    public_id: str
    device: str
    last_seen_at: datetime
    is_this: bool


def browsers_of(person: User, *, this: SessionBase) -> list[Browser]:
    """Return where the person is signed in, this browser first, then the last used."""
    rows = _sessions(person)
    return sorted(
        (
            Browser(row.public_id, row.device, row.last_seen_at, row.pk == this.session_key)
            for row in rows
        ),
        key=lambda browser: (browser.is_this, browser.last_seen_at),
        reverse=True,
    )


def end_session(*, person: User, public_id: str) -> None:
    """Sign the person out of one browser."""
    keys = [row.pk for row in _sessions(person) if row.public_id == public_id]
    Session.objects.filter(user=person, pk__in=keys).delete()


def end_other_sessions(*, person: User, this: SessionBase) -> None:
    """Sign the person out everywhere but here."""
    Session.objects.filter(user=person).exclude(pk=this.session_key).delete()


def _sessions(person: User) -> list[Session]:
    return list(Session.objects.filter(user=person, expire_date__gt=timezone.now()))
