"""Games whose replay differs from what is stored."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from duel.models.game import Game


class Divergence(models.Model):
    """What the replay found wrong with a game. Once it is right again, the row says since when."""

    game = models.OneToOneField(Game, models.CASCADE, related_name="divergence")
    problems = models.TextField(_("problems"))
    found_at = models.DateTimeField(_("first found"))
    seen_at = models.DateTimeField(_("last seen"))
    gone_at = models.DateTimeField(_("gone"), null=True, blank=True)

    class Meta:
        verbose_name = _("divergence")
        verbose_name_plural = _("divergences")
        default_permissions = ("view",)
        indexes = [
            models.Index(
                fields=["found_at"],
                condition=models.Q(gone_at__isnull=True),
                name="duel_divergence_standing",
            ),
        ]

    def __str__(self) -> str:
        return str(self.game_id)
