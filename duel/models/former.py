"""Who sat at a table before."""

from django.conf import settings
from django.db import models

from duel.models.game import Game


class FormerPlayer(models.Model):
    """Somebody who left a game, and in whose seat another plays on by now.

    Kept so that no operator judges a game in which they have played. Of a seat that an operator
    gave to another, the decision tells this.
    """

    game = models.ForeignKey(Game, models.CASCADE, related_name="former_players")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    replaced_at = models.DateTimeField()

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.game_id}:{self.user_id}"
