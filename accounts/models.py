"""People. E-mail is the login; there is no password to lose."""

import zoneinfo
from typing import ClassVar

from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser, BaseUserManager, PermissionsMixin
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _


def normal_address(address: str) -> str:
    """Return the address as it is stored and compared: trimmed, in lower case."""
    return address.strip().lower()


def check_time_zone(name: str) -> None:
    """Raise unless the name is a time zone of the IANA database."""
    if name not in zoneinfo.available_timezones():
        raise ValidationError(_("%(name)s is not a time zone."), params={"name": name})


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
    """A person who plays or operates."""

    email = models.EmailField(_("e-mail address"), unique=True)
    name = models.CharField(_("name"), max_length=40, blank=True)
    language = models.CharField(
        _("language"), max_length=2, choices=settings.LANGUAGES, default=settings.LANGUAGE_CODE
    )
    time_zone = models.CharField(
        _("time zone"), max_length=64, default="UTC", validators=[check_time_zone]
    )
    is_staff = models.BooleanField(_("may enter the admin"), default=False)
    is_active = models.BooleanField(_("may sign in"), default=True)
    joined_at = models.DateTimeField(_("joined"), default=timezone.now, editable=False)

    objects: ClassVar[UserManager] = UserManager()

    USERNAME_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    class Meta:
        verbose_name = _("person")
        verbose_name_plural = _("people")
        constraints = [
            models.UniqueConstraint(
                Lower("email"),
                name="accounts_one_person_per_address",
                violation_error_message=_("Somebody with this address is here already."),
            )
        ]

    def __str__(self) -> str:
        """Return the name that others may see; an address is never shown in its place."""
        return self.name or gettext("a player without a name")

    def clean(self) -> None:
        """Bring the address into its stored form before it is compared."""
        super().clean()
        self.email = normal_address(self.email)
