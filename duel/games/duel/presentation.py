"""Splendor Duel, told and drawn: what this folder has, as the service asks for it."""

from collections.abc import Mapping, Sequence

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext

from duel.games.base import Event, View
from duel.games.duel.drawing import (
    hidden_cards,
    position_text,
    small_picture,
    spectator_view,
)
from duel.games.duel.effects import move_sentences
from duel.games.duel.events import disclosure_of, event_sentences
from duel.games.duel.example import EXAMPLE
from duel.games.duel.move_lists import moves_in_order
from duel.games.duel.phrases import can_win, final_words
from duel.games.duel.seat_view import SeatView
from duel.games.duel.sheet import TEMPLATES, turn_prompt, turn_sheet, warning_words
from duel.games.duel.table import table_choices, table_regions
from duel.games.duel.vocabulary import chance_words, victory_words
from duel.games.gems.move_lists import counters_of
from duel.games.gems.vocabulary import colour_word
from duel.games.refusals import Refusals
from engine.contract import Threat
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


class SplendorDuel:
    """Splendor Duel, rules 1."""

    title = "Splendor Duel"
    options: tuple[tuple[str, Promise], ...] = ()
    follows_by_itself = frozenset({"token", "steal", "royal"})
    templates = TEMPLATES
    examples: Promise = _("“take a1 b1 c1”, “buy 2.1”, “use c3, then buy 1.4”")
    example = EXAMPLE

    sheet = staticmethod(turn_sheet)
    spectator_view = staticmethod(spectator_view)
    picture = staticmethod(small_picture)
    counters = staticmethod(counters_of)
    can_win = staticmethod(can_win)
    move_sentences = staticmethod(move_sentences)
    final_words = staticmethod(final_words)
    event_sentences = staticmethod(event_sentences)
    moves_in_order = staticmethod(moves_in_order)
    refusal = staticmethod(_REFUSALS.sentence)
    understood_words = staticmethod(_REFUSALS.understood_words)
    victory_words = staticmethod(victory_words)
    disclosure = staticmethod(disclosure_of)
    text = staticmethod(position_text)
    hidden = staticmethod(hidden_cards)
    chance_words = staticmethod(chance_words)
    table = staticmethod(table_regions)
    choices = staticmethod(table_choices)

    def usual_turns(self, seats: int) -> int:
        """Return how many turns a game has, as a rule."""
        return 66

    def available_options(self, chosen: frozenset[str]) -> tuple[str, ...]:
        """Return no option: there is none."""
        return ()

    def prompt(self, view: View, legal: Sequence[str], seat: int, names: Sequence[str]) -> str:
        """Return what is asked of the seat now, or whose turn it is."""
        return turn_prompt(legal, SeatView(view, seat, names))

    def warning(
        self, view: View, threats: Sequence[Threat], seat: int, names: Sequence[str]
    ) -> str:
        """Return how the opponent could win on the next turn."""
        return warning_words(threats, SeatView(view, seat, names))

    def recalls(self, view: View, seat: int) -> str:
        """Return nothing: what a player has seen is in the view."""
        return ""

    def reminders(self, events: Sequence[Event], view: View) -> list[str]:
        """Return nothing."""
        return []
