"""Why somebody won over the board."""

from collections.abc import Sequence

from django.utils.translation import gettext

from duel.words.naming import joined


def victory_words(reasons: Sequence[str]) -> str:
    """Return why somebody won over the board, as in “20 points or more”."""
    words = {
        "points": gettext("20 points or more"),
        "crowns": gettext("10 crowns or more"),
        "colour": gettext("10 points or more in one colour"),
    }
    return joined([words[reason] for reason in reasons])
