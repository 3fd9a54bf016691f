"""Redis really killed or stopped: everything goes on, more slowly, and nothing is counted wrong."""

import http.cookiejar
import json
import os
import re
import signal
import subprocess
import sys
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
import redis
from django.core.cache import cache
from django.test import Client
from pytest_django.fixtures import Settings

from accounts.codes import code_of
from accounts.models import SignInRequest, User
from accounts.requests import within_limit
from config.cache import REDIS
from duel.models import Game, LogEntry
from mail.models import Letter
from mail.outbox.delivery import deliver
from tests.config.waiting import wait_until
from tests.duel.letter_links import board_address, move_address, mover
from tests.duel.letters.outbox import row
from tests.duel.tables import a_quiet_move, begin, submit
from tests.servers import Server
from tests.servers.processes import free_port, start, stop
from tests.servers.redis import throwaway

pytestmark = pytest.mark.only_on("postgresql")


@pytest.fixture
def own_redis(throwaway_redis: Server, settings: Settings) -> Iterator[Server]:
    """A Redis that is this test's cache, and answers."""
    options = {"socket_connect_timeout": 1, "socket_timeout": 1}
    settings.CACHES = {
        "default": {
            "BACKEND": "config.cache.Cache",
            "LOCATION": throwaway_redis.url,
            "OPTIONS": options,
        }
    }
    cache.set("asked", "answered")
    assert cache.get("asked") == "answered"
    yield throwaway_redis
    cache.clear()
    REDIS.note_answer()


def kill(server: Server) -> None:
    """End the server as a power cut does."""
    assert server.process is not None
    server.process.kill()
    server.process.wait()


@pytest.fixture
def redis_is_killed(own_redis: Server) -> None:
    kill(own_redis)


def some_turns(ada: User, bruno: User) -> Game:
    """A game in which both have something to be told."""
    game = begin(ada, bruno)
    for _ in range(4):
        submit(game, a_quiet_move(game))
    return game


def test_people_play_and_look_without_redis(
    redis_is_killed: None, client: Client, ada: User, bruno: User, olga: User
) -> None:
    game = some_turns(ada, bruno)
    seat, address = mover(game), move_address(game)
    assert client.get(address).status_code == 200
    assert client.post(address, {"note": "Still here."}).status_code == 302
    assert LogEntry.objects.filter(game=game, kind="move").count() == 5
    assert client.get(board_address(game, seat)).status_code == 200
    assert client.post("/sign-in/", {"address": ada.email}).status_code == 302
    client.force_login(ada)
    for path in ("/", f"/games/{game.public_id}/", "/me/", "/new/", "/mailbox/"):
        assert client.get(path, follow=True).status_code == 200, path
    client.force_login(olga)
    for path in ("/admin/", f"/admin/duel/game/{game.pk}/change/", "/admin/mail/letter/"):
        assert client.get(path).status_code == 200, path


def turn_letter(game: Game) -> Letter:
    """The letter to the player to move."""
    user = mover(game).user
    assert user is not None
    return row(game, user)


def test_a_letter_that_is_built_without_redis_is_no_fault_of_ours(
    redis_is_killed: None, ada: User, bruno: User, settings: Settings
) -> None:
    settings.UNSEND_SECONDS = 0
    game = some_turns(ada, bruno)
    deliver(turn_letter(game).pk)
    letter = turn_letter(game)
    assert (letter.status, letter.faults) == (Letter.Status.SENT, 0)


def test_what_is_limited_stays_limited_without_redis(redis_is_killed: None) -> None:
    assert [within_limit("guess", 3, 600) for _ in range(5)] == [True, True, True, False, False]


def test_a_limit_holds_while_redis_dies(own_redis: Server) -> None:
    assert within_limit("guess", 1, 600)
    assert not within_limit("guess", 1, 600)
    kill(own_redis)
    within_limit("guess", 1, 600)
    assert not within_limit("guess", 1, 600)


def test_what_is_remembered_without_redis_is_forgotten_in_its_time(redis_is_killed: None) -> None:
    cache.set("kept", 1, timeout=600)
    cache.set("gone", 1, timeout=0)
    assert cache.get_many(["kept", "gone"]) == {"kept": 1}
    assert cache.touch("kept", 0)
    assert cache.get("kept") is None
    assert not cache.delete("kept")


def test_a_redis_that_hangs_is_waited_for_once(own_redis: Server) -> None:
    assert own_redis.process is not None
    own_redis.process.send_signal(signal.SIGSTOP)
    for _ in range(20):
        assert cache.get("asked") is None
    own_redis.process.send_signal(signal.SIGCONT)
    with redis.Redis.from_url(own_redis.url) as client:
        commands: Any = client.info("commandstats")
    # One was from the fixture.
    assert commands["cmdstat_get"]["calls"] == 2


