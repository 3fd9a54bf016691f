"""When clocks stand still: outages, time added by operators, and vacations of players."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from duel.models.record import AppendOnly


class Outage(AppendOnly):
    """A gap between two heartbeats, given back to every clock that ran in it. Append-only."""

    began_at = models.DateTimeField(_("began"), unique=True)
    ended_at = models.DateTimeField(_("ended"), db_index=True)

    class Meta(AppendOnly.Meta):
        verbose_name = _("outage")
        verbose_name_plural = _("outages")

    def __str__(self) -> str:
        return f"{self.began_at:%Y-%m-%d %H:%M} – {self.ended_at:%Y-%m-%d %H:%M}"


class AddedTime(AppendOnly):
    """Time that operators gave to every clock that ran at a moment; clocks read it. Append-only."""

    given_at = models.DateTimeField(_("given"), unique=True)
    seconds = models.PositiveIntegerField(_("seconds"))

    class Meta(AppendOnly.Meta):
        verbose_name = _("time added to all games")
        verbose_name_plural = _("times added to all games")

    def __str__(self) -> str:
        return f"{self.given_at:%Y-%m-%d %H:%M} +{self.seconds} s"


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
