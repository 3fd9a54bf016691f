"""Asking to be let in."""

import uuid

from django.db import models
from django.utils import timezone


class SignInRequest(models.Model):
    """Somebody asked for a sign-in letter to an address; whether it is known is not asked here.

    Neither the code nor the link is kept: both are derived from the id (`accounts.codes`).
    """

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
