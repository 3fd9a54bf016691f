"""The tables beside seats: declined invitations, former players, uses of links."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from duel.models.game import Game


class DeclinedInvitation(models.Model):
    """One invitation that freed its seat, which may be somebody else's by now.

    Kept so that the proposer reads who declined, so that the links in its letter still work, and
    so that nobody who has invited a stranger writes to them again.
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


class LinkUse(models.Model):
    """Links of one seat and ply, opened shortly after one another, or one press.

    Opening proves no reader: scanners open every link. Who came from where is not kept.
    """

    # No index of its own: the one on game, seat and ply begins with it. No constraint: to check
    # it, the database would wait for another writer to the game.
    game = models.ForeignKey(
        Game, models.CASCADE, related_name="link_uses", db_index=False, db_constraint=False
    )
    seat = models.PositiveSmallIntegerField()
    ply = models.PositiveIntegerField(_("ply that the link was made for"))
    purpose = models.CharField(_("page"), max_length=16)
    is_press = models.BooleanField(_("a button was pressed"))
    count = models.PositiveIntegerField(_("times"), default=1)
    first_at = models.DateTimeField(_("first"))
    last_at = models.DateTimeField(_("last"))

    class Meta:
        verbose_name = _("use of links")
        verbose_name_plural = _("uses of links")
        default_permissions = ("view",)
        indexes = [
            models.Index(fields=["game", "seat", "ply"], name="duel_link_use_of_ply"),
            models.Index(fields=["last_at"], name="duel_link_use_last"),
        ]

    def __str__(self) -> str:
        return f"{self.game_id}:{self.seat}:{self.ply} {self.purpose}"
