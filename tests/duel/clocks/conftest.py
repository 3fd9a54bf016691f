"""A game whose clock is looked at."""

import pytest
import time_machine

from accounts.models import User
from duel.models import Game
from tests.duel.clocks.ticking import begin_with


@pytest.fixture
def game(traveller: time_machine.Traveller, ada: User, bruno: User) -> Game:
    """A game of a day a move, begun on Monday; nothing has been sent yet."""
    return begin_with(ada, bruno, grace=86400)
