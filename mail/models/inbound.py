"""Mail that came in: a row for each from the moment it was received, before anybody reads it."""

from datetime import datetime

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class OutcomeCode(models.TextChoices):
    """What became of a mail, as a reader or the receipt writes it, and what operators call that."""

    PLAYED = "played", _("a move was played")
    ASKED = "asked", _("asked back")
    REFUSED = "refused", _("refused")
    STALE = "stale", _("too late: it answered an older letter")
    REPEATED = "repeated", _("came a second time")
    OVER = "over", _("the game was over")
    DONE = "done", _("done")
    SHOWN = "shown", _("the position was sent")
    HELPED = "helped", _("the help was sent")
    PREVIEWED = "previewed", _("a move was previewed")
    THANKS = "thanks", _("nothing to do")
    FOREIGN = "foreign", _("from an unknown address: nothing was done")
    UNPROVED = "unproved", _("nothing proved who sent it: nothing was done")
    UNCONFIRMED = "unconfirmed", _("sent by a new way: its writer was asked whether it is theirs")
    SUSPENDED = "suspended", _("its writer is suspended: nothing was done")
    LEFT = "left", _("its writer has left the game: nothing was done")
    REVOKED = "revoked", _("its reply address was revoked: nothing was done")
    BROKEN = "broken", _("the record of the game is damaged: nothing was done")
    GONE = "gone", _("its writer no longer has the seat: nothing was done")
    MACHINE = "machine", _("written by a machine: not read")
    TOO_MANY = "too_many", _("one of too many: not read")
    UNREADABLE = "unreadable", _("could not be read: its writer was told")
    TEST = "test", _("a test")


class InboundMail(models.Model):
    """One mail that somebody sent to one of our reply addresses.

    It is committed before its sender's server gets an answer. The key in its address is stored
    nowhere: its meaning is in `about` and `data`, and the raw mail is kept with keys masked.
    """

    class Way(models.TextChoices):
        """How it came in."""

        SMTP = "smtp", _("mail server")
        WEBHOOK = "webhook", _("provider")
        IMAP = "imap", _("mailbox")
        PIPE = "pipe", _("command")
        PAGE = "page", _("page")

    class Status(models.TextChoices):
        """Where it stands. The last three are for good."""

        WAITING = "waiting", _("waiting to be read")
        READ = "read", _("read")
        DROPPED = "dropped", _("not for a reader")
        FAILED = "failed", _("cannot be read")

    way = models.CharField(_("way"), max_length=8, choices=Way.choices)
    received_at = models.DateTimeField(_("received"), default=timezone.now)
    # The same for the same mail to the same address, however often it is handed in.
    digest = models.CharField(_("digest"), max_length=64, unique=True)
    message_id = models.CharField(_("Message-ID"), max_length=255, blank=True)
    sender = models.CharField(_("from"), max_length=254, blank=True, db_index=True)
    # Whether the sender is an address of the person for whom the reply address was made.
    is_owner = models.BooleanField(_("from its owner"), default=False)
    # What proves it, by the server that we trust; None: nothing was said.
    is_authentic = models.BooleanField(_("authentic"), null=True, blank=True)
    # From which network it reached our servers, or who signed it: asked where nothing was said.
    path = models.CharField(_("path"), max_length=80, blank=True, default="", db_default="")
    # Who reads it, and whose mail it is, such as `game:k7q2…:0`: clocks and timelines ask by it.
    family = models.CharField(_("reader"), max_length=16)
    about = models.CharField(_("about"), max_length=80)
    data = models.JSONField(_("what the address stands for"), default=dict)
    raw = models.BinaryField(_("raw mail"))
    status = models.CharField(
        _("status"), max_length=8, choices=Status.choices, default=Status.WAITING
    )
    # What became of it, in one word of its reader, and what was read, for timelines and answers.
    outcome = models.CharField(_("outcome"), max_length=24, blank=True)
    reading = models.JSONField(_("what was read"), default=dict)
    read_at = models.DateTimeField(_("read at"), null=True, blank=True)
    attempts = models.PositiveIntegerField(_("attempts"), default=0)
    next_attempt_at = models.DateTimeField(_("next attempt"), default=timezone.now)
    handed_at = models.DateTimeField(_("handed to the queue"), null=True, blank=True)
    last_error = models.CharField(_("last error"), max_length=300, blank=True)

    class Meta:
        verbose_name = _("mail that came in")
        verbose_name_plural = _("mails that came in")
        default_permissions = ("view",)
        indexes = [
            models.Index(fields=["about", "received_at"], name="mail_inbound_about"),
            models.Index(
                fields=["next_attempt_at"],
                condition=models.Q(status="waiting"),
                name="mail_inbound_due",
            ),
            models.Index(
                fields=["id"], condition=models.Q(status="failed"), name="mail_inbound_failed"
            ),
            models.Index(fields=["message_id"], name="mail_inbound_message_id"),
        ]

    def __str__(self) -> str:
        return f"{self.about} {self.received_at:%Y-%m-%d %H:%M}"


class Heartbeat(models.Model):
    """The sign of life of a way in that has to look for mail: `mailserver` or `imap`."""

    name = models.CharField(_("name"), max_length=40, primary_key=True)
    # Since when it has been set up: from then on it should give signs of life.
    expected_since = models.DateTimeField(_("set up"), default=timezone.now)
    # When the last look at the mailbox that went well began; when the server last said it listens.
    good_at = models.DateTimeField(_("last well"), null=True, blank=True)
    # What went wrong since, in a sentence for operators.
    trouble = models.CharField(_("trouble"), max_length=300, blank=True)

    class Meta:
        verbose_name = _("way in")
        verbose_name_plural = _("ways in")
        default_permissions = ("view",)

    def __str__(self) -> str:
        return self.name

    @property
    def last_sign(self) -> datetime:
        """When it was last well, or was set up."""
        return self.good_at or self.expected_since


class PolledFolder(models.Model):
    """How far a folder of an IMAP mailbox was looked through, so that no mail is fetched twice."""

    name = models.CharField(max_length=500, unique=True)
    # A server that numbers its mails anew says so by another value.
    uid_validity = models.BigIntegerField()
    last_uid = models.BigIntegerField(default=0)

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return self.name
