"""What one network may hold of the server at a time, so that others find room."""

from collections import Counter

from django.conf import settings

from config.web_server.incoming import RefusedRequest

MOST_BYTES_OF_A_NETWORK = 8 * 1024 * 1024
MOST_BYTES_OF_ALL = 48 * 1024 * 1024
"""Held in memory by one process, while requests come in."""


class Shares:
    """Counts connections, bytes and running requests by network. `""` is a front of our own."""

    def __init__(self, *, threads: int) -> None:
        self._threads = threads
        self._connections: Counter[str] = Counter()
        self._bytes: Counter[str] = Counter()
        self._running: Counter[str] = Counter()

    def enter(self, network: str) -> None:
        """Count a connection, or a request that a front passes on; raise if there are too many."""
        if network and self._connections[network] >= settings.WEB_CONNECTIONS_PER_NETWORK:
            raise RefusedRequest(
                429, "Too Many Requests", "Too many requests at once come from your network."
            )
        self._connections[network] += 1

    def leave(self, network: str) -> None:
        """Count one less."""
        _lower(self._connections, network, 1)

    def hold(self, network: str, size: int) -> None:
        """Count bytes that came in; raise if they are too many."""
        self._bytes[network] += size
        if network and self._bytes[network] > MOST_BYTES_OF_A_NETWORK:
            raise RefusedRequest(
                429, "Too Many Requests", "Too much at once comes from your network."
            )
        if self._bytes.total() > MOST_BYTES_OF_ALL:
            raise RefusedRequest(
                503, "Service Unavailable", "Too much comes in at once. Please try again."
            )

    def release(self, network: str, size: int) -> None:
        """Count bytes that are no longer held."""
        _lower(self._bytes, network, size)

    def may_run(self, network: str) -> bool:
        """Return whether a thread is free for this network: the last quarter is for others."""
        most = max(1, self._threads - self._threads // 4) if network else self._threads
        return self._running.total() < self._threads and self._running[network] < most

    def run(self, network: str) -> None:
        """Count a request that a thread works on."""
        self._running[network] += 1

    def done(self, network: str) -> None:
        """Count one less."""
        _lower(self._running, network, 1)


def _lower(counter: Counter[str], network: str, size: int) -> None:
    counter[network] -= size
    if counter[network] <= 0:
        del counter[network]
