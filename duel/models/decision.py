"""What operators decided about games: why, and which entry says so."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from duel.models.act import Act
from duel.models.game import Game
from duel.models.record import AppendOnly
from duel.models.settlement import Settlement


class Decision(models.Model):
    """One decision about one game: the row that can be erased beside the entry that cannot.

    The entry knows neither the operator's name nor the reason; both stand here. The reason is for
    the record and operators alone; what players read is the message. Where the record is broken,
    there is a settlement in the place of the entry, and `seq` is what was found.
    """

    game = models.ForeignKey(Game, models.CASCADE, related_name="decisions")
    seq = models.PositiveIntegerField(_("entry"))
    act = models.CharField(_("decision"), max_length=16, choices=Act.choices)
    operator = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="decisions"
    )
    reason = models.TextField(_("reason for the record"), max_length=2000)
    # Empty for decisions from before there were two texts: their reasons were mailed then.
    message = models.TextField(
        _("message to the players"), max_length=2000, blank=True, default="", db_default=""
    )
    made_at = models.DateTimeField(_("made"))
    revokes = models.OneToOneField(
        "self", models.SET_NULL, null=True, blank=True, related_name="revoked_by"
    )
    # Whose seat was given to somebody else: they can be given it back, and judge this game no more.
    replaced = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )

    settlement = models.OneToOneField(
        Settlement, models.PROTECT, null=True, blank=True, related_name="decision"
    )

    class Meta:
        verbose_name = _("decision")
        verbose_name_plural = _("decisions")
        default_permissions = ("view",)
        constraints = [
            models.UniqueConstraint(
                fields=["game", "seq"],
                condition=models.Q(settlement=None),
                name="duel_decision_once_per_entry",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game_id}:{self.seq} {self.act}"


class AddedTime(AppendOnly):
    """Time that operators gave to every clock that ran at one moment. Append-only.

    The clock arithmetic reads it, so one row is enough for any number of games.
    """

    given_at = models.DateTimeField(_("given"), unique=True)
    seconds = models.PositiveIntegerField(_("seconds"))

    class Meta(AppendOnly.Meta):
        verbose_name = _("time added to all games")
        verbose_name_plural = _("times added to all games")

    def __str__(self) -> str:
        return f"{self.given_at:%Y-%m-%d %H:%M} +{self.seconds} s"
