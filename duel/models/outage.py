"""When the service itself did not work. Nobody loses time to that."""

from typing import Any, ClassVar, NoReturn

from django.db import models
from django.utils.translation import gettext_lazy as _

from duel.models.entry import AppendOnlyQuerySet, refuse_to_alter


class Outage(models.Model):
    """A gap between two heartbeats, given back to every clock that ran in it. Append-only."""

    began_at = models.DateTimeField(_("began"), unique=True)
    ended_at = models.DateTimeField(_("ended"), db_index=True)

    objects: ClassVar[models.Manager["Outage"]] = AppendOnlyQuerySet.as_manager()

    class Meta:
        verbose_name = _("outage")
        verbose_name_plural = _("outages")
        default_permissions = ("view",)
        base_manager_name = "objects"

    def __str__(self) -> str:
        return f"{self.began_at:%Y-%m-%d %H:%M} – {self.ended_at:%Y-%m-%d %H:%M}"

    def save(self, **kwargs: Any) -> None:
        """Write a new row; an old one is never written again."""
        if not self._state.adding:
            refuse_to_alter()
        super().save(force_insert=True)

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        """Refuse."""
        refuse_to_alter()
