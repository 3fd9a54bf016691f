"""What operators decided about games: why, and which entry says so."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from duel.models.append_only import AppendOnly
from duel.models.game import Game


class Act(models.TextChoices):
    """What an operator can decide."""

    HOLD = "hold", _("hold")
    PAUSE = "pause", _("pause")
    RESUME = "resume", _("resume")
    EXTEND = "extend", _("give time")
    ROLLBACK = "rollback", _("roll back")
    AWARD = "award", _("award")
    VOID = "void", _("void")
    RESIGN = "resign", _("resign for a player")
    PROXY = "proxy", _("play for a player")
    REPLACE = "replace", _("replace a player")
    CANCEL = "cancel", _("cancel")
    REOPEN = "reopen", _("reopen")


class Decision(models.Model):
    """One decision about one game: the row that can be erased beside the entry that cannot.

    The entry knows neither the operator's name nor the reason; both stand here.
    """

    # No index of its own: the one on game and seq begins with it.
    game = models.ForeignKey(Game, models.CASCADE, related_name="decisions", db_index=False)
    seq = models.PositiveIntegerField(_("entry"))
    act = models.CharField(_("decision"), max_length=16, choices=Act.choices)
    operator = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="decisions"
    )
    reason = models.TextField(_("reason"), max_length=2000)
    made_at = models.DateTimeField(_("made"))
    revokes = models.OneToOneField(
        "self", models.SET_NULL, null=True, blank=True, related_name="revoked_by"
    )
    # Whose seat was given to somebody else: they can be given it back, and judge this game no more.
    replaced = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )

    class Meta:
        verbose_name = _("decision")
        verbose_name_plural = _("decisions")
        default_permissions = ("view",)
        constraints = [
            models.UniqueConstraint(fields=["game", "seq"], name="duel_decision_once_per_entry"),
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
