"""What a player is to be told: the intent, from which a letter is built when it is sent."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from duel.models.game import Game

YOUR_TURN = "your-turn"
TURN_GOES_ON = "turn-goes-on"
REMINDER = "reminder"
DIGEST = "digest"
TURN_ASKED_FOR = "turn-asked-for"

TURN_KINDS = (YOUR_TURN, TURN_GOES_ON)
"""What brings somebody their turn. At each ply of a running game there is one of them."""


def notice_key(public_id: str, seat: int, kind: str, mark: int) -> str:
    """Return what makes a notice the only one; `mark` is what it is told once for."""
    return f"{public_id}:{seat}:{kind}:{mark}"


class Notice(models.Model):
    """An intent to tell one seat one thing, written in the same transaction as its cause.

    Unique by its key, so that nothing is told twice. It holds no link and no text: whether it
    is still true is asked again when the letter is built.
    """

    # No index of its own: the one on game and ply begins with it.
    game = models.ForeignKey(Game, models.CASCADE, related_name="notices", db_index=False)
    seat = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=32)
    ply = models.PositiveIntegerField()
    key = models.CharField(max_length=120, unique=True)
    created_at = models.DateTimeField()
    not_before = models.DateTimeField(null=True, blank=True)
    cancelled_at = models.DateTimeField(null=True, blank=True)
    # The head of the chain that its letter carried: letters are deleted one day, this stays.
    head = models.CharField(max_length=64, blank=True)

    class Meta:
        verbose_name = _("notice")
        verbose_name_plural = _("notices")
        indexes = [models.Index(fields=["game", "ply"], name="duel_notice_of_ply")]

    def __str__(self) -> str:
        return self.key

    @property
    def mark(self) -> int:
        """What its key ends with: the ply, or for what leaves the ply alone the seq."""
        return int(self.key.rpartition(":")[2])
