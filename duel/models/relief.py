"""What operators have chosen after an outage, until it is carried out to its end."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from duel.models.act import Act
from duel.models.game import Game


class Relief(models.Model):
    """One press that gives time to all games, and lets games go on that ran out of it.

    Its words are erased once the last of its games was decided about: each decision has its own.
    """

    # Made with the preview, so that a press that is sent twice is carried out once.
    key = models.CharField(max_length=32, unique=True)
    operator = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    reason = models.TextField(max_length=2000, blank=True)
    message = models.TextField(max_length=2000, blank=True)
    seconds = models.PositiveIntegerField()
    made_at = models.DateTimeField()

    class Meta:
        verbose_name = _("relief after an outage")
        verbose_name_plural = _("reliefs after outages")
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.made_at:%Y-%m-%d %H:%M} +{self.seconds} s"


class RelievedGame(models.Model):
    """A game that an operator has chosen to go on after an outage."""

    relief = models.ForeignKey(Relief, models.CASCADE, related_name="games")
    game = models.ForeignKey(Game, models.CASCADE, related_name="+")
    act = models.CharField(max_length=16, choices=Act.choices)
    # Up to which entry of its log the operator has looked at it.
    expected_seq = models.PositiveIntegerField()
    # None: it waits. False: it was left as it is, because it moved on or may not be decided about.
    is_decided = models.BooleanField(null=True, default=None)

    class Meta:
        verbose_name = _("game that goes on after an outage")
        verbose_name_plural = _("games that go on after an outage")
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(fields=["relief", "game"], name="duel_relief_once_per_game"),
        ]
        indexes = [
            models.Index(
                fields=["relief"],
                condition=models.Q(is_decided=None),
                name="duel_relief_waits",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.relief_id}:{self.game_id}"
