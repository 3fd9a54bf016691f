"""The cache: Redis, and the memory of this process while Redis is away.

Nothing may fail with the cache: a page costs one more replay, and each process counts limits for
itself. Cache and broker are one server: its breaker saves all others the wait.
"""

import threading
import time
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import structlog
from django.core.cache.backends.base import DEFAULT_TIMEOUT, BaseCache
from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache
from redis.exceptions import DataError, RedisError

log = structlog.get_logger(__name__)


class Breaker:
    """Whether a server may be asked: after a failure nobody asks it for `pause` seconds.

    Then one does, so that it is found again; the others go on without it until that one knows.
    """

    def __init__(
        self, server: str, *, pause: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._server = server
        self._pause = pause
        self._clock = clock
        self._lock = threading.Lock()
        self._asked_again_at: float | None = None

    def lets_ask(self) -> bool:
        """Return whether it is worth asking now."""
        with self._lock:
            if self._asked_again_at is None:
                return True
            now = self._clock()
            if now < self._asked_again_at:
                return False
            self._asked_again_at = now + self._pause
            return True

    def note_failure(self, error: Exception) -> None:
        """Remember that it did not answer."""
        with self._lock:
            is_news = self._asked_again_at is None
            self._asked_again_at = self._clock() + self._pause
        if is_news:
            log.warning("server_away", server=self._server, error=type(error).__name__)

    def note_answer(self) -> None:
        """Remember that it answered."""
        if self._asked_again_at is None:
            return
        with self._lock:
            self._asked_again_at = None
        log.warning("server_back", server=self._server)


REDIS = Breaker("redis", pause=5)
"""Cache and broker are one server: the first to find it away saves the others the wait."""


MOST_IN_MEMORY = 2_000
"""How many entries a process keeps, the latest used: a few MB, and nobody pushes out the count of
their own tries."""

Answer = TypeVar("Answer")


class Cache(BaseCache):
    """What `CACHES` names where there is a Redis."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(params)
        self._redis = RedisCache(server, params)
        options = {"MAX_ENTRIES": MOST_IN_MEMORY}
        self._memory = LocMemCache("while Redis is away", {**params, "OPTIONS": options})

    def _ask(self, question: Callable[[BaseCache], Answer]) -> Answer:
        if REDIS.lets_ask():
            try:
                answer = question(self._redis)
            except DataError:  # what we asked was wrong
                raise
            except RedisError as error:
                REDIS.note_failure(error)
            else:
                REDIS.note_answer()
                return answer
        return question(self._memory)

    def add(
        self, key: str, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None
    ) -> bool:
        """Return whether the value was kept: only if there was none."""
        return self._ask(lambda cache: cache.add(key, value, timeout, version))

    def get(self, key: str, default: Any = None, version: int | None = None) -> Any:
        """Return the value."""
        return self._ask(lambda cache: cache.get(key, default, version))

    def get_many(self, keys: Iterable[str], version: int | None = None) -> dict[str, Any]:
        """Return the values that there are, asked for at once."""
        wanted = list(keys)
        return self._ask(lambda cache: cache.get_many(wanted, version))

    def set(
        self, key: str, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None
    ) -> None:
        """Keep the value."""
        self._ask(lambda cache: cache.set(key, value, timeout, version))

    def touch(self, key: str, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        """Return whether the value was there; it is kept that long from now on."""
        return self._ask(lambda cache: cache.touch(key, timeout, version))

    def delete(self, key: str, version: int | None = None) -> bool:
        """Return whether the value was there; it is no more."""
        return self._ask(lambda cache: cache.delete(key, version))

    def incr(self, key: str, delta: int = 1, version: int | None = None) -> int:
        """Return the number, raised; raise ValueError if it is missing."""
        return self._ask(lambda cache: cache.incr(key, delta, version))

    def clear(self) -> None:
        """Forget everything, here and there."""
        self._ask(lambda cache: cache.clear())
        self._memory.clear()
