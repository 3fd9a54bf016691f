"""Why the reader of Splendor Duel refused a text: what it adds to the refusals of all games."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext

from duel.games.gems.vocabulary import colour_word
from duel.games.refusals import Refusals
from engine.duel.facts import COLOUR_OF

_SENTENCES: Mapping[str, Promise] = {
    "range": _("%(first)s to %(last)s is no straight line of two or three cells."),
    "no_royal": _("There is no royal %(card)s on offer."),
    "needs_cells": _("Please name the cells."),
    "needs_gold_cell": _("Please name the cell of the gold to take."),
    "needs_card_colour": _("Please name the colour that the card shall take, with “as”."),
    "other_tokens": _("On %(cells)s there is %(found)s, not %(said)s."),
    "unseen": _(
        "This rests on tokens that are not laid out yet; send the rest of your turn when you have "
        "seen them."
    ),
}


def _word(word: str) -> str | None:
    """Return a canonical word that only this game has as the reader writes it."""
    if word in COLOUR_OF:
        return colour_word(word)
    return _verbs().get(word)


def _verbs() -> dict[str, str]:
    """Return the verbs of the notation, each as a word that is read as that verb."""
    return {
        "use": pgettext("verb of a move", "use"),
        "replenish": pgettext("verb of a move", "replenish"),
        "steal": pgettext("verb of a move", "steal"),
        "token": pgettext("verb of a move", "token"),
        "royal": pgettext("verb of a move", "royal"),
        "nothing": pgettext("on a cell", "nothing"),
    }


_REFUSALS = Refusals(_SENTENCES, _word)
refusal = _REFUSALS.told
understood_words = _REFUSALS.understood
