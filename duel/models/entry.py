"""The log: rows that are written once and never again."""

from typing import Any, ClassVar, NoReturn, TypeVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from duel.models.game import Game

Row = TypeVar("Row", bound=models.Model)


class AppendOnlyError(Exception):
    """Somebody tried to alter or remove what was written for good."""


def refuse_to_alter(*args: object, **kwargs: object) -> NoReturn:
    """Raise: what was written for good stays as it is."""
    raise AppendOnlyError("The table is append-only: its rows are neither altered nor removed.")


class AppendOnlyQuerySet(models.QuerySet[Row]):
    """Rows that can be read and added to. The database refuses the rest as well."""

    update = delete = bulk_update = update_or_create = _raw_delete = refuse_to_alter

    def bulk_create(self, *args: Any, **kwargs: Any) -> list[Row]:
        """Return the rows, added to the table; none in its way is altered or passed over."""
        if kwargs.get("update_conflicts") or kwargs.get("ignore_conflicts"):
            refuse_to_alter()
        return super().bulk_create(*args, **kwargs)


class LogEntry(models.Model):
    """One entry of a game's log, in the form of `engine.record.Entry`.

    It names a seat and a random person id: no name, address, note or reason. Its only foreign
    key is its game.
    """

    # No index of its own: the one on game and seq begins with it.
    game = models.ForeignKey(Game, models.PROTECT, related_name="entries", db_index=False)
    seq = models.PositiveIntegerField()
    kind = models.CharField(max_length=16)
    seat = models.PositiveSmallIntegerField(null=True)
    person = models.CharField(max_length=64, null=True)  # noqa: DJ001 — null is hashed as null
    text = models.CharField(max_length=200, blank=True)
    channel = models.CharField(max_length=20)
    time = models.DateTimeField()
    state_hash = models.CharField(max_length=64)
    prev_hash = models.CharField(max_length=64)
    hash = models.CharField(max_length=64)

    objects: ClassVar[models.Manager["LogEntry"]] = AppendOnlyQuerySet.as_manager()

    class Meta:
        db_table = "duel_entry"
        verbose_name = _("entry of the log")
        verbose_name_plural = _("entries of the log")
        ordering = ["game", "seq"]
        default_permissions = ("view",)
        base_manager_name = "objects"
        constraints = [
            models.UniqueConstraint(fields=["game", "seq"], name="duel_entry_once_per_seq"),
        ]

    def __str__(self) -> str:
        return f"{self.seq} {self.kind} {self.text}".rstrip()

    def save(self, **kwargs: Any) -> None:
        """Write a new entry; an old one is never written again."""
        if not self._state.adding:
            refuse_to_alter()
        super().save(force_insert=True)

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        """Refuse."""
        refuse_to_alter()
