"""The table of how quickly the players of a finished game answered."""

from django.db import models

from duel.models.game import Game


class Pace(models.Model):
    """The reliability of a finished game's players, by seat; counted anew when its log goes on."""

    game = models.OneToOneField(Game, models.CASCADE, primary_key=True, related_name="+")
    # The last hash of the log that was counted.
    head = models.CharField(max_length=64)
    # By seat: how many turns counted, how many of them were late, and how many seconds each took.
    seats = models.JSONField(default=list)

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"pace of {self.game_id}"
