"""The accounts of programs that play, and their addresses, which are nobody else's."""

from typing import TYPE_CHECKING

from django.contrib.auth import get_user_model
from django.contrib.auth.hashers import make_password
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from accounts.models import User

BOT_DOMAIN = "bots.invalid"
"""No letter can be sent there, and nobody can prove that an address of it is theirs."""

OF_A_BOT = _("An address at bots.invalid is a bot's: nobody reads what is sent there.")


def is_of_bot(address: str) -> bool:
    """Return whether the address lies where only bots have theirs."""
    return address.strip().lower().endswith(f"@{BOT_DOMAIN}")


def refuse_address_of_bot(address: str) -> None:
    """Raise ValidationError for an address that no person can have."""
    if is_of_bot(address):
        raise ValidationError(OF_A_BOT)


def bot_of(level: str) -> "User":
    """Return the account of this level (`User.Bot`), made when it is first wanted."""
    users = get_user_model()
    level = users.Bot(level).value
    bot, _ = users.objects.get_or_create(
        bot=level,
        defaults={
            "email": f"{level}@{BOT_DOMAIN}",
            "name": level.capitalize(),
            "password": make_password(None),
            "is_active": False,
            "reminder_percent": None,
            "in_club": False,
        },
    )
    return bot
