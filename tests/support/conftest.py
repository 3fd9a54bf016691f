"""A game that an operator is asked about: both have moved, and the last letter has left."""

import pytest
import time_machine

from accounts.models import User
from duel.models import Game
from tests.duel.clocks.ticking import HOUR, begin_with, everybody_has_moved, send_letters
from tests.fixtures.games import (  # noqa: F401
    can_be_taken_back,
    disk_that_stays_as_full,
    much_is_hidden,
    played_until_much_is_hidden,
    traveller,
)


@pytest.fixture(autouse=True)
def disk_has_room(monkeypatch: pytest.MonkeyPatch) -> None:
    """However full the disk is on which the tests run."""
    monkeypatch.setattr("support.status.figures.LEAST_FREE", 0.0)


@pytest.fixture
def fresh(traveller: time_machine.Traveller, ada: User, bruno: User) -> Game:  # noqa: F811
    """A game of a day a move, begun on Monday; no letter has left yet."""
    return begin_with(ada, bruno, grace=86400)


@pytest.fixture
def game(traveller: time_machine.Traveller, fresh: Game) -> Game:  # noqa: F811
    everybody_has_moved(fresh)
    traveller.shift(HOUR)
    send_letters(fresh)
    return fresh
