"""When players are away, and their clocks stand still."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class Vacation(models.Model):
    """A stretch of time, planned or begun, in which a person's turns do not run."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="vacations")
    begins_at = models.DateTimeField(_("begins"))
    ends_at = models.DateTimeField(_("ends"))

    class Meta:
        verbose_name = _("vacation")
        verbose_name_plural = _("vacations")
        ordering = ["begins_at"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(ends_at__gt=models.F("begins_at")),
                name="duel_vacation_ends_after_it_begins",
            ),
            models.UniqueConstraint(
                fields=["user", "begins_at"], name="duel_vacation_once_per_begin"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.begins_at:%Y-%m-%d} – {self.ends_at:%Y-%m-%d}"