@dataclass
class Visitor:
    """Somebody's browser, with its cookies."""

    site: str
    opener: urllib.request.OpenerDirector = field(
        default_factory=lambda: urllib.request.build_opener(
            urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar())
        )
    )

    def get(self, path: str) -> str:
        """Return the page; anything but success fails."""
        with self.opener.open(self.site + path, timeout=30) as answer:
            return str(answer.read().decode())

    def press(self, path: str, **fields: str) -> str:
        """Fill in the form of this page and press its button; return the page that follows."""
        token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', self.get(path))
        if token:
            fields["csrfmiddlewaretoken"] = token[1]
        data = urllib.parse.urlencode(fields).encode()
        with self.opener.open(self.site + path, data, timeout=30) as answer:
            return str(answer.read().decode())

    def state(self) -> dict[str, str]:
        """Return what `/readyz` says, ready or not."""
        try:
            words = self.get("/readyz")
        except urllib.error.HTTPError as error:
            words = error.read().decode()
        found: dict[str, str] = json.loads(words)
        return found


@contextmanager
def service(folder: Path, database: str, broker: Server) -> Iterator[Visitor]:
    """Web server, worker and scheduler, as in production."""
    port = free_port()
    environment = os.environ | {
        "DATABASE_URL": database,
        "REDIS_URL": broker.url,
        "PORT": str(port),
        "UNSEND_SECONDS": "0",
    }
    celery = [sys.executable, "-m", "celery", "--app", "config.celery"]
    commands = {
        "web": [
            sys.executable,
            "-m",
            "gunicorn",
            "--config",
            "python:config.server",
            "config.wsgi",
        ],
        "worker": [*celery, "worker", "--concurrency=1", "--loglevel=INFO"],
        "scheduler": [*celery, "beat", "--pidfile=", f"--schedule={folder / 'schedule'}"],
    }
    visitor = Visitor(f"http://127.0.0.1:{port}")

    def answers() -> bool:
        try:
            return "ok" in visitor.get("/healthz")
        except OSError:
            return False

    with ExitStack() as stack:
        for name, command in commands.items():
            process = start(command, log=folder / name, environment=environment)
            stack.callback(_end, process)
        wait_until(answers)
        yield visitor


def _end(process: subprocess.Popen[bytes]) -> None:
    stop(process, patience=20)


def tasks_done(folder: Path) -> int:
    """How many tasks the worker has done."""
    return (folder / "worker").read_text().count("task_succeeded")


def has_left(to: str) -> bool:
    """Whether the sign-in letter to this address was sent."""
    return Letter.objects.filter(kind="sign-in", to=to, status=Letter.Status.SENT).exists()


@pytest.mark.django_db(transaction=True)
def test_a_service_goes_on_without_redis_and_with_it_again(
    ada: User,
    bruno: User,
    throwaway_redis: Server,
    database_url: str,
    tmp_path: Path,
) -> None:
    game = some_turns(ada, bruno)
    with service(tmp_path, database_url, throwaway_redis) as visitor:
        wait_until(lambda: visitor.state()["sweeps"] == "ok", patience=60)
        kill(throwaway_redis)
        assert visitor.state()["broker"] == "down"

        # Somebody plays by a link, the other learns of it.
        ply = game.ply
        visitor.press(move_address(game, a_quiet_move(game)))
        game.refresh_from_db()
        assert game.ply > ply
        # Somebody signs in: the letter comes without a worker that hears of it.
        visitor.press("/sign-in/", address=ada.email)
        wait_until(lambda: has_left(ada.email), patience=60)
        asked = SignInRequest.objects.latest("created_at")
        assert "Sign out Ada" in visitor.press(f"/sign-in/{asked.pk}/", code=code_of(asked))
        assert "Bruno" in visitor.get(f"/games/{game.public_id}/")
        wait_until(lambda: turn_letter(game).status == Letter.Status.SENT, patience=60)

        with throwaway(port=urllib.parse.urlsplit(throwaway_redis.url).port):
            wait_until(lambda: visitor.state()["broker"] == "ok")
            before = tasks_done(tmp_path)
            visitor.press("/sign-in/", address="carla@elsewhere.example")
            wait_until(lambda: has_left("carla@elsewhere.example"), patience=60)
            wait_until(lambda: tasks_done(tmp_path) > before, patience=60)
        assert not Letter.objects.exclude(faults=0).exists()
