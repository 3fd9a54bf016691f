"""Ways in: sign-ins that were asked for, browsers, second factors of operators, API tokens."""

import uuid
from typing import Any

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore as DatabaseStore
from django.contrib.sessions.base_session import AbstractBaseSession
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models.person import User
from lib.signing import signature

NAME_LENGTH = 40
PREFIX_LENGTH = 8
DEVICE = "device"
SEEN = "seen"


class SignInRequest(models.Model):
    """A sign-in letter that somebody asked for; its id makes code and link (`accounts.codes`)."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    address = models.EmailField(db_index=True)
    language = models.CharField(max_length=2)
    target = models.CharField(max_length=500, blank=True)
    created_at = models.DateTimeField(default=timezone.now)
    expires_at = models.DateTimeField(db_index=True)
    used_at = models.DateTimeField(null=True, blank=True)
    letter_sent = models.BooleanField(default=False)
    guesses = models.PositiveSmallIntegerField(default=0)

    def __str__(self) -> str:
        return f"sign-in {self.created_at:%Y-%m-%d %H:%M}"

    @property
    def minutes(self) -> int:
        """How long its code and its link are good in all."""
        return round((self.expires_at - self.created_at).total_seconds() / 60)

    @property
    def is_open(self) -> bool:
        """Whether its code and its link are still good."""
        return self.used_at is None and timezone.now() < self.expires_at


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
        return SessionStore

    @property
    def public_id(self) -> str:
        """What pages call this session; its key would let the reader in."""
        return signature("accounts.session", self.session_key.encode(), size=10).hex()


class SessionStore(DatabaseStore):
    """`SESSION_ENGINE`: sessions that their owner can list and end."""

    @classmethod
    def get_model_class(cls) -> type[Session]:
        """Return the rows that are used."""
        return Session

    def create_model_instance(self, data: dict[str, Any]) -> Session:
        """Return the row for this session, written just now, with owner and device."""
        row = super().create_model_instance(data)
        assert isinstance(row, Session)  # noqa: S101 (for the type checker)
        row.user_id = int(data[SESSION_KEY]) if SESSION_KEY in data else None
        row.device = str(data.get(DEVICE, ""))
        return row


class SecondFactor(models.Model):
    """The secret that a person's app and we share. In no admin, list or dump of people."""

    user = models.OneToOneField(User, models.CASCADE, related_name="second_factor")
    secret = models.BinaryField(editable=False)
    # It counts once its owner has shown the first code.
    confirmed_at = models.DateTimeField(null=True, blank=True)
    # The half minute of the newest code that was taken: none is taken twice.
    last_counter = models.BigIntegerField(default=0)

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"second factor of {self.user_id}"


class RecoveryCode(models.Model):
    """A code for the day the phone is lost; only its hash is kept, and it is good once."""

    user = models.ForeignKey(User, models.CASCADE, related_name="recovery_codes")
    digest = models.CharField(max_length=64)

    class Meta:
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(fields=["user", "digest"], name="accounts_recovery_code_once"),
        ]

    def __str__(self) -> str:
        return f"recovery code of {self.user_id}"


class ApiToken(models.Model):
    """A token that was shown once; what is kept of it opens nothing."""

    user = models.ForeignKey(User, models.CASCADE, related_name="api_tokens")
    name = models.CharField(_("name"), max_length=NAME_LENGTH)
    # The SHA-256 of the token: it is random, so nobody finds it by trying.
    digest = models.CharField(max_length=64, unique=True, editable=False)
    # How it begins, for its owner to know it by.
    prefix = models.CharField(_("begins with"), max_length=PREFIX_LENGTH)
    created_at = models.DateTimeField(_("made"), default=timezone.now)
    # When it last did something; that it only looks is written down nowhere.
    last_used_at = models.DateTimeField(_("last used"), null=True, blank=True)
    revoked_at = models.DateTimeField(_("revoked"), null=True, blank=True)

    class Meta:
        verbose_name = _("personal token")
        verbose_name_plural = _("personal tokens")
        default_permissions = ()
        ordering = ["created_at", "pk"]

    def __str__(self) -> str:
        return f"token {self.pk}"
