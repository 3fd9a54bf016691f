"""Invitations that were turned down or taken back, in games that go on looking for players."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from duel.models.game import Game


class DeclinedInvitation(models.Model):
    """One invitation that freed its seat, which may be somebody else's by now.

    Kept so that the proposer reads who declined, so that the links in its letter still work, and
    so that whoever has invited a stranger does not write to them again.
    """

    # No index of its own: the one on game and number begins with it.
    game = models.ForeignKey(Game, models.CASCADE, related_name="declined", db_index=False)
    number = models.PositiveSmallIntegerField()
    address = models.EmailField(_("invited address"), blank=True)
    link_epoch = models.PositiveIntegerField()
    declined_at = models.DateTimeField()
    is_taken_back = models.BooleanField(default=False, db_default=False)
    """Whether its sender took it back; else its reader declined."""

    class Meta:
        default_permissions = ()
        ordering = ["pk"]
        indexes = [
            models.Index(fields=["game", "number"], name="duel_declined_seat"),
            models.Index(
                fields=["address"],
                # Good for a beginning of an address as well as for a whole one.
                opclasses=["varchar_pattern_ops"],
                condition=~models.Q(address=""),
                name="duel_declined_address",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game_id}:{self.number} declined"
