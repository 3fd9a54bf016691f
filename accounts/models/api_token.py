"""Tokens by which a person's own programs act for them."""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models.person import User

NAME_LENGTH = 40
PREFIX_LENGTH = 8


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
