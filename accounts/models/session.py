"""The browsers in which people are signed in: Django's sessions, with their owners."""

from typing import TYPE_CHECKING

from django.contrib.sessions.base_session import AbstractBaseSession
from django.db import models
from django.utils import timezone

from accounts.models.person import User
from lib.signing import signature

if TYPE_CHECKING:
    from accounts.session_store import SessionStore


class Session(AbstractBaseSession):
    """One browser's session, of a person or of nobody yet."""

    user = models.ForeignKey(
        User, models.CASCADE, null=True, blank=True, related_name="browser_sessions"
    )
    device = models.CharField(max_length=60, blank=True)
    last_seen_at = models.DateTimeField(default=timezone.now)

    class Meta(AbstractBaseSession.Meta):
        abstract = False

    @classmethod
    def get_session_store_class(cls) -> "type[SessionStore]":
        """Return what reads and writes these rows."""
        from accounts.session_store import SessionStore  # noqa: PLC0415  (it needs this class)

        return SessionStore

    @property
    def public_id(self) -> str:
        """What pages call this session: the key, which would let its reader in, is never shown."""
        return signature("accounts.session", self.session_key.encode(), size=10).hex()
