"""A game whose clock is looked at."""

import pytest
import time_machine

from accounts.models import User
from duel.models import Game
from tests.duel.clocks.ticking import begin_with, everybody_has_moved, start_clock


@pytest.fixture
def game(traveller: time_machine.Traveller, ada: User, bruno: User) -> Game:
    """A game of a day a move, begun on Monday; nothing has been sent yet."""
    return begin_with(ada, bruno, grace=86400)


@pytest.fixture
def played(game: Game) -> Game:
    """The same game; both have moved, and the clock of the next turn runs from Monday."""
    everybody_has_moved(game)
    start_clock(game)
    return game
