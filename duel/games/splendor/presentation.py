"""Splendor in words and drawings: what this folder has, as the service calls it."""

from collections.abc import Mapping, Sequence
from functools import partial

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext

from duel.games.base import Event, View
from duel.games.gems.presentation import GemPresentation
from duel.games.gems.vocabulary import COLOURS, colour_word
from duel.games.refusals import Refusals
from duel.games.splendor.drawing import hidden_cards, position_text, small_picture, spectator_view
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
    recalled_verb,
    reminders,
    turn_prompt,
    turn_sheet,
    warning_words,
)
from duel.games.splendor.table import table_choices, table_regions
from engine.splendor.facts import RULES_1, Facts
from engine.splendor.moves import Option, option_of
from engine.splendor.position import CITIES, NOBLE11, POSTS

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


class SplendorPresentation(GemPresentation[SeatView, Option, TurnSheet]):
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
    turns_of_a_player = 27

    option_of = staticmethod(option_of)
    turn_sheet = staticmethod(turn_sheet)
    turn_prompt = staticmethod(turn_prompt)
    warning_words = staticmethod(warning_words)
    effect_sentences = staticmethod(move_sentences)
    reason_to_be_final = staticmethod(final_words)
    arrange = staticmethod(arrange)
    table_choices = staticmethod(table_choices)
    can_win = staticmethod(can_win)
    victory_words = staticmethod(victory_words)
    chance_words = staticmethod(chance_words)

    def __init__(self, facts: Facts = RULES_1) -> None:
        printed = self.printed = PrintedCards(facts)
        self.seat_view = partial(SeatView, printed=printed)
        refusals = refusals_of(printed)
        self.refusal, self.understood_words = refusals.sentence, refusals.understood_words
        self.event_sentences = EventSentences(printed).sentences
        self.disclosure = partial(disclosure_of, printed=printed)
        self.spectator_view = partial(spectator_view, printed=printed)
        self.picture = partial(small_picture, printed=printed)
        self.text = partial(position_text, printed=printed)
        self.hidden = partial(hidden_cards, printed=printed)
        self.table = partial(table_regions, printed=printed)

    def recalls(self, view: View, seat: int) -> str:
        """Return `keep` if a trading post lets the seat put cards under decks."""
        return recalled_verb(view, seat, self.printed)

    def reminders(self, events: Sequence[Event], view: View) -> list[str]:
        """Return which cards that the seat put under decks surely lie there still."""
        return reminders(events, view, self.printed)

    def available_options(self, chosen: frozenset[str]) -> tuple[str, ...]:
        """Return the options that make sense: with Cities there are no nobles."""
        return tuple(n for n, _ in self.options if not (n == NOBLE11 and CITIES in chosen))
