"""The outbox: a row for each letter from the moment somebody means to send it."""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class Letter(models.Model):
    """The intent to send one letter to one address.

    Neither its words nor its links are here: they are built from `kind` and `data` at the moment
    of sending, so that a letter is never older than what it tells.
    """

    class Status(models.TextChoices):
        """Where a letter stands. The last three are for good."""

        WAITING = "waiting", _("waiting")
        SENDING = "sending", _("being sent")
        SENT = "sent", _("sent")
        DROPPED = "dropped", _("no longer true")
        FAILED = "failed", _("given up")

    SETTLED = (Status.SENT, Status.DROPPED, Status.FAILED)

    key = models.CharField(_("key"), max_length=200, unique=True)
    kind = models.CharField(_("kind"), max_length=40)
    to = models.EmailField(_("to"), db_index=True)
    data = models.JSONField(_("what it is built from"), default=dict)
    status = models.CharField(
        _("status"), max_length=8, choices=Status.choices, default=Status.WAITING
    )
    created_at = models.DateTimeField(_("posted"), default=timezone.now)
    not_before = models.DateTimeField(_("not before"), null=True, blank=True)
    next_attempt_at = models.DateTimeField(_("next attempt"), default=timezone.now)
    handed_at = models.DateTimeField(_("handed to the queue"), null=True, blank=True)
    claimed_at = models.DateTimeField(_("claimed by a worker"), null=True, blank=True)
    attempts = models.PositiveIntegerField(_("attempts"), default=0)
    faults = models.PositiveIntegerField(_("faults of its own"), default=0)
    sent_at = models.DateTimeField(_("sent"), null=True, blank=True)
    message_id = models.CharField(_("Message-ID"), max_length=255, db_index=True)
    provider_id = models.CharField(_("the provider's id"), max_length=255, blank=True)
    last_error = models.CharField(_("last error"), max_length=300, blank=True)

    class Meta:
        verbose_name = _("letter")
        verbose_name_plural = _("letters")
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
        ]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(status__in=["waiting", "sending", "sent", "dropped", "failed"]),
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


class Sweep(models.Model):
    """The heartbeat of a periodic task: when it last came to its end."""

    name = models.CharField(_("name"), max_length=40, primary_key=True)
    ran_at = models.DateTimeField(_("ran"))

    class Meta:
        verbose_name = _("sweep")
        verbose_name_plural = _("sweeps")

    def __str__(self) -> str:
        return self.name
