"""Tables of rows that are never altered (`duel.integrity.append_only` holds that), and of keys."""

from typing import Any, ClassVar, NoReturn, Self, TypeVar

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


class AppendOnly(models.Model):
    """A row that is written once; `duel.integrity.append_only` names the tables to the database."""

    objects: ClassVar[models.Manager[Self]] = AppendOnlyQuerySet.as_manager()

    class Meta:
        abstract = True
        default_permissions: ClassVar[tuple[str, ...]] = ("view",)
        base_manager_name = "objects"

    def save(self, **kwargs: Any) -> None:
        """Write a new row; an old one is never written again."""
        if not self._state.adding:
            refuse_to_alter()
        super().save(force_insert=True)

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        """Refuse."""
        refuse_to_alter()


class LogEntry(AppendOnly):
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

    class Meta(AppendOnly.Meta):
        db_table = "duel_entry"
        verbose_name = _("entry of the log")
        verbose_name_plural = _("entries of the log")
        ordering = ["game", "seq"]
        constraints = [
            models.UniqueConstraint(fields=["game", "seq"], name="duel_entry_once_per_seq"),
        ]

    def __str__(self) -> str:
        return f"{self.seq} {self.kind} {self.text}".rstrip()


class Beginning(AppendOnly):
    """The terms of a game as a digest, who sat where, and when it began. Append-only.

    The columns of a game and its seats can be altered; this row shows whether they still hold what
    was agreed on. For a game begun by a release that wrote none, it was written later, when its log
    had `seq` entries, and holds the terms of that moment.
    """

    game = models.OneToOneField(Game, models.PROTECT, related_name="beginning")
    began_at = models.DateTimeField()
    seq = models.PositiveIntegerField(default=0)
    # The random ids of the log, by seat: nobody's name.
    persons = models.JSONField()
    digest = models.CharField(max_length=64)

    class Meta(AppendOnly.Meta):
        verbose_name = _("beginning")
        verbose_name_plural = _("beginnings")
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.game_id} {self.digest[:10]}"


class Erasure(AppendOnly):
    """The random id of a person whose account was deleted. Append-only, and no more than that."""

    person = models.CharField(max_length=12, unique=True)

    class Meta(AppendOnly.Meta):
        default_permissions = ()

    def __str__(self) -> str:
        return self.person


class SigningKey(models.Model):
    """A key pair for Ed25519: one is in use, of the others only the public half is kept, for ever.

    Registered in no admin, so that no list, form or dump of games shows the private half.
    """

    public = models.CharField(max_length=64, unique=True, editable=False)
    # Erased when another key takes its place.
    private = models.BinaryField(null=True, editable=False)
    is_current = models.BooleanField(default=True)
    made_at = models.DateTimeField()
    retired_at = models.DateTimeField(null=True)

    class Meta:
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(
                fields=["is_current"],
                condition=models.Q(is_current=True),
                name="duel_one_current_signing_key",
            ),
        ]

    def __str__(self) -> str:
        return self.public
