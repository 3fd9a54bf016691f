"""The games on one's home: drawn small, as far as one may know them, and in a few queries."""

import re
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries
from pytest_django.fixtures import Settings

from accounts.models import User
from duel.errors import BrokenGame
from duel.models import Game, KnownGame, LogEntry
from duel.record import selectors
from duel.record.read_only_log import log_of
from mail.reports.suppression import confirm_address, suppress
from tests.duel.tables import a_quiet_move, begin, make_final, play_all, play_on, submit
from tests.duel.worlds import NO_CACHE

pytestmark = pytest.mark.django_db

_ONE_TIME = re.compile(rb'(csrfmiddlewaretoken" value=")\w+')


def home(person: User) -> bytes:
    browser = Client()
    browser.force_login(person)
    return _ONE_TIME.sub(rb"\1", browser.get("/").content)


def pictures(person: User) -> list[bytes]:
    return re.findall(rb'<div class="picture">.*?</div>', home(person), re.DOTALL)


@pytest.fixture(autouse=True)
def remembered(settings: Settings) -> None:
    """A cache of the test's own."""
    memory = "django.core.cache.backends.locmem.LocMemCache"
    settings.CACHES = {"default": {"BACKEND": memory, "LOCATION": "pictures"}}
    cache.clear()


def test_each_running_game_is_drawn(ada: User, bruno: User) -> None:
    for _ in range(2):
        play_on(begin(ada, bruno), 4)
    drawn = pictures(ada)
    assert len(drawn) == 2
    assert all(b">You<" in picture and b">Bruno<" in picture for picture in drawn)


@pytest.mark.usefixtures("can_be_taken_back")
def test_a_turn_that_can_be_taken_back_is_drawn_for_its_player_alone(
    ada: User, bruno: User
) -> None:
    game = begin(ada, bruno)
    play_on(game, 5)
    make_final(game)
    mover, other = (ada, bruno) if game.to_move == 0 else (bruno, ada)
    before, own = home(other), home(mover)
    submit(game, a_quiet_move(game))
    assert home(other) == before
    assert home(mover) != own
    assert pictures(mover) != re.findall(rb'<div class="picture">.*?</div>', own, re.DOTALL)
    make_final(game)
    assert home(other) != before


def test_what_is_not_at_hand_is_replayed_for_a_few_games_at_a_time(
    ada: User, bruno: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(selectors, "MOST_REPLAYED", 3)
    games = [begin(ada, bruno) for _ in range(5)]
    for game in games:
        play_on(game, 2)
    cache.clear()
    replayed: list[int] = []
    replay = log_of

    def count(game: KnownGame) -> Any:
        replayed.append(game.pk)
        return replay(game)

    monkeypatch.setattr(selectors, "log_of", count)
    assert len(pictures(ada)) == len(replayed) == 3
    assert len(pictures(ada)) == len(replayed) == 5
    assert len(pictures(ada)) == len(replayed) == 5


def test_a_cache_that_lies_is_not_believed(ada: User, bruno: User) -> None:
    first, second = begin(ada, bruno), begin(ada, bruno)
    play_on(first, 10)
    play_on(second, 3)
    drawn = sorted(pictures(ada))
    [mine, theirs] = [selectors._position_key(game, game.head) for game in (first, second)]
    cache.set(mine, cache.get(theirs))
    assert sorted(pictures(ada)) == drawn


def test_a_game_whose_log_is_broken_has_no_picture(
    ada: User, bruno: User, monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    settings.CACHES = NO_CACHE
    play_on(begin(ada, bruno), 2)
    assert len(pictures(ada)) == 1

    def broken(game: KnownGame) -> Any:
        raise BrokenGame(game, "torn")

    monkeypatch.setattr(selectors, "log_of", broken)
    assert pictures(ada) == []
    assert b"Splendor Duel with Bruno" in home(ada)


@pytest.mark.parametrize("count", [2, 12])
@pytest.mark.parametrize("plies", [3, 40])
def test_a_home_of_drawn_games_costs_the_same_however_many_and_long_they_are(
    count: int,
    plies: int,
    ada: User,
    bruno: User,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    for _ in range(count):
        game = begin(ada, bruno)
        play_all(game, _first_moves(game, plies))
        assert LogEntry.objects.filter(game=game).count() >= plies
    for _ in range(count):
        drawn = pictures(ada)
    assert len(drawn) == count
    browser = Client()
    browser.force_login(ada)
    browser.get("/")
    with django_assert_num_queries(14):
        browser.get("/")


def _first_moves(game: Game, plies: int) -> list[str]:
    from tests.duel.tables import hasty_moves

    return hasty_moves(game)[:plies]


def test_it_is_told_that_letters_to_a_fellow_player_do_not_arrive(
    ada: User, bruno: User, eve: User
) -> None:
    begin(ada, bruno)
    begin(ada, eve)
    sentence = b"Letters to Bruno do not arrive just now."
    assert sentence not in home(ada)
    for reason in ("bounced", "complained"):
        suppress(address=bruno.email, reason=reason, at=timezone.now())
        assert home(ada).count(sentence) == 1
        assert sentence not in home(bruno), "Whose letters they are is told it elsewhere."
        assert b"Letters to" not in home(eve), "Eve does not play with Bruno."
        assert bruno.email.encode() not in home(ada)
        assert reason.encode() not in home(ada), "Why is nobody else's business."
        confirm_address(bruno.email)
    assert sentence not in home(ada)
