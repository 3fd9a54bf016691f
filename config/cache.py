"""The cache: Redis, and the memory of this process while Redis is away.

Nothing in the cache is needed, so nothing that asks it may fail with it: a page costs a replay
more, and what is limited goes on being counted, by each process for itself.
"""

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from django.core.cache.backends.base import DEFAULT_TIMEOUT, BaseCache
from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache
from redis.exceptions import DataError, RedisError

from config.breaker import REDIS

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
        asked = list(keys)
        return self._ask(lambda cache: cache.get_many(asked, version))

    def set(
        self, key: str, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None
    ) -> None:
        """Keep the value."""
        self._ask(lambda cache: cache.set(key, value, timeout, version))

    def touch(self, key: str, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        """Return whether the value was there; it is kept for so long from now on."""
        return self._ask(lambda cache: cache.touch(key, timeout, version))

    def delete(self, key: str, version: int | None = None) -> bool:
        """Return whether the value was there; it is no more."""
        return self._ask(lambda cache: cache.delete(key, version))

    def incr(self, key: str, delta: int = 1, version: int | None = None) -> int:
        """Return the number, raised; raise ValueError if there is none."""
        return self._ask(lambda cache: cache.incr(key, delta, version))

    def clear(self) -> None:
        """Forget everything, here and there."""
        self._ask(lambda cache: cache.clear())
        self._memory.clear()
