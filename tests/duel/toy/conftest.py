"""The toy among the games, and three who play it."""

from copy import deepcopy
from pathlib import Path

import pytest
import time_machine
from pytest_django.fixtures import Settings

import engine.games
from accounts.models import User
from duel.games import registry
from duel.models import Game
from tests.duel.toy.presentation import TOLD
from tests.duel.toy.rules import TOY
from tests.duel.toy.table import begin_of_three


@pytest.fixture(autouse=True)
def toy(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> None:
    """Let the toy be one of the games, until the test is over."""
    monkeypatch.setitem(engine.games.GAMES, ("toy", 1), TOY)
    monkeypatch.setitem(registry.PRESENTATIONS, ("toy", 1), TOLD)
    templates = deepcopy(settings.TEMPLATES)
    templates[0]["DIRS"].append(Path(__file__).parent / "templates")
    settings.TEMPLATES = templates


@pytest.fixture
def carla(db: None) -> User:
    """The third player."""
    return User.objects.create_user("carla@duelpost.example", name="Carla")


@pytest.fixture
def game(traveller: time_machine.Traveller, ada: User, bruno: User, carla: User) -> Game:
    """A toy of a day a move, begun on Monday; Ada, Bruno and Carla sit and move in this order."""
    return begin_of_three(ada, bruno, carla)


@pytest.fixture
def wide(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the toy be proposed to two to four, with options that exclude each other."""
    monkeypatch.setattr(type(TOY), "seat_counts", range(2, 5))
    monkeypatch.setattr(type(TOY), "option_names", ("hills", "mills", "tenth"))
    options = (("hills", "the Hills"), ("mills", "the Mills"), ("tenth", "a tenth number"))
    monkeypatch.setattr(type(TOLD), "options", options)
    monkeypatch.setattr(type(TOLD), "available_options", _all_but_a_tenth_with_hills)


def _all_but_a_tenth_with_hills(told: object, chosen: frozenset[str]) -> tuple[str, ...]:
    return ("hills", "mills") if "hills" in chosen else ("hills", "mills", "tenth")
