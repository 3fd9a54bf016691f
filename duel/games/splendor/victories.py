"""Why somebody won over the board."""

from collections.abc import Sequence

from django.utils.translation import gettext

from duel.words.naming import joined


def victory_words(reasons: Sequence[str]) -> str:
    """Return why somebody won over the board, as in “most points after the last round”."""
    words = {
        "points": gettext("most points after the last round (fewer cards decide a tie)"),
        "city": gettext("a city was met, and nobody stood better after the last round"),
        "passes": gettext(
            "most points when nobody could do anything any more (fewer cards decide a tie)"
        ),
        "retire": gettext("all others have left"),
    }
    return joined([words[reason] for reason in reasons])
