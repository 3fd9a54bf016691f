"""What readers do not want to get."""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class Mute(models.Model):
    """The wish of an address's owner not to get letters of a kind, about a topic, or both.

    Empty means any: with both empty nothing leaves but what the person asks for.
    """

    address = models.EmailField(_("address"))
    kind = models.CharField(_("kind"), max_length=40, blank=True)
    topic = models.CharField(_("topic"), max_length=80, blank=True)
    since = models.DateTimeField(_("since"), default=timezone.now)

    class Meta:
        verbose_name = _("muted letters")
        verbose_name_plural = _("muted letters")
        default_permissions = ("view",)
        constraints = [
            models.UniqueConstraint(
                fields=["address", "kind", "topic"], name="mail_mute_once_per_wish"
            )
        ]

    def __str__(self) -> str:
        return f"{self.kind or '*'} {self.topic or '*'}"
