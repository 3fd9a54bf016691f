"""Games that an operator may have to settle."""

from collections.abc import Iterator

import pytest
import time_machine

from accounts.models import User
from duel.models import Game
from tests.duel.clocks.ticking import MONDAY, begin_with, everybody_has_moved


@pytest.fixture
def traveller() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(MONDAY, tick=False) as traveller:
        yield traveller


@pytest.fixture
def game(traveller: time_machine.Traveller, ada: User, bruno: User) -> Game:
    """A game of a day a move, in which both have moved; it is Monday morning."""
    game = begin_with(ada, bruno, grace=86400)
    everybody_has_moved(game)
    return game
