"""The games that are played here: the presentation of each, its title, its player aid."""

from collections.abc import Iterable
from typing import Protocol

from django.template.loader import render_to_string
from django.utils.translation import gettext

from duel.games.base import Presentation
from duel.games.duel.presentation import SplendorDuel
from duel.games.splendor.presentation import SplendorPresentation
from duel.models import AnyGame
from duel.words.naming import joined
from duel.words.terms import Terms, terms_of
from engine.games import GAMES, find_game

PRESENTATIONS: dict[tuple[str, int], Presentation] = {
    ("duel", 1): SplendorDuel(),
    ("splendor", 1): SplendorPresentation(),
}
"""By the game's name and the version of its rules."""


class RulesReference(Protocol):
    """A game, or the terms of one: it says what is played, and by which rules."""

    @property
    def game(self) -> str:
        """The name of the game."""

    @property
    def rules(self) -> int:
        """The version of its rules."""


def presentation_of(game: RulesReference) -> Presentation:
    """Return the presentation of this game."""
    return PRESENTATIONS[game.game, game.rules]


def presentation_named(name: str) -> Presentation:
    """Return the presentation of the game of this name, under its newest rules."""
    rules = max(rules for own, rules in PRESENTATIONS if own == name)
    return PRESENTATIONS[name, rules]


def game_title(name: str) -> str:
    """Return what people call the game."""
    return next(
        (presentation.title for (own, _), presentation in PRESENTATIONS.items() if own == name),
        name,
    )


def game_choices() -> list[tuple[str, str]]:
    """Return each game that can be begun (has a presentation): its name and its title."""
    names = dict.fromkeys(name for name, rules in GAMES if (name, rules) in PRESENTATIONS)
    return [(name, game_title(name)) for name in names]


def terms_to_choose() -> list[Terms]:
    """Return the usual terms of each game, for each number of players that it is for."""
    return [
        Terms(game=name, seats=seats)
        for name, _ in game_choices()
        for seats in find_game(name).seat_counts
    ]


def terms_nearest(game: str, seats: str) -> Terms:
    """Return the usual terms of this game for so many, or what comes nearest to that."""
    usual = terms_to_choose()
    of_game = [terms for terms in usual if terms.game == game] or usual
    return next((terms for terms in of_game if str(terms.seats) == seats), of_game[0])


def full_title(terms: Terms) -> str:
    """Return the title as in “Splendor for 3, with Cities”; no number if it is always the same."""
    presentation = presentation_of(terms)
    words = {"game": presentation.title, "seats": terms.seats}
    words["options"] = joined(
        [str(name) for key, name in presentation.options if key in terms.options]
    )
    is_for_some = len(find_game(terms.game, terms.rules).seat_counts) > 1
    if words["options"] and is_for_some:
        return gettext("%(game)s for %(seats)d, with %(options)s") % words
    if words["options"]:
        return gettext("%(game)s, with %(options)s") % words
    return gettext("%(game)s for %(seats)d") % words if is_for_some else presentation.title


def title_of(game: AnyGame) -> str:
    """Return the full title of a game that was proposed."""
    return full_title(terms_of(game))


def excluded_options(terms: Terms) -> list[str]:
    """Return those of the chosen options that make no sense beside the others, in words."""
    presentation = presentation_of(terms)
    offered = presentation.available_options(terms.options)
    return [
        str(name)
        for key, name in presentation.options
        if key in terms.options and key not in offered
    ]


MOST_LINES = 12


def aid_lines(presentation: Presentation, options: Iterable[str], language: str) -> list[str]:
    """Return what one has to know to make a move, with the options that are played."""
    context = {"options": set(options)}
    text = render_to_string(f"{language}/{presentation.templates}/aid.txt", context)
    return [line for line in text.splitlines() if line]
