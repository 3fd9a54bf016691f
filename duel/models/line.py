"""What players try out ahead, for themselves alone."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from duel.models.game import Game

LINE_NAME_LENGTH = 60


class TriedLine(models.Model):
    """Moves that somebody has tried out from where a game of theirs stood. Nobody else sees it.

    It belongs to the person, not to the seat: whoever takes the seat over finds nothing.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", db_index=False
    )
    game = models.ForeignKey(Game, models.CASCADE, related_name="+")
    # Where the game stood, as its player knew it: once it has moved on, the line is stale.
    ply = models.PositiveIntegerField()
    name = models.CharField(_("name"), max_length=LINE_NAME_LENGTH, blank=True)
    # Each as the seat that moves and the canonical text.
    moves = models.JSONField(default=list)
    changed_at = models.DateTimeField()

    class Meta:
        default_permissions = ()
        indexes = [models.Index(fields=["user", "game"], name="duel_line_of_person")]

    def __str__(self) -> str:
        return f"{self.game_id}:{self.pk}"

    @property
    def texts(self) -> list[str]:
        """The moves as canonical texts."""
        return [text for _, text in self.moves]
