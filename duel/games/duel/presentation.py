"""Splendor Duel in words and drawings: what this folder has, as the service calls it."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext

from duel.games.duel.drawing import (
    hidden_cards,
    position_text,
    small_picture,
    spectator_view,
)
from duel.games.duel.effects import move_sentences
from duel.games.duel.events import disclosure_of, event_sentences
from duel.games.duel.example import EXAMPLE
from duel.games.duel.move_lists import arrange
from duel.games.duel.phrases import can_win, final_words
from duel.games.duel.seat_view import SeatView
from duel.games.duel.sheet import TEMPLATES, TurnSheet, turn_prompt, turn_sheet, warning_words
from duel.games.duel.table import table_choices, table_regions
from duel.games.duel.vocabulary import chance_words, victory_words
from duel.games.gems.presentation import GemPresentation
from duel.games.gems.vocabulary import colour_word
from duel.games.refusals import Refusals
from engine.duel.facts import COLOUR_OF
from engine.duel.moves import Option, option_of

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


class SplendorDuel(GemPresentation[SeatView, Option, TurnSheet]):
    """Splendor Duel, rules 1."""

    title = "Splendor Duel"
    follows_by_itself = frozenset({"token", "steal", "royal"})
    templates = TEMPLATES
    examples: Promise = _("“take a1 b1 c1”, “buy 2.1”, “use c3, then buy 1.4”")
    example = EXAMPLE
    turns_of_a_player = 33

    seat_view = SeatView
    option_of = staticmethod(option_of)
    turn_sheet = staticmethod(turn_sheet)
    turn_prompt = staticmethod(turn_prompt)
    warning_words = staticmethod(warning_words)
    effect_sentences = staticmethod(move_sentences)
    reason_to_be_final = staticmethod(final_words)
    arrange = staticmethod(arrange)
    table_choices = staticmethod(table_choices)
    spectator_view = staticmethod(spectator_view)
    picture = staticmethod(small_picture)
    can_win = staticmethod(can_win)
    event_sentences = staticmethod(event_sentences)
    refusal = staticmethod(_REFUSALS.sentence)
    understood_words = staticmethod(_REFUSALS.understood_words)
    victory_words = staticmethod(victory_words)
    disclosure = staticmethod(disclosure_of)
    text = staticmethod(position_text)
    hidden = staticmethod(hidden_cards)
    chance_words = staticmethod(chance_words)
    table = staticmethod(table_regions)
