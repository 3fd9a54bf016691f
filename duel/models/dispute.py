"""What players report, and what became of it."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from duel.models.decision import Decision
from duel.models.game import Game
from duel.models.note import Note

REPORT_LENGTH = 2000
"""Characters that a player may write at a time, and operators to one another."""
ANSWER_LENGTH = 4000


class Dispute(models.Model):
    """A player's report about a game, from the first word to its resolution."""

    class Topic(models.TextChoices):
        """What a report can be about."""

        MAIL = "mail", _("a letter that never came, or time lost by it")
        MISTAKE = "mistake", _("a move made by mistake")
        ABSENCE = "absence", _("an opponent who vanished")
        TAMPERING = "tampering", _("something that looks tampered with")
        ABUSE = "abuse", _("insults in notes")
        OTHER = "other", _("something else")

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
    # Raised with whatever changes what an operator has read: the second of two sees that it did.
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
        verbose_name = _("remark on a dispute")
        verbose_name_plural = _("remarks on disputes")
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.dispute_id}:{self.pk}"
