"""Games of which the replay says something else than what is stored."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from duel.models.game import Game


class Divergence(models.Model):
    """What `replaygames` found wrong with a game, until it finds it right again."""

    game = models.OneToOneField(Game, models.CASCADE, related_name="divergence")
    problems = models.TextField(_("problems"))
    found_at = models.DateTimeField(_("first found"))
    seen_at = models.DateTimeField(_("last seen"))

    class Meta:
        verbose_name = _("divergence")
        verbose_name_plural = _("divergences")
        default_permissions = ("view",)

    def __str__(self) -> str:
        return str(self.game_id)
