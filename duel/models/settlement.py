"""What was decided about games whose record is broken."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from duel.models.act import Act
from duel.models.game import Game
from duel.models.record import AppendOnly


class Settlement(AppendOnly):
    """One decision about a game that cannot be replayed. Append-only.

    Nothing is appended to a broken log, so this row stands in the place of an entry, and the
    columns of the game follow it. It keeps what was found: how many entries there were, and the
    hash of the last. The operator is a person's number, as in the audit log, or None where a
    player has left; the reason, which can be erased, stands in the decision beside it.
    """

    # No index of its own: the one on game and number begins with it.
    game = models.ForeignKey(Game, models.PROTECT, related_name="settlements", db_index=False)
    number = models.PositiveSmallIntegerField()
    act = models.CharField(max_length=16, choices=Act.choices)
    winners = models.JSONField(default=list)
    operator = models.BigIntegerField(null=True)
    seq = models.PositiveIntegerField()
    head = models.CharField(max_length=64)
    made_at = models.DateTimeField()

    class Meta(AppendOnly.Meta):
        verbose_name = _("settlement")
        verbose_name_plural = _("settlements")
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="duel_settlement_once"),
        ]

    def __str__(self) -> str:
        return f"{self.game_id}:{self.number} {self.act}"

    @property
    def is_end(self) -> bool:
        """Whether the game is over by it; a hold only stops its clocks."""
        return self.act != Act.HOLD

    @property
    def result(self) -> dict[str, list[int] | list[str]] | None:
        """How the game ended by it, as a game's result has it."""
        return {"winners": list(self.winners), "by": [self.act]} if self.is_end else None
