"""When links were opened and pressed: the answer to "I never saw that letter"."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from duel.models.game import Game


class LinkUse(models.Model):
    """Links of one seat and ply, opened shortly after one another, or one press.

    Opening proves no reader: scanners open every link. Who came from where is not kept.
    """

    # No index of its own: the one on game, seat and ply begins with it. No constraint: to check
    # it, the database would wait for whoever is just writing to the game.
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
