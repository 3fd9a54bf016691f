"""Real parts that break while letters are sent: afterwards every due letter was sent.

The worker is a process of the test's own, on a queue of the test's own; the mail server can be told
to fall silent once it has a letter.
"""

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from email import message_from_bytes
from pathlib import Path
from typing import Any

import psutil
import psycopg
import pytest
from aiosmtpd.controller import Controller
from django.test import override_settings
from kombu import Connection

from accounts.models import User
from config.celery import app
from duel.models import Game
from mail.addresses import message_id
from mail.models import Letter
from mail.outbox.delivery import deliver
from mail.outbox.sweeps import LEASE, STRAY_AFTER, strays
from support.report.letters import fate_of
from tests.duel.tables import a_quiet_move, begin, submit
from tests.servers import Server
from tests.servers.processes import free_port, start, stop, wait_until
from tests.servers.tasks import DIARY

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.only_on("postgresql")]
PATIENCE = 90
ROUNDS = 12


@dataclass
class Listener:
    """A mail server that keeps the Message-IDs of what it has accepted."""

    port: int = field(default_factory=free_port)
    accepted: list[str] = field(default_factory=list)
    is_silent: bool = False
    """From now on it answers to no letter until `speak` is set."""
    accepts_silently: bool = False
    """Whether it keeps a letter although its answer will not be heard."""
    has_a_letter: threading.Event = field(default_factory=threading.Event)
    speak: threading.Event = field(default_factory=threading.Event)

    def sends_here(self) -> override_settings:
        """Within it, this process sends to it."""
        return override_settings(
            EMAIL_BACKEND="django.core.mail.backends.smtp.EmailBackend",
            EMAIL_HOST="127.0.0.1",
            EMAIL_PORT=self.port,
            EMAIL_USE_TLS=False,
        )

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        """Keep the letter and answer, unless silence was asked for."""
        name = str(message_from_bytes(envelope.content)["Message-ID"])
        if not self.is_silent:
            self.accepted.append(name)
            return "250 Kept"
        self.is_silent = False
        if self.accepts_silently:
            self.accepted.append(name)
        self.has_a_letter.set()
        await server.loop.run_in_executor(None, self.speak.wait, PATIENCE)
        return "250 Kept"


@pytest.fixture
def listener() -> Iterator[Listener]:
    listener = Listener()
    controller = Controller(listener, hostname="127.0.0.1", port=listener.port)
    controller.start()
    yield listener
    listener.speak.set()
    controller.stop()


@contextmanager
def worker(
    folder: Path, database: str, broker: Server, listener: Listener
) -> Iterator[subprocess.Popen[bytes]]:
    """A worker that sends one letter at a time, as in production, each in a child process."""
    log, diary = folder / "log", folder / "diary"
    diary.write_text("")
    process = start(
        [
            *(sys.executable, "-m", "celery", "-A", "config.celery", "worker", "--concurrency=1"),
            *("--include=tests.servers.tasks", "--hostname=recovery@localhost"),
            *("--without-gossip", "--without-mingle", "--loglevel=INFO"),
        ],
        log=log,
        environment=os.environ
        | {
            "DATABASE_URL": database,
            "REDIS_URL": broker.url,
            "MAIL_PROVIDER": "smtp",
            "SMTP_HOST": "127.0.0.1",
            "SMTP_PORT": str(listener.port),
            "SMTP_SECURITY": "none",
            DIARY: str(diary),
        },
    )
    try:
        wait_until(lambda: "ready" in diary.read_text(), process, log)
        yield process
    finally:
        stop(process)


def letters(count: int) -> list[Letter]:
    """Letters that are due, as if they had just been handed to the queue."""
    made = []
    for number in range(count):
        key = f"test:{number}"
        made.append(
            Letter.objects.create(
                key=key, kind="test", to="ada@duelpost.example", message_id=message_id(key)
            )
        )
    return made


def queue(broker: Server, task: str, *arguments: int) -> None:
    """Queue a task where the worker of the test finds it."""
    with Connection(broker.url) as connection:
        app.send_task(task, arguments, connection=connection, queue="letters")


def hand_over(made: list[Letter], broker: Server) -> None:
    for letter in made:
        queue(broker, "mail.send_letter", letter.pk)


def sweep(broker: Server) -> None:
    queue(broker, "mail.sweep_letters")


def comes_about(condition: Callable[[], bool], seconds: int = PATIENCE) -> bool:
    """Return whether the condition holds within the seconds."""
    for _ in range(seconds * 20):
        if condition():
            return True
        threading.Event().wait(0.05)
    return False


def wait_for(condition: Callable[[], bool]) -> None:
    assert comes_about(condition), "It did not come about."


def all_sent() -> bool:
    return not Letter.objects.exclude(status=Letter.Status.SENT).exists()


def let_time_pass(by: timedelta) -> None:
    """Make every claim and every handing over older."""
    for letter in Letter.objects.exclude(status=Letter.Status.SENT):
        for name in ("claimed_at", "handed_at", "next_attempt_at"):
            if (moment := getattr(letter, name)) is not None:
                setattr(letter, name, moment - by)
        letter.save(update_fields=["claimed_at", "handed_at", "next_attempt_at"])


