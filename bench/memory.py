"""How much memory the whole service takes on one machine, under some load: `bench memory`.

Every role is a process of its own with the command of `docker/compose.yml`, the mail server among
them; PostgreSQL and Redis are throwaway ones with their usual sizes, Caddy counts where it is
installed. The poller is not: it takes the mail server's place. Pages are opened and
turns played, then each role's proportional share (PSS) of all its processes is read: what they
share is counted once.
"""
# ruff: noqa: E402 - models can be imported only when Django is set up

import atexit
import contextlib
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import psutil

from bench.quantity import Quantity, say
from bench.service import HOST, running_service, set_up_service
from tests.servers import postgres, redis
from tests.servers.processes import free_port, start, stop

MEGABYTE = 1024 * 1024
MUST = 1100.0
"""Megabytes: a machine of 2 GB also holds the system, the container engine, its file cache, and
what a migration or a backup takes while it runs."""

_stack = contextlib.ExitStack()
atexit.register(_stack.close)  # before Django is set up, so that its tables go first
_postgres = _stack.enter_context(postgres.throwaway())
os.environ["DATABASE_URL"] = _postgres.url
set_up_service()

from django.test import override_settings

from bench import presses


def measure(seconds: float = 20.0, rate: float = 5.0, games: int = 20) -> list[Quantity]:
    """Return what each role takes after turns were played at this rate for that time."""
    with override_settings(UNSEND_SECONDS=0):
        tables = presses.prepared_tables(games)
    with (
        redis.throwaway() as broker,
        running_service(every_role=True, UNSEND_SECONDS="0", REDIS_URL=broker.url) as service,
        _front(service.port) as front,
    ):
        played = presses.offer(service, tables, seconds, rate)
        presses.accepted_letters(service, played)
        say(f"  {len(played.answered)} presses answered, {len(service.accepted)} letters sent")
        servers = {"postgres": _postgres.process, "redis": broker.process, "front": front}
        started = {name: process.pid for name, process in servers.items() if process}
        taken = {name: _share(pid) for name, pid in (service.roles | started).items()}
    return [
        *(Quantity(f"memory: {name}", share, "MB") for name, share in taken.items()),
        Quantity("memory: all of it", sum(taken.values()), "MB", MUST),
    ]


def _share(pid: int) -> float:
    head = psutil.Process(pid)
    family = [head, *head.children(recursive=True)]
    return sum(each.memory_full_info().pss for each in family) / MEGABYTE


@contextlib.contextmanager
def _front(port: int) -> Iterator["subprocess.Popen[bytes] | None"]:
    """Yield Caddy before the web server, or nothing where it is not installed."""
    caddy = shutil.which("caddy")
    if caddy is None:
        say("  Caddy is not installed: without the front")
        yield None
        return
    with tempfile.TemporaryDirectory(prefix="duelpost-front-") as name:
        file = Path(name, "Caddyfile")
        file.write_text(
            f"{{\n\tadmin off\n}}\nhttp://{HOST}:{free_port()} {{\n"
            f"\treverse_proxy {HOST}:{port}\n}}\n"
        )
        process = start([caddy, "run", "--config", file], log=Path(name, "log"))
        try:
            yield process
        finally:
            stop(process)
