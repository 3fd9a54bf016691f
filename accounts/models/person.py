"""People. E-mail is the login; there is no password to lose."""

import unicodedata
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from datetime import time
from typing import Any, ClassVar
from zoneinfo import ZoneInfo

from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser, BaseUserManager, PermissionsMixin
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models.functions import Lower
from django.utils import timezone, translation
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.bots import refuse_address_of_bot
from accounts.local_time.hours import LONGEST_QUIET, next_digest, quiet_length
from accounts.local_time.zones import is_time_zone
from accounts.names import refuse_address, refuse_misleading, without_addresses, without_emoji_style
from lib.signing import new_public_id
from mail.addresses import normal_address

_DECIDE_DIGEST = frozenset(["letters", "digest_at", "time_zone"])
"""The wishes from which it follows when the next daily letter is due."""


def language_choices() -> list[tuple[str, str]]:
    """Return the languages of the service; as a function, so that one more needs no migration."""
    return settings.LANGUAGES


def check_time_zone(name: str) -> None:
    """Raise unless the name is a time zone of the IANA database."""
    if not is_time_zone(name):
        raise ValidationError(_("%(name)s is not a time zone."), params={"name": name})


def plain_name(name: str) -> str:
    """Return the name in one line, in Unicode's usual form; forms refuse what stays invisible."""
    words = " ".join(name.split())
    visible = "".join(each for each in words if unicodedata.category(each) != "Cc")
    return unicodedata.normalize("NFKC", without_emoji_style(visible)).strip()


class UserManager(BaseUserManager["User"]):
    """Finds and makes people by their address."""

    def get_by_natural_key(self, username: str | None) -> "User":
        """Return the person with this address, in whatever case it was typed."""
        return self.get(email=normal_address(username or ""))

    def create_user(self, email: str, password: str | None = None, **fields: object) -> "User":
        """Return a new person; without a password only a mailed link signs in."""
        user = self.model(email=normal_address(email), **fields)
        user.set_password(password)
        user.full_clean(exclude=["password"])
        user.save(using=self._db)
        return user

    def create_superuser(self, email: str, password: str | None = None, **fields: object) -> "User":
        """Return a new person who may do everything in the admin."""
        return self.create_user(email, password, is_staff=True, is_superuser=True, **fields)


