"""The player aid of a game: at most twelve lines, in the reader's language.

Prose of this length is a template in the folder of each language: `games/duel/aid.txt` and so on.
"""

from collections.abc import Iterable

from django.template.loader import render_to_string

from duel.games.base import Presentation

MOST_LINES = 12


def aid_lines(told: Presentation, options: Iterable[str], language: str) -> list[str]:
    """Return what one has to know to make a move, with the options that are played."""
    context = {"options": set(options)}
    text = render_to_string(f"{language}/{told.templates}/aid.txt", context)
    return [line for line in text.splitlines() if line]
