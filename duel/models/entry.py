"""The log: rows that are written once and never again."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from duel.models.append_only import AppendOnly
from duel.models.game import Game


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