class User(AbstractBaseUser, PermissionsMixin):
    """A person who plays or operates, and how they want to be written to."""

    class Letters(models.TextChoices):
        """How letters come."""

        SINGLE = "single", _("each as soon as there is something to do")
        DIGEST = "digest", _("all together, once a day")

    class Confirmations(models.TextChoices):
        """Which of one's replies are answered by a letter."""

        ALWAYS = "always", _("always")
        NEEDED = "needed", _("only when something was refused, is unclear or was turned up")

    class Bot(models.TextChoices):
        """How well a program plays; there is one account for each."""

        APPRENTICE = "apprentice", _("Apprentice (bot)")
        JOURNEYMAN = "journeyman", _("Journeyman (bot)")
        MASTER = "master", _("Master (bot)")

    # By which others find the person's page; it tells nothing about them.
    public_id = models.CharField(max_length=12, unique=True, default=new_public_id, editable=False)
    email = models.EmailField(_("e-mail address"), unique=True)
    name = models.CharField(_("name"), max_length=40, blank=True)
    language = models.CharField(
        _("language"), max_length=2, choices=language_choices, default=settings.LANGUAGE_CODE
    )
    time_zone = models.CharField(
        _("time zone"), max_length=64, default="UTC", validators=[check_time_zone]
    )
    # Between these two, by the person's own clock, letters wait. Both or none.
    quiet_from = models.TimeField(_("quiet from"), null=True, blank=True)
    quiet_to = models.TimeField(_("quiet until"), null=True, blank=True)
    letters = models.CharField(
        _("letters"), max_length=6, choices=Letters.choices, default=Letters.SINGLE
    )
    digest_at = models.TimeField(_("time of the daily letter"), default=time(8))
    # When the next daily letter is due; derived from the three wishes above whenever they change.
    digest_due_at = models.DateTimeField(null=True, blank=True, editable=False)
    # How much of the time for a move is used up when a reminder is sent; none: no reminder.
    reminder_percent = models.PositiveSmallIntegerField(
        _("reminder"),
        null=True,
        blank=True,
        default=75,
        validators=[MinValueValidator(50), MaxValueValidator(95)],
    )
    numbers_only = models.BooleanField(_("numbers instead of links"), default=False)
    answers_by_mail = models.BooleanField(_("moves are played by mail"), default=False)
    confirmations = models.CharField(
        _("confirmations"),
        max_length=6,
        choices=Confirmations.choices,
        default=Confirmations.ALWAYS,
    )
    # Whether other members find the person's name and results on the club page.
    in_club = models.BooleanField(_("on the club page"), default=True, db_default=True)
    # Raised when the person revokes all links or has a new address: links signed before are dead.
    link_epoch = models.PositiveIntegerField(default=0, editable=False)
    # Raised to give the person's calendar another address: the former one is dead then.
    calendar_epoch = models.PositiveIntegerField(default=0, editable=False)
    # Set for a program that plays, and nobody else: it never signs in and is never written to.
    bot = models.CharField(
        _("bot"),
        max_length=12,
        choices=Bot.choices,
        blank=True,
        default="",
        db_default="",
        editable=False,
    )
    is_staff = models.BooleanField(_("may enter the admin"), default=False)
    is_active = models.BooleanField(_("may sign in"), default=True)
    # Set while an operator keeps the person out; they cannot sign in then, and read the reason.
    suspended_at = models.DateTimeField(_("suspended"), null=True, blank=True, editable=False)
    # What the person is told of it; the reason is for the record and operators alone.
    suspension_message = models.CharField(
        _("message about the suspension"), max_length=500, blank=True, default="", db_default=""
    )
    suspension_reason = models.CharField(
        _("why suspended"), max_length=500, blank=True, editable=False
    )
    joined_at = models.DateTimeField(_("joined"), default=timezone.now, editable=False)

    objects: ClassVar[UserManager] = UserManager()

    USERNAME_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    class Meta:
        verbose_name = _("person")
        verbose_name_plural = _("people")
        default_permissions = ("add", "view", "change", "delete")
        permissions = [
            ("help_user", _("Can send sign-in letters and end sessions")),
            ("readdress_user", _("Can change the address of people who lost their mailbox")),
            ("suspend_user", _("Can suspend people")),
            ("export_user", _("Can export what is kept about people")),
            ("merge_user", _("Can merge two accounts of one person")),
            ("give_roles", _("Can give and take roles")),
        ]
        constraints = [
            models.UniqueConstraint(
                Lower("email"),
                name="accounts_one_person_per_address",
                violation_error_message=_("Somebody with this address is here already."),
            ),
            models.CheckConstraint(
                condition=models.Q(quiet_from__isnull=True, quiet_to__isnull=True)
                | models.Q(quiet_from__isnull=False, quiet_to__isnull=False),
                name="accounts_quiet_hours_have_two_ends",
                violation_error_message=_("Give both times, or none."),
            ),
            models.CheckConstraint(
                condition=models.Q(reminder_percent__isnull=True)
                | models.Q(reminder_percent__range=(50, 95)),
                name="accounts_reminder_comes_late_but_not_too_late",
            ),
            models.CheckConstraint(
                condition=models.Q(bot="")
                | models.Q(is_active=False, is_staff=False, suspended_at__isnull=True),
                name="accounts_no_bot_signs_in",
            ),
            models.UniqueConstraint(
                fields=["bot"], condition=~models.Q(bot=""), name="accounts_one_bot_of_each_level"
            ),
        ]
        indexes = [
            models.Index(
                fields=["digest_due_at"],
                condition=models.Q(digest_due_at__isnull=False),
                name="accounts_digest_due",
            ),
            models.Index(
                fields=["id"], condition=models.Q(is_staff=True), name="accounts_operators"
            ),
            models.Index(
                fields=["id"],
                condition=models.Q(suspended_at__isnull=False),
                name="accounts_suspended",
            ),
        ]

    def __str__(self) -> str:
        """Return the name that others may see; an address is never shown in its place, or in it."""
        if self.is_bot:
            return self.get_bot_display()
        return without_addresses(self.name) or gettext("a player without a name")

    @property
    def is_bot(self) -> bool:
        """Whether this is a program that plays."""
        return self.bot != ""

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Keep the row, and with it when the next daily letter is due."""
        only: Collection[str] | None = kwargs.get("update_fields")
        if only is None or not _DECIDE_DIGEST.isdisjoint(only):
            self._schedule_digest()
            if only is not None:
                kwargs["update_fields"] = {*only, "digest_due_at"}
        super().save(*args, **kwargs)

    def _schedule_digest(self) -> None:
        now = timezone.now()
        if self.letters != self.Letters.DIGEST:
            self.digest_due_at = None
        elif self.digest_due_at is None or self.digest_due_at > now:
            # One that is due already is left to the sweep: a changed wish must not swallow it.
            self.digest_due_at = next_digest(self, now=now)

    def clean(self) -> None:
        """Bring address and name into their stored form, and let no day be too quiet to play."""
        super().clean()
        self.name = plain_name(self.name)
        self.email = normal_address(self.email)
        try:
            refuse_address(self.name)
            if self._state.adding and not (self.is_bot or self.is_staff):
                refuse_misleading(self.name)  # names from before stay until they are changed
        except ValidationError as refusal:
            raise ValidationError({"name": refusal}) from None
        if not self.is_bot:
            refuse_address_of_bot(self.email)
        if self.quiet_from is None or self.quiet_to is None:
            return
        if not 0 < quiet_length(self.quiet_from, self.quiet_to).total_seconds() <= LONGEST_QUIET:
            raise ValidationError({"quiet_to": _("Quiet hours last at most 12 hours a day.")})


@contextmanager
def speaking_to(reader: User | None) -> Iterator[None]:
    """Within it, language and time zone are the reader's; those of the service for nobody."""
    language = translation.override(reader.language if reader else None)
    zone = timezone.override(ZoneInfo(reader.time_zone) if reader else None)
    with language, zone:
        yield
