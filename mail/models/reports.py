"""What became of letters after they left, and which addresses take none."""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from mail.models.outbox import Letter


class DeliveryEvent(models.Model):
    """One report about one letter, kept once however often and in whatever order it arrives."""

    class Kind(models.TextChoices):
        """What happened, in the words that all providers' reports are brought into."""

        QUEUED = "queued", _("queued at the provider")
        SENT = "sent", _("sent by the provider")
        DEFERRED = "deferred", _("put off by the reader's server")
        DELIVERED = "delivered", _("delivered")
        BOUNCED = "bounced", _("bounced")
        REJECTED = "rejected", _("refused by the provider")
        FAILED = "failed", _("failed at the provider")
        COMPLAINED = "complained", _("reported as spam")
        UNSUBSCRIBED = "unsubscribed", _("unsubscribed at the provider")
        AUTORESPONDED = "autoresponded", _("answered by a machine")
        UNKNOWN = "unknown", _("something else")

    key = models.CharField(_("key"), max_length=80, unique=True)
    letter = models.ForeignKey(
        Letter,
        models.CASCADE,
        null=True,
        blank=True,
        related_name="events",
        verbose_name=_("letter"),
    )
    provider = models.CharField(_("provider"), max_length=40)
    # Kept also when the letter is known: a report may be here before the letter's row knows the id.
    provider_id = models.CharField(
        _("the provider's id"), max_length=255, blank=True, db_index=True
    )
    address = models.EmailField(_("address"), blank=True, db_index=True)
    kind = models.CharField(_("what happened"), max_length=16, choices=Kind.choices)
    reason = models.CharField(_("reason"), max_length=20, blank=True)
    code = models.CharField(_("the server's code"), max_length=12, blank=True)
    is_final = models.BooleanField(_("the address takes no letters"), default=False)
    happened_at = models.DateTimeField(_("happened"))
    received_at = models.DateTimeField(_("reported"), default=timezone.now)

    class Meta:
        verbose_name = _("delivery event")
        verbose_name_plural = _("delivery events")
        default_permissions = ("view",)
        indexes = [
            models.Index(
                fields=["happened_at"],
                condition=models.Q(is_final=True),
                name="mail_event_final",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.letter_id or self.provider_id}"

    @property
    def reason_beyond_kind(self) -> str:
        """The reason, where it says more: of a bounce providers often say that it bounced."""
        return self.reason if self.reason != self.kind else ""


class Suppression(models.Model):
    """An address that takes no letters; a lifted row stays, so that late reports do nothing."""

    class Reason(models.TextChoices):
        """Why nothing is sent."""

        BOUNCED = "bounced", _("letters came back")
        COMPLAINED = "complained", _("letters were reported as spam")
        OPERATOR = "operator", _("put aside by an operator")

    address = models.EmailField(_("address"), unique=True)
    reason = models.CharField(_("reason"), max_length=10, choices=Reason.choices)
    since = models.DateTimeField(_("since"))
    lifted_at = models.DateTimeField(_("confirmed again"), null=True, blank=True)

    class Meta:
        verbose_name = _("suppressed address")
        verbose_name_plural = _("suppressed addresses")
        default_permissions = ("view", "change")

    def __str__(self) -> str:
        return f"{self.reason} {self.pk}"


class Mute(models.Model):
    """The wish of an address's owner not to get letters of a kind, about a topic, or both.

    Empty means any: with both empty nothing leaves but what the person asks for.
    """

    address = models.EmailField(_("address"))
    kind = models.CharField(_("kind"), max_length=40, blank=True)
    topic = models.CharField(_("topic"), max_length=80, blank=True)
    since = models.DateTimeField(_("since"), default=timezone.now)

    class Meta:
        verbose_name = _("muted letters")
        verbose_name_plural = _("muted letters")
        default_permissions = ("view",)
        constraints = [
            models.UniqueConstraint(
                fields=["address", "kind", "topic"], name="mail_mute_once_per_wish"
            )
        ]

    def __str__(self) -> str:
        return f"{self.kind or '*'} {self.topic or '*'}"
