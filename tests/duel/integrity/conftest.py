"""Games whose record is broken."""

from collections.abc import Callable

import pytest
import time_machine

from accounts.models import User
from duel.models import Game, GameSecret
from tests.duel.clocks.ticking import begin_with, everybody_has_moved, send_letters
from tests.duel.integrity.breaking import alter_entry, cut_off

BREAKS: dict[str, Callable[[Game], object]] = {
    "cut off": cut_off,
    "all gone": lambda game: cut_off(game, game.seq),
    "an unknown kind": lambda game: alter_entry(game, 2, kind="gift"),
    "another move": lambda game: alter_entry(game, 1, text="take a1"),
    "last entry altered": lambda game: alter_entry(game, game.seq, channel="mail"),
    "options": lambda game: Game.objects.filter(pk=game.pk).update(options={"nonsense": True}),
    "no options": lambda game: Game.objects.filter(pk=game.pk).update(options=[]),
    "secret gone": lambda game: GameSecret.objects.filter(game=game).delete(),
}
"""Ways to break a record."""


@pytest.fixture
def whole(traveller: time_machine.Traveller, ada: User, bruno: User) -> Game:
    """A public game of a day a move in which both have moved; its clock runs."""
    game = begin_with(ada, bruno, grace=86400)
    everybody_has_moved(game)
    traveller.shift(300)
    send_letters(game)
    return game


@pytest.fixture
def broken(whole: Game) -> Game:
    """The same game, whose last entries are gone."""
    cut_off(whole, 2)
    return whole
