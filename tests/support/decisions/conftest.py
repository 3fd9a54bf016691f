"""Games that an operator may have to settle."""

import pytest
import time_machine

from accounts.models import User
from duel.models import Game
from tests.duel.clocks.ticking import begin_with, everybody_has_moved


@pytest.fixture
def game(traveller: time_machine.Traveller, ada: User, bruno: User) -> Game:
    """A game of a day a move, in which both have moved; it is Monday morning."""
    game = begin_with(ada, bruno, grace=86400)
    everybody_has_moved(game)
    return game
