"""The tables of decisions, settlements and reports."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from duel.models import Game, Note
from duel.models.record import AppendOnly
from duel.operators import REPORT_LENGTH, ReportTopic
from lib.reasons import DECISION_LENGTH

ANSWER_LENGTH = 4000
"""Characters of an answer to a report."""


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
    RETIRE = "retire", _("retire a player")
    PROXY = "proxy", _("play for a player")
    REPLACE = "replace", _("replace a player")
    CANCEL = "cancel", _("cancel")
    REOPEN = "reopen", _("reopen")
    TIMEOUT = "timeout", _("lost on time")
    """Never decided as such: it only comes back when what took its place is taken back."""


class Settlement(AppendOnly):
    """One decision about a game that cannot be replayed. Append-only.

    Nothing is appended to a broken log, so this row stands in the place of an entry, and the
    columns of the game follow it. It keeps what was found: how many entries there were, and the
    hash of the last. The operator is a person's number, as in the audit log, or None where a
    player has left; the reason, which can be erased, stands in the decision beside it.
    """

    # No index of its own: the one on game and number begins with it.
    game = models.ForeignKey(Game, models.PROTECT, related_name="settlements", db_index=False)
    number = models.PositiveSmallIntegerField()
    act = models.CharField(max_length=16, choices=Act.choices)
    winners = models.JSONField(default=list)
    operator = models.BigIntegerField(null=True)
    seq = models.PositiveIntegerField()
    head = models.CharField(max_length=64)
    made_at = models.DateTimeField()

    class Meta(AppendOnly.Meta):
        db_table = "duel_settlement"  # made when it was a table of the games
        verbose_name = _("settlement")
        verbose_name_plural = _("settlements")
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="duel_settlement_once"),
        ]

    def __str__(self) -> str:
        return f"{self.game_id}:{self.number} {self.act}"

    @property
    def is_end(self) -> bool:
        """Whether the game is over by it; a hold only stops its clocks."""
        return self.act != Act.HOLD

    @property
    def result(self) -> dict[str, list[int] | list[str]] | None:
        """How the game ended by it, as a game's result has it."""
        return {"winners": list(self.winners), "by": [self.act]} if self.is_end else None


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
    reason = models.TextField(_("reason for the record"), max_length=DECISION_LENGTH)
    # Empty for decisions from before there were two texts: their reasons were mailed then.
    message = models.TextField(
        _("message to the players"),
        max_length=DECISION_LENGTH,
        blank=True,
        default="",
        db_default="",
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
        db_table = "duel_decision"  # made when it was a table of the games
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


class Dispute(models.Model):
    """A player's report about a game, from the first word to its resolution."""

    Topic = ReportTopic

    class State(models.TextChoices):
        """How far it has come."""

        OPEN = "open", _("open")
        ASSIGNED = "assigned", _("being looked into")
        RESOLVED = "resolved", _("resolved")
        DISMISSED = "dismissed", _("dismissed")

    game = models.ForeignKey(Game, models.CASCADE, related_name="disputes")
    seat = models.PositiveSmallIntegerField(_("seat of the reporter"))
    reporter = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="disputes"
    )
    topic = models.CharField(_("about"), max_length=16, choices=Topic.choices)
    text = models.TextField(_("in the player's words"), max_length=REPORT_LENGTH)
    # The note that it is about, if its reader reported one; it may have been erased since.
    note = models.ForeignKey(
        Note, models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("note")
    )
    asks_hold = models.BooleanField(_("asks that the clocks be stopped"), default=False)
    # Whether the service gave the seat time by itself, which it does once per seat and game.
    got_respite = models.BooleanField(_("was given time at once"), default=False)
    # Where several others sit, operators say which of them it is about. None: all of them.
    about = models.PositiveSmallIntegerField(
        _("seat of the player it is about"), null=True, blank=True
    )
    ply = models.PositiveIntegerField(_("ply at which it was reported"))
    channel = models.CharField(_("channel"), max_length=20)
    reported_at = models.DateTimeField(_("reported"))

    state = models.CharField(_("state"), max_length=16, choices=State.choices, default=State.OPEN)
    # Raised with each change of what an operator has read: the second of two sees that it changed.
    revision = models.PositiveIntegerField(default=0)
    assigned_to = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="assigned_disputes",
        verbose_name=_("taken by"),
    )
    settled_at = models.DateTimeField(_("settled"), null=True, blank=True)
    resolution = models.TextField(
        _("what the reporter was told"), max_length=ANSWER_LENGTH, blank=True
    )
    word_to_opponent = models.TextField(
        _("what the player it is about was told"), max_length=ANSWER_LENGTH, blank=True
    )
    decision = models.ForeignKey(
        Decision, models.SET_NULL, null=True, blank=True, related_name="disputes"
    )

    class Meta:
        db_table = "duel_dispute"  # made when it was a table of the games
        verbose_name = _("dispute")
        verbose_name_plural = _("disputes")
        default_permissions = ("view", "change")
        indexes = [
            models.Index(
                fields=["reported_at"],
                condition=models.Q(state__in=["open", "assigned"]),
                name="duel_dispute_unsettled",
            ),
            models.Index(
                fields=["settled_at"],
                condition=models.Q(state__in=["resolved", "dismissed"]),
                name="duel_dispute_settled",
            ),
        ]
        constraints = [
            # Who has more to say adds to it. A seat may change hands, so it is the person's.
            models.UniqueConstraint(
                fields=["game", "seat", "reporter"],
                condition=models.Q(state__in=["open", "assigned"]),
                name="duel_dispute_one_unsettled",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game_id}:{self.pk} {self.topic}"

    @property
    def is_settled(self) -> bool:
        """Whether it has been answered and not been opened again since."""
        return self.state in (self.State.RESOLVED, self.State.DISMISSED)


UNSETTLED = (Dispute.State.OPEN, Dispute.State.ASSIGNED)
"""The states of a report that waits for its answer."""


class DisputeAddition(models.Model):
    """What a player added to a report that was not settled yet."""

    dispute = models.ForeignKey(Dispute, models.CASCADE, related_name="additions")
    text = models.TextField(_("text"), max_length=REPORT_LENGTH)
    note = models.ForeignKey(
        Note, models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("note")
    )
    written_at = models.DateTimeField(_("written"))

    class Meta:
        db_table = "duel_disputeaddition"  # made when it was a table of the games
        verbose_name = _("addition to a report")
        verbose_name_plural = _("additions to reports")
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.dispute_id}:{self.pk}"


class DisputeRemark(models.Model):
    """What operators write to one another about a dispute. Players never see it."""

    dispute = models.ForeignKey(Dispute, models.CASCADE, related_name="remarks")
    author = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True)
    text = models.TextField(_("text"), max_length=REPORT_LENGTH)
    written_at = models.DateTimeField(_("written"))

    class Meta:
        db_table = "duel_disputeremark"  # made when it was a table of the games
        verbose_name = _("remark on a dispute")
        verbose_name_plural = _("remarks on disputes")
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.dispute_id}:{self.pk}"
