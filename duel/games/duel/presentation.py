"""Splendor Duel, told and drawn: what this folder has, as the service asks for it."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext

from duel.games.base import Choice, Counters, Disclosure, Event, Region, View
from duel.games.duel.drawing import (
    Drawing,
    HiddenCards,
    SpectatorView,
    drawing_of,
    hidden_in,
    small_picture,
    watched,
)
from duel.games.duel.effects import move_sentences
from duel.games.duel.events import disclosure_of, event_sentences
from duel.games.duel.example import EXAMPLE
from duel.games.duel.move_lists import in_reading_order
from duel.games.duel.phrases import can_win, final_words
from duel.games.duel.seat_view import SeatView
from duel.games.duel.sheet import TEMPLATES, TurnSheet, turn_prompt, turn_sheet, warning_words
from duel.games.duel.table import table_choices, table_regions
from duel.games.duel.vocabulary import chance_words, victory_words
from duel.games.gems.move_lists import counters_of
from duel.games.gems.vocabulary import colour_word
from duel.games.refusals import Refusals
from engine.contract import Threat
from engine.duel.facts import COLOUR_OF
from engine.reading import Problem
from engine.turn import Win

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


class SplendorDuel:
    """Splendor Duel, rules 1."""

    title = "Splendor Duel"
    options: tuple[tuple[str, Promise], ...] = ()
    follows_by_itself = frozenset({"token", "steal", "royal"})
    templates = TEMPLATES
    examples: Promise = _("“take a1 b1 c1”, “buy 2.1”, “use c3, then buy 1.4”")
    example = EXAMPLE

    def usual_turns(self, seats: int) -> int:
        """Return how many turns a game has, as a rule."""
        return 66

    def offered(self, chosen: frozenset[str]) -> tuple[str, ...]:
        """Return no option: there is none."""
        return ()

    def sheet(
        self,
        view: View,
        legal: Sequence[str],
        seat: int,
        names: Sequence[str],
        *,
        wins: Mapping[str, Win] | None = None,
        threats: Sequence[Threat] = (),
        reminders: Sequence[str] = (),
        in_full: bool = False,
    ) -> TurnSheet:
        """Return the sheet of the seat whose view it is."""
        return turn_sheet(view, legal, seat, names, wins=wins, threats=threats, in_full=in_full)

    def asked(self, view: View, legal: Sequence[str], seat: int, names: Sequence[str]) -> str:
        """Return what is asked of the seat now, or whose turn it is."""
        return turn_prompt(legal, SeatView(view, seat, names))

    def warning(
        self, view: View, threats: Sequence[Threat], seat: int, names: Sequence[str]
    ) -> str:
        """Return how the opponent could win on the next turn."""
        return warning_words(threats, SeatView(view, seat, names))

    def watched(self, view: View, names: Sequence[str]) -> SpectatorView:
        """Return the position for spectators."""
        return watched(view, names)

    def picture(self, view: View, seat: int | None, names: Sequence[str]) -> SafeString:
        """Return a small picture of where the game stands."""
        return small_picture(view, seat, names)

    def counters(
        self, view: View, seat: int, chosen: Mapping[str, int] | None = None
    ) -> Counters | None:
        """Return the tokens to give back, while the seat has too many."""
        return counters_of(view, seat, chosen)

    def can_win(self, move: str, view: View) -> bool:
        """Return whether a move is of a kind that may win."""
        return can_win(move)

    def recalls(self, view: View, seat: int) -> str:
        """Return nothing: what a player has seen is in the view."""
        return ""

    def reminders(self, events: Sequence[Event], view: View) -> list[str]:
        """Return nothing."""
        return []

    def move_sentences(
        self, move: str, view: View, names: Sequence[str], *, wins: Win | None = None
    ) -> list[str]:
        """Return what a legal move does."""
        return move_sentences(move, view, names, wins=wins)

    def final_words(self, move: str, view: View, names: Sequence[str]) -> str:
        """Return why a legal move is final."""
        return final_words(move, view, names)

    def event_sentences(
        self, events: Sequence[Event], names: Sequence[str], viewer: int | None
    ) -> list[str]:
        """Return what the events of one move say."""
        return event_sentences(events, names, viewer)

    def numbered(self, view: View, legal: Sequence[str]) -> list[str]:
        """Return the moves in reading order."""
        return in_reading_order(legal, view)

    def refusal(self, problem: Problem, names: Sequence[str]) -> str:
        """Return why a text was refused; nobody is named in it."""
        return refusal(problem)

    def understood_words(self, canonical: str) -> str:
        """Return what was made out of a text."""
        return understood_words(canonical)

    def victory_words(self, reasons: Sequence[str]) -> str:
        """Return why somebody won."""
        return victory_words(reasons)

    def shown(self, event: Event, *, ply: int, name: str) -> Disclosure | None:
        """Return what an event has shown that was hidden."""
        return disclosure_of(event, ply=ply, name=name)

    def drawing(self, view: View, names: Sequence[str]) -> Drawing:
        """Return the position for operators."""
        return drawing_of(view, names)

    def hidden(self, whole: Mapping[str, Any], view: View, names: Sequence[str]) -> HiddenCards:
        """Return what is hidden in a position."""
        return hidden_in(whole, view, names)

    def chance_words(self, label: str) -> str:
        """Return that what chance has decided under a label follows from the seed."""
        return chance_words(label)

    def table(
        self,
        view: View,
        seat: int | None,
        names: Sequence[str],
        *,
        picks: Collection[str] = (),
        moves_for: int | None = None,
    ) -> tuple[Region, ...]:
        """Return the table as whoever sits there sees it."""
        return table_regions(view, seat, names, picks, moves_for=moves_for)

    def choices(
        self,
        view: View,
        legal: Sequence[str],
        seat: int,
        names: Sequence[str],
        *,
        wins: Mapping[str, Win] | None = None,
    ) -> list[Choice]:
        """Return the legal moves as what one taps for them."""
        return table_choices(legal, SeatView(view, seat, names), wins or {})
