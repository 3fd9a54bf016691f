"""The cache of positions: it saves replays, and nothing depends on it."""

from typing import Any, ClassVar

import pytest
from django.core.cache import cache
from django.core.cache.backends.base import BaseCache
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from duel.models import Game, KnownGame
from duel.play.moves import play
from duel.play.undo import take_back_turn
from duel.record import selectors
from duel.record.log import read_log
from duel.record.read_only_log import log_of
from duel.record.selectors import current_position, view_for
from engine.games import find_game
from engine.kinds import Channel
from tests.duel.tables import begin, legal_moves, play_any, play_on
from tests.servers import Server

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _own_cache(settings: Any) -> None:
    memory = "django.core.cache.backends.locmem.LocMemCache"
    settings.CACHES = {"default": {"BACKEND": memory, "LOCATION": "test_cache"}}
    cache.clear()


@pytest.fixture
def game(ada: User, bruno: User) -> Game:
    game = begin(ada, bruno)
    play_on(game, 6)
    return game


def key_of(game: Game) -> str:
    return f"position:duel:1:{game.head}"


def truth(game: Game, seat: int | None = 0) -> dict[str, Any]:
    course = read_log(game).course
    return course.game.view(course.position, seat)


def _position_of(game: Game) -> Any:
    known = KnownGame.of(game)
    return current_position(known, read=lambda: log_of(known))


def refuse_replay(game: Game) -> None:
    raise AssertionError("This was to be read without a replay.")


def test_a_second_look_replays_nothing(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = [truth(game, seat) for seat in (0, 1, None)]
    view_for(KnownGame.of(game), 0)
    monkeypatch.setattr(selectors, "log_of", refuse_replay)
    with CaptureQueriesContext(connection) as queries:
        assert [view_for(KnownGame.of(game), seat) for seat in (0, 1, None)] == expected
    assert len(queries) == 3  # for each the one entry by which the cache is believed


def test_a_move_is_seen_at_once(game: Game) -> None:
    before = view_for(KnownGame.of(game), 0)
    play_any(game)
    assert view_for(KnownGame.of(game), 0) == truth(game) != before


@pytest.mark.usefixtures("can_be_taken_back")
def test_a_turn_taken_back_is_seen_at_once(ada: User, bruno: User) -> None:
    game = begin(ada, bruno)
    seat = game.to_move
    assert seat is not None
    play_any(game, lambda moves: next(move for move in moves if move.startswith("take")))
    assert view_for(KnownGame.of(game), 0) == truth(game)
    take_back_turn(public_id=game.public_id, seat=seat, expected_ply=game.ply, channel=Channel.WEB)
    game.refresh_from_db()
    assert view_for(KnownGame.of(game), 0) == truth(game)


def test_flushing_changes_nothing(game: Game) -> None:
    first = view_for(KnownGame.of(game), 0)
    cache.clear()
    assert view_for(KnownGame.of(game), 0) == first == truth(game)


@pytest.mark.parametrize("garbage", ["nonsense", 7, b"\0\1", {"game": "duel"}, [None], object])
def test_garbage_in_the_cache_is_harmless(game: Game, garbage: object) -> None:
    cache.set(key_of(game), garbage)
    assert view_for(KnownGame.of(game), 0) == truth(game)
    assert cache.get(key_of(game)) == find_game("duel", 1).dump(_position_of(game))


def test_the_position_of_another_moment_is_not_believed(game: Game) -> None:
    course = read_log(game).course
    cache.set(key_of(game), course.game.dump(course.position_at(2)))
    assert view_for(KnownGame.of(game), 0) == truth(game)


def test_a_reader_with_an_old_row_does_not_spoil_the_cache(game: Game) -> None:
    old, before = Game.objects.get(pk=game.pk), truth(game)
    play_any(game)
    for _ in range(2):  # replayed, then from the cache
        assert view_for(KnownGame.of(old), 0) == before
        assert view_for(KnownGame.of(game), 0) == truth(game)


def test_a_cache_that_has_died_costs_only_a_replay(
    game: Game, settings: Any, throwaway_redis: Server
) -> None:
    backend = "django.core.cache.backends.redis.RedisCache"
    settings.CACHES = {"default": {"BACKEND": backend, "LOCATION": throwaway_redis.url}}
    assert view_for(KnownGame.of(game), 0) == truth(game)
    assert cache.get(key_of(game)) is not None
    throwaway_redis.kill()
    assert view_for(KnownGame.of(game), 0) == truth(game)


def test_a_game_without_moves_can_be_looked_at(ada: User, bruno: User) -> None:
    game = begin(ada, bruno)
    assert view_for(KnownGame.of(game), None) == truth(game, None)


def test_writers_do_not_ask_the_cache(game: Game, settings: Any) -> None:
    settings.CACHES = {"default": {"BACKEND": "tests.duel.record.test_cache.WatchedCache"}}
    WatchedCache.looks.clear()
    view_for(KnownGame.of(game), 0)
    assert WatchedCache.looks == [key_of(game)]
    seat, move = game.to_move, legal_moves(game)[0]
    assert seat is not None
    played = play(
        public_id=game.public_id,
        seat=seat,
        expected_ply=game.ply,
        moves=[move],
        channel=Channel.WEB,
    )
    assert played.ply == game.ply + 1
    assert WatchedCache.looks == [key_of(game)], "Writers replay the log."


class WatchedCache(BaseCache):
    """A cache that holds nothing and notes who looks into it: an error would be swallowed."""

    looks: ClassVar[list[str]] = []

    def __init__(self, location: str, params: dict[str, Any]) -> None:
        super().__init__(params)

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        self.looks.append(key)
        return default

    def set(self, *args: Any, **kwargs: Any) -> None:
        """Forget it."""
