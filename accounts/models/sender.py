"""Further addresses of a person, and the ways by which their mail reaches us."""

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


class SenderPath(models.Model):
    """A way by which a person's mail reaches us although nothing proves that it is theirs.

    Asked only where a server of ours checks senders (`INBOUND_AUTHSERV`).
    """

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
