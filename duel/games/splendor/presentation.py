"""Splendor, told and drawn: what this folder has, as the service asks for it."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext

from duel.games.base import Choice, Disclosure, Event, Region, View
from duel.games.gems.move_lists import counters_of
from duel.games.gems.vocabulary import COLOURS, colour_word
from duel.games.refusals import Refusals
from duel.games.splendor.drawing import (
    HiddenCards,
    SpectatorView,
    hidden_cards,
    position_text,
    small_picture,
    spectator_view,
)
from duel.games.splendor.effects import move_sentences
from duel.games.splendor.events import EventSentences, disclosure_of
from duel.games.splendor.example import EXAMPLE
from duel.games.splendor.move_lists import arrange
from duel.games.splendor.phrases import can_win, final_words
from duel.games.splendor.printed_cards import PrintedCards, chance_words, victory_words
from duel.games.splendor.seat_view import SeatView
from duel.games.splendor.sheet import (
    TEMPLATES,
    TurnSheet,
    has_to_recall,
    reminders,
    turn_prompt,
    turn_sheet,
    warning_words,
)
from duel.games.splendor.table import table_choices, table_regions
from engine.contract import Threat
from engine.splendor.facts import RULES_1, Facts
from engine.splendor.moves import option_of
from engine.splendor.position import CITIES, NOBLE11, POSTS
from engine.turn import Win

_SENTENCES: Mapping[str, Promise] = {
    "no_noble": _("There is no noble %(card)s that comes to you now."),
    "no_post": _("There is no trading post %(card)s that you win now."),
    "which_noble": _("%(count)s nobles fit this description; please write which one you mean."),
    "which_post": _(
        "%(count)s trading posts fit this description; please write which one you mean."
    ),
    "which_noble 0": _("No noble that comes to you now fits this description."),
    "which_post 0": _("No trading post that you win now fits this description."),
    "needs_noble": _("Please name the noble, by the colours it shows."),
    "needs_post": _("Please name the trading post, by its colours or its power."),
    "needs_kept": _("Please write which card you keep, the first or the second."),
}


def refusals_of(printed: PrintedCards) -> Refusals:
    """Return the refusals of the game, given what is printed: no reader is shown an id."""

    def word(canonical: str) -> str | None:
        if canonical in COLOURS:
            return colour_word(canonical)
        facts = printed.facts
        if canonical in facts.card_of:
            return printed.card(canonical)
        if canonical in facts.noble_of:
            return printed.noble(canonical)
        if canonical in facts.post_of:
            return printed.post_name(canonical)
        return _verbs().get(canonical)

    return Refusals(_SENTENCES, word)


def _verbs() -> dict[str, str]:
    """Return the verbs of the notation, each as a word that is read as that verb."""
    return {
        "extra": pgettext("verb of a move", "extra"),
        "keep": pgettext("verb of a move", "keep"),
        "noble": pgettext("verb of a move", "noble"),
        "post": pgettext("verb of a move", "post"),
        "pass": pgettext("verb of a move", "pass"),
    }


_ROUNDS = 27
"""How many turns each player has, as a rule."""


class SplendorPresentation:
    """Splendor under one version of its rules: what is printed on cards and tiles is handed in."""

    title = "Splendor"
    options: tuple[tuple[str, Promise], ...] = (
        (CITIES, _("Cities")),
        (POSTS, _("Trading Posts")),
        (NOBLE11, _("the eleventh noble")),
    )
    follows_by_itself = frozenset({"extra"})
    templates = TEMPLATES
    examples: Promise = _("“take white blue red”, “take 2 green”, “buy 2.1”, “reserve 3.2”")
    example = EXAMPLE

    counters = staticmethod(counters_of)
    can_win = staticmethod(can_win)
    victory_words = staticmethod(victory_words)
    chance_words = staticmethod(chance_words)

    def __init__(self, facts: Facts = RULES_1) -> None:
        self.printed = PrintedCards(facts)
        refusals = refusals_of(self.printed)
        self.refusal, self.understood_words = refusals.sentence, refusals.understood_words
        self.event_sentences = EventSentences(self.printed).sentences

    def usual_turns(self, seats: int) -> int:
        """Return how many turns a game has, as a rule."""
        return _ROUNDS * seats

    def available_options(self, chosen: frozenset[str]) -> tuple[str, ...]:
        """Return the options that make sense: with Cities there are no nobles."""
        return tuple(n for n, _ in self.options if not (n == NOBLE11 and CITIES in chosen))

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
        seen = self._seen(view, seat, names)
        return turn_sheet(
            legal, seen, wins=wins, threats=threats, reminders=reminders, in_full=in_full
        )

    def prompt(self, view: View, legal: Sequence[str], seat: int, names: Sequence[str]) -> str:
        """Return what is asked of the seat now, or whose turn it is."""
        return turn_prompt(legal, self._seen(view, seat, names))

    def warning(
        self, view: View, threats: Sequence[Threat], seat: int, names: Sequence[str]
    ) -> str:
        """Return how another player could win on the next turn."""
        return warning_words(threats, self._seen(view, seat, names))

    def spectator_view(self, view: View, names: Sequence[str]) -> SpectatorView:
        """Return the position for spectators."""
        return spectator_view(view, names, self.printed)

    def picture(self, view: View, seat: int | None, names: Sequence[str]) -> SafeString:
        """Return a small picture of where the game stands."""
        return small_picture(view, seat, names, self.printed)

    def recalls(self, view: View, seat: int) -> str:
        """Return that who keeps a card puts another under its deck, if the seat has that post."""
        return "keep" if has_to_recall(view, seat, self.printed) else ""

    def reminders(self, events: Sequence[Event], view: View) -> list[str]:
        """Return which cards that the seat put under decks surely lie there still."""
        return reminders(events, view, self.printed)

    def move_sentences(
        self, move: str, view: View, names: Sequence[str], *, wins: Win | None = None
    ) -> list[str]:
        """Return what a legal move does."""
        return move_sentences(option_of(move), self._seen(view, view["to_move"], names), wins=wins)

    def final_words(self, move: str, view: View, names: Sequence[str]) -> str:
        """Return why a legal move is final."""
        return final_words(option_of(move), self._seen(view, view["to_move"], names))

    def moves_in_order(self, view: View, legal: Sequence[str]) -> list[str]:
        """Return the moves in reading order."""
        return arrange(legal, self._seen(view, view["to_move"], ())).in_order()

    def disclosure(self, event: Event, *, ply: int, name: str) -> Disclosure | None:
        """Return what an event has shown that was hidden."""
        return disclosure_of(event, self.printed, ply=ply, name=name)

    def text(self, view: View, names: Sequence[str]) -> str:
        """Return the position in lines of words that can be copied."""
        return position_text(view, names, self.printed)

    def hidden(self, whole: Mapping[str, Any], view: View, names: Sequence[str]) -> HiddenCards:
        """Return what is hidden in a position."""
        return hidden_cards(whole, names, self.printed)

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
        return table_regions(view, seat, names, self.printed, picks=picks, moves_for=moves_for)

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
        return table_choices(legal, self._seen(view, seat, names), wins or {})

    def _seen(self, view: View, seat: int, names: Sequence[str]) -> SeatView:
        return SeatView(view, seat, names, self.printed)
