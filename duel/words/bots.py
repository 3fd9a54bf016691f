"""Bots in words: how well each plays, and what the shuffle of a game with one proves."""

from django.utils.translation import gettext

from accounts.models import User
from engine.bots import LEVELS


def level_choices() -> list[tuple[str, str]]:
    """Return the levels at which a bot plays, the easiest first, each with what it is like."""
    told = {
        User.Bot.APPRENTICE.value: gettext("apprentice (easy)"),
        User.Bot.JOURNEYMAN.value: gettext("journeyman (good)"),
        User.Bot.MASTER.value: gettext("master (hard)"),
    }
    return [(level, told[level]) for level in LEVELS]


def word_of_bot_sentence() -> str:
    """Return what a bot's word is worth to whoever wants to prove the shuffle."""
    return gettext(
        "The word of a bot is derived from the secret that the service drew: only a word of your "
        "own, given after you have seen the commitment, proves to you that the service did not "
        "choose the shuffle."
    )