@pytest.mark.parametrize("accepts", [True, False], ids=["accepted before", "not accepted"])
def test_a_worker_killed_while_sending_loses_no_letter(
    database_url: str, throwaway_redis: Server, listener: Listener, tmp_path: Path, accepts: bool
) -> None:
    first, second = letters(2)
    listener.is_silent, listener.accepts_silently = True, accepts
    with worker(tmp_path, database_url, throwaway_redis, listener) as process:
        hand_over([first, second], throwaway_redis)
        assert listener.has_a_letter.wait(PATIENCE)
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    first.refresh_from_db()
    assert first.status == Letter.Status.SENDING
    let_time_pass(LEASE + timedelta(seconds=1))
    with listener.sends_here():
        for pk in strays():
            deliver(pk)
    assert all_sent()
    # Twice only where the server had it before the crash, and then under the same name.
    copies = 2 if accepts else 1
    assert sorted(listener.accepted) == sorted([first.message_id] * copies + [second.message_id])


@pytest.fixture
def game(ada: User, bruno: User, settings: Any) -> Game:
    """A game whose letters leave at once."""
    settings.UNSEND_SECONDS = 0
    return begin(ada, bruno)


def test_a_letter_that_was_accepted_and_answered_is_not_told_as_dropped(
    database_url: str,
    throwaway_redis: Server,
    listener: Listener,
    tmp_path: Path,
    game: Game,
) -> None:
    """Its reader gets it and makes the turn, while its worker is dead and its row knows nothing."""
    letter = Letter.objects.get(kind="your-turn")
    listener.is_silent = listener.accepts_silently = True
    with worker(tmp_path, database_url, throwaway_redis, listener) as process:
        hand_over([letter], throwaway_redis)
        assert listener.has_a_letter.wait(PATIENCE)
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    submit(game, a_quiet_move(game))
    let_time_pass(LEASE + timedelta(seconds=1))
    with listener.sends_here():
        for pk in strays():
            deliver(pk)
    letter.refresh_from_db()
    assert (letter.status, letter.reason) == (Letter.Status.UNSURE, Letter.Reason.UNTRUE)
    assert letter.may_have_left_at is not None
    assert listener.accepted.count(letter.message_id) == 1
    assert "may have been sent" in fate_of(letter, []).sentence


def test_a_flushed_broker_loses_no_letter(
    database_url: str, throwaway_redis: Server, listener: Listener, tmp_path: Path
) -> None:
    made = letters(3)
    hand_over(made, throwaway_redis)
    with Connection(throwaway_redis.url) as connection:
        client: Any = getattr(connection.default_channel, "client")  # noqa: B009 - of Redis alone
        assert client.llen("letters") == 3
        client.flushall()
    let_time_pass(STRAY_AFTER + timedelta(seconds=1))
    with worker(tmp_path, database_url, throwaway_redis, listener):
        sweep(throwaway_redis)
        wait_for(all_sent)
    assert sorted(listener.accepted) == sorted(letter.message_id for letter in made)


POST_THREE = """
import django
django.setup()
from django.core.management import call_command
from mail.addresses import message_id
from mail.models import Letter
call_command("migrate", verbosity=0)
for key in ("test:0", "test:1", "test:2"):
    Letter.objects.create(
        key=key, kind="test", to="ada@duelpost.example", message_id=message_id(key)
    )
"""


AN_HOUR_LATER = """
UPDATE mail_letter SET claimed_at = claimed_at - interval '1 hour',
handed_at = handed_at - interval '1 hour', next_attempt_at = created_at WHERE status <> 'sent'
"""


@pytest.fixture
def other_database(throwaway_postgres: Server) -> str:
    """The address of a database on a server of the test's own, with three letters in it."""
    url = throwaway_postgres.url
    with psycopg.connect(f"{url}?dbname=postgres", autocommit=True) as lobby:
        lobby.execute("CREATE DATABASE duelpost")
    environment = {"DATABASE_URL": url, "DJANGO_SETTINGS_MODULE": "config.settings"}
    subprocess.run([sys.executable, "-c", POST_THREE], env=os.environ | environment, check=True)
    return url


def test_a_restarted_database_loses_no_letter(
    other_database: str,
    throwaway_postgres: Server,
    throwaway_redis: Server,
    listener: Listener,
    tmp_path: Path,
) -> None:
    names = [message_id(f"test:{number}") for number in range(3)]
    listener.is_silent = listener.accepts_silently = True
    with worker(tmp_path, other_database, throwaway_redis, listener):
        sweep(throwaway_redis)
        assert listener.has_a_letter.wait(PATIENCE)
        # All connections end, and for a while there are none.
        crash(throwaway_postgres)
        listener.speak.set()
        wait_for(lambda: ask(other_database, "SELECT count(*) FROM mail_letter") == 3)
        # Whatever became of each: lost by its worker, put back, or left in the queue. A worker may
        # put its letter back only after we have made it older, so time passes more than once.
        sent = "SELECT count(*) FROM mail_letter WHERE status = 'sent'"
        for _ in range(ROUNDS):
            ask(other_database, AN_HOUR_LATER)
            sweep(throwaway_redis)
            if comes_about(lambda: ask(other_database, sent) == 3, seconds=10):
                break
        assert ask(other_database, sent) == 3
    assert set(listener.accepted) == set(names)
    # Only the letter that was under way when it happened may have come twice.
    assert len(listener.accepted) <= len(names) + 1


def crash(server: Server) -> None:
    """Let the server lose a process by SIGKILL: it ends all others and recovers."""
    assert server.process is not None
    children = psutil.Process(server.process.pid).children()
    victim = next(child for child in children if "duelpost" in " ".join(child.cmdline()))
    victim.kill()


def ask(url: str, statement: str) -> object:
    """What the database answers, or None while it is away."""
    try:
        with psycopg.connect(url, connect_timeout=3) as connection:
            answer = connection.execute(statement)
            row = answer.fetchone() if answer.description else None
            return row[0] if row else answer.rowcount
    except psycopg.Error:
        return None
