"""Further addresses of a person."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


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
