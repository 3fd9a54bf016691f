"""The games that are played here, each with how it is told and drawn."""

from typing import Protocol

from duel.games.base import Presentation
from duel.games.duel.presentation import SplendorDuel
from duel.games.splendor.presentation import SplendorPresentation
from duel.words.terms import Terms
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
    """Return how this game is told and drawn."""
    return PRESENTATIONS[game.game, game.rules]


def presentation_named(name: str) -> Presentation:
    """Return how the game of this name is told and drawn, under its newest rules."""
    rules = max(rules for own, rules in PRESENTATIONS if own == name)
    return PRESENTATIONS[name, rules]


def game_title(name: str) -> str:
    """Return what people call the game."""
    return next((told.title for (own, _), told in PRESENTATIONS.items() if own == name), name)


def game_choices() -> list[tuple[str, str]]:
    """Return the games that can be begun, each by its name and what people call it.

    Rules alone are not enough: a game must be told and drawn as well.
    """
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
