"""The outbox: a row for each letter from the moment somebody means to send it."""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from lib.signing import new_token


class Letter(models.Model):
    """The intent to send one letter to one address.

    Neither its words nor its links are here: they are built from `kind` and `data` at the moment
    of sending, so that a letter is never older than what it tells.
    """

    class Status(models.TextChoices):
        """Where a letter stands. The last four are for good."""

        WAITING = "waiting", _("waiting")
        SENDING = "sending", _("being sent")
        SENT = "sent", _("sent")
        DROPPED = "dropped", _("not sent")
        # Its worker ended while it had the letter, and then it was not to be sent any more.
        UNSURE = "unsure", _("may have been sent")
        FAILED = "failed", _("given up")

    SETTLED = (Status.SENT, Status.DROPPED, Status.UNSURE, Status.FAILED)
    NOT_SENT_ON = (Status.DROPPED, Status.UNSURE)
    """Not sent, or not sent once more, for a reason that the row tells."""

    class Reason(models.TextChoices):
        """Why a letter was dropped, or has to wait."""

        UNTRUE = "untrue", _("no longer true")
        MUTED = "muted", _("muted by its reader")
        SUPPRESSED = "suppressed", _("its address does not take letters")
        FOLDED = "folded", _("told in the daily letter")
        ABORTED = "aborted", _("called off by an operator")
        LIMIT = "limit", _("waits: as many as allowed have left in 24 hours")

    key = models.CharField(_("key"), max_length=200, unique=True)
    kind = models.CharField(_("kind"), max_length=40)
    to = models.EmailField(_("to"), db_index=True)
    # What it is about, such as a game; readers can mute a topic. Empty: nothing in particular.
    topic = models.CharField(_("topic"), max_length=80, blank=True)
    # Names the letter to providers and in its return path, so that reports find their way back.
    token = models.CharField(_("token"), max_length=32, unique=True, default=new_token)
    data = models.JSONField(_("what it is built from"), default=dict)
    status = models.CharField(
        _("status"), max_length=8, choices=Status.choices, default=Status.WAITING
    )
    reason = models.CharField(
        _("why not sent"), max_length=10, choices=Reason.choices, blank=True, default=""
    )
    created_at = models.DateTimeField(_("posted"), default=timezone.now)
    not_before = models.DateTimeField(_("not before"), null=True, blank=True)
    next_attempt_at = models.DateTimeField(_("next attempt"), default=timezone.now)
    handed_at = models.DateTimeField(_("handed to the queue"), null=True, blank=True)
    claimed_at = models.DateTimeField(_("claimed by a worker"), null=True, blank=True)
    attempts = models.PositiveIntegerField(_("attempts"), default=0)
    faults = models.PositiveIntegerField(_("faults of its own"), default=0)
    # A worker ended while it had the letter: nobody knows whether the server had taken it.
    may_have_left_at = models.DateTimeField(_("may have been sent"), null=True, blank=True)
    sent_at = models.DateTimeField(_("sent"), null=True, blank=True)
    delivered_at = models.DateTimeField(_("delivered"), null=True, blank=True)
    message_id = models.CharField(_("Message-ID"), max_length=255, db_index=True)
    provider_id = models.CharField(
        _("the provider's id"), max_length=255, blank=True, db_index=True
    )
    last_error = models.CharField(_("last error"), max_length=300, blank=True)

    class Meta:
        verbose_name = _("letter")
        verbose_name_plural = _("letters")
        default_permissions = ("view",)
        permissions = [
            ("resend_letter", _("Can retry letters and call them off")),
            ("reveal_letter", _("Can read letters that tell what is hidden")),
        ]
        indexes = [
            models.Index(
                fields=["next_attempt_at"],
                condition=models.Q(status="waiting"),
                name="mail_letter_due",
            ),
            models.Index(
                fields=["claimed_at"],
                condition=models.Q(status="sending"),
                name="mail_letter_under_way",
            ),
            models.Index(
                fields=["id"], condition=models.Q(status="failed"), name="mail_letter_given_up"
            ),
            models.Index(
                fields=["sent_at"],
                condition=models.Q(sent_at__isnull=False),
                name="mail_letter_left",
            ),
        ]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(
                    status__in=["waiting", "sending", "sent", "dropped", "unsure", "failed"]
                ),
                name="mail_letter_status_is_known",
            ),
            models.CheckConstraint(
                condition=~models.Q(status="sending") | models.Q(claimed_at__isnull=False),
                name="mail_letter_being_sent_has_a_claim",
            ),
            models.CheckConstraint(
                condition=~models.Q(status="sent") | models.Q(sent_at__isnull=False),
                name="mail_letter_sent_has_a_time",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}"

    @property
    def status_unsent(self) -> str:
        """What it is if it is not sent from now on: not sent, unless it may have been before."""
        return self.Status.DROPPED if self.may_have_left_at is None else self.Status.UNSURE


class Sweep(models.Model):
    """The heartbeat of a periodic task: when it last came to its end."""

    name = models.CharField(_("name"), max_length=40, primary_key=True)
    ran_at = models.DateTimeField(_("ran"))

    class Meta:
        verbose_name = _("sweep")
        verbose_name_plural = _("sweeps")

    def __str__(self) -> str:
        return self.name
