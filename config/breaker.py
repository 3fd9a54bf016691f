"""Keeps a server that does not answer from being waited for by everybody, again and again."""

import threading
import time
from collections.abc import Callable

import structlog

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
"""Cache and broker are one server: whoever finds it away saves the others the wait."""
