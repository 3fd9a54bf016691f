"""Time that stands still until a test moves it, turns that wait, a game that hides much."""

import shutil
from collections.abc import Iterator
from typing import Any

import pytest
import time_machine
from pytest_django.fixtures import Settings

from accounts.models import User
from duel.models import Game
from tests.duel.clocks.ticking import MONDAY
from tests.duel.tables import begin
from tests.duel.worlds import NO_CACHE, play_until_much_is_hidden
from tests.fixtures.lasting import lasting

_DISK = shutil.disk_usage("/")


@pytest.fixture(autouse=True)
def disk_that_stays_as_full(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages of operators tell the free disk: other work on the machine must not change them."""
    monkeypatch.setattr("shutil.disk_usage", lambda _path: _DISK)


@pytest.fixture
def traveller() -> Iterator[time_machine.Traveller]:
    """Moves the time on from Monday morning."""
    with time_machine.travel(MONDAY, tick=False) as traveller:
        yield traveller


@pytest.fixture(scope="module")
def played_until_much_is_hidden(django_db_setup: None, django_db_blocker: Any) -> Iterator[int]:
    """The key of such a game between Ada and Bruno, played once for all tests that look at it."""

    def play() -> int:
        players = [
            User.objects.create_user(f"{name.lower()}@duelpost.example", name=name)
            for name in ("Ada", "Bruno")
        ]
        game = begin(*players)
        play_until_much_is_hidden(game)
        return int(game.pk)

    with (
        time_machine.travel(MONDAY, tick=False),
        lasting(django_db_blocker, "much is hidden", play) as key,
    ):
        yield key


@pytest.fixture
def much_is_hidden(
    played_until_much_is_hidden: int,
    traveller: time_machine.Traveller,
    settings: Settings,
    db: None,
) -> Game:
    """A game in which each has a card that only they know; nothing is remembered or limited."""
    settings.CACHES = NO_CACHE
    return Game.objects.get(pk=played_until_much_is_hidden)


@pytest.fixture
def can_be_taken_back(settings: Any) -> None:
    """Let a quiet turn wait for five minutes; in other tests it is final at once."""
    settings.UNSEND_SECONDS = 300
