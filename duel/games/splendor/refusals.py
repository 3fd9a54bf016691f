"""Why the reader of Splendor refused a text: what it adds to the refusals of all games."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import pgettext

from duel.games.gems.vocabulary import COLOURS, colour_word
from duel.games.refusals import Refusals

_SENTENCES: Mapping[str, Promise] = {}


def _word(word: str) -> str | None:
    """Return a canonical word that only this game has as the reader writes it."""
    return colour_word(word) if word in COLOURS else _verbs().get(word)


def _verbs() -> dict[str, str]:
    """Return the verbs of the notation, each as a word that is read as that verb."""
    return {
        "extra": pgettext("verb of a move", "extra"),
        "keep": pgettext("verb of a move", "keep"),
        "noble": pgettext("verb of a move", "noble"),
        "post": pgettext("verb of a move", "post"),
        "pass": pgettext("verb of a move", "pass"),
    }


_REFUSALS = Refusals(_SENTENCES, _word)
refusal = _REFUSALS.told
understood_words = _REFUSALS.understood
