"""Addresses of a person: changes, which the old one can undo for a week, and further senders."""

from datetime import timedelta

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

UNDO_IS_GOOD_FOR = timedelta(days=7)
KEPT_FOR = timedelta(days=30)
"""How long a change is kept, and how long an objection keeps operators from another one."""


class ChangeOfAddress(models.Model):
    """One address of a person that became, or is to become, another."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="address_changes"
    )
    old = models.EmailField(_("old address"))
    new = models.EmailField(_("new address"))
    # Who asked for it stands in the audit log, if it was an operator.
    is_by_operator = models.BooleanField(_("by an operator"), default=False)
    asked_at = models.DateTimeField(_("asked for"), default=timezone.now)
    # When the new address was confirmed; until then nothing has changed.
    changed_at = models.DateTimeField(_("changed"), null=True, blank=True)
    undone_at = models.DateTimeField(_("undone"), null=True, blank=True)

    class Meta:
        verbose_name = _("change of address")
        verbose_name_plural = _("changes of address")
        default_permissions = ()

    def __str__(self) -> str:
        return f"change of address {self.pk}"

    @property
    def can_be_undone(self) -> bool:
        """Whether the old address can still take it back, or object before it takes effect."""
        since = self.changed_at or self.asked_at
        return self.undone_at is None and timezone.now() < since + UNDO_IS_GOOD_FOR


class SenderAddress(models.Model):
    """An address from which a person's mail is believed; no letter ever goes there."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="sender_addresses"
    )
    address = models.EmailField(_("e-mail address"), unique=True)
    added_at = models.DateTimeField(_("added"), default=timezone.now)

    class Meta:
        verbose_name = _("further address")
        verbose_name_plural = _("further addresses")
        default_permissions = ()
        ordering = ["address"]

    def __str__(self) -> str:
        return f"sender address {self.pk}"


class SenderPath(models.Model):
    """A path of unproved mail that a person has confirmed; used with `INBOUND_AUTHSERV` alone."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="sender_paths"
    )
    # A network such as 203.0.113.0/24, or the domain of a signature.
    path = models.CharField(_("path"), max_length=80)
    added_at = models.DateTimeField(_("added"), default=timezone.now)

    class Meta:
        verbose_name = _("path of mail")
        verbose_name_plural = _("paths of mail")
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(fields=["user", "path"], name="accounts_each_path_once")
        ]

    def __str__(self) -> str:
        return f"sender path {self.pk}"
