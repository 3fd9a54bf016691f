"""The accounts of programs that play: one for each level, made when it is first wanted."""

from django.contrib.auth.hashers import make_password

from accounts.bot_addresses import BOT_DOMAIN
from accounts.models import User


def bot_of(level: str) -> User:
    """Return the account of this level (`User.Bot`), whoever asks for it first."""
    level = User.Bot(level).value
    bot, _ = User.objects.get_or_create(
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
