"""A game played by replies alone, through real parts, while its worker is killed again and again.

The mail server, the worker, the broker and the receiver of letters are processes or listeners of
their own. To keep it short the game is begun for the players; the last moves are made by mail.
"""

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db.models import F, Q
from django.utils import timezone
from kombu import Connection

from accounts.models import User
from config.celery import app
from duel.models import Game, LogEntry
from mail.models import InboundMail, Letter
from tests.duel.replies.clients import MailClient
from tests.duel.tables import assert_sound, begin, hasty_moves, play_all
from tests.fixtures.letters import SmtpSink
from tests.servers import Server
from tests.servers.processes import free_port, start, stop, wait_until
from tests.servers.tasks import DIARY

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.only_on("postgresql")]

KILLS = 10
LEFT = 28
"""So many moves before the end of a hasty game the players begin to write."""

PATIENCE = 120.0
LATER = timedelta(minutes=10)
"""Longer than a dead worker's claim lasts and than a sweep waits for what lies in the queue."""


class Parts:
    """The processes of the service that the game needs, on the database of the tests."""

    def __init__(self, folder: Path, database: str, broker: Server, sink: SmtpSink) -> None:
        self.port, self._folder, self._broker = free_port(), folder, broker
        self._diary = folder / "diary"
        self._environment = os.environ | {
            "DATABASE_URL": database,
            "REDIS_URL": broker.url,
            "MAIL_PROVIDER": "smtp",
            "SMTP_HOST": sink.host,
            "SMTP_PORT": str(sink.port),
            "SMTP_SECURITY": "none",
            "INBOUND_LISTEN": f"127.0.0.1:{self.port}",
            "REPLY_TO": "play@duelpost.example",
            "UNSEND_SECONDS": "0",
            DIARY: str(self._diary),
        }
        log = folder / "mailserver"
        command = [sys.executable, "manage.py", "mailserver", "--skip-checks"]
        self._server = start(command, log=log, environment=self._environment)
        wait_until(lambda: "Replies are taken in" in log.read_text(), self._server, log)
        self._worker = self._start_worker()

    def kill_worker(self) -> None:
        """Kill the worker whatever it does; start another one as if some time had passed."""
        os.killpg(self._worker.pid, signal.SIGKILL)
        self._worker.wait()
        let_time_pass()
        self._worker = self._start_worker()

    def stop(self) -> None:
        """End what still runs."""
        stop(self._worker)
        stop(self._server)

    def _start_worker(self) -> subprocess.Popen[bytes]:
        self._diary.write_text("")
        log = self._folder / "worker"
        process = start(
            [
                *(sys.executable, "-m", "celery", "-A", "config.celery", "worker"),
                *("--concurrency=1", "--include=tests.servers.tasks", "--loglevel=INFO"),
                *("--hostname=replies@localhost", "--without-gossip", "--without-mingle"),
            ],
            log=log,
            environment=self._environment,
        )
        wait_until(lambda: "ready" in self._diary.read_text(), process, log)
        for sweep in ("mail.sweep_inbound", "mail.sweep_letters"):  # as the scheduler does
            with Connection(self._broker.url) as connection:
                app.send_task(sweep, connection=connection, queue="letters")
        return process

    def logs(self) -> str:
        """Return the last of what the processes have said."""
        names = ("mailserver", "worker")
        return "\n".join((self._folder / name).read_text()[-4000:] for name in names)


def let_time_pass() -> None:
    """Make every claim and every handing over older, of letters and of mail."""
    moments = ("handed_at", "next_attempt_at")
    waiting = InboundMail.objects.filter(status="waiting")
    waiting.update(**{name: F(name) - LATER for name in moments})
    claimed = Q(status=Letter.Status.SENDING)
    due = Letter.objects.filter(claimed | Q(status="waiting", next_attempt_at__lte=timezone.now()))
    due.update(**{name: F(name) - LATER for name in (*moments, "claimed_at")})


@pytest.fixture
def game(ada: User, bruno: User, settings: Any) -> Game:
    """A game between somebody who reads French and somebody who reads Italian, near its end."""
    settings.UNSEND_SECONDS = 0
    for person, language in ((ada, "fr"), (bruno, "it")):
        # Only so many mails of a seat are answered in a day; these players need few answers.
        person.language, person.confirmations = language, User.Confirmations.NEEDED
        person.save(update_fields=["language", "confirmations"])
    game = begin(ada, bruno)
    play_all(game, hasty_moves(game)[:-LEFT])
    let_time_pass()
    return game


@pytest.fixture
def parts(
    database_url: str, throwaway_redis: Server, smtp_sink: SmtpSink, tmp_path: Path, game: Game
) -> Iterator[Parts]:
    parts = Parts(tmp_path, database_url, throwaway_redis, smtp_sink)
    yield parts
    parts.stop()


def play_by_mail(game: Game, clients: list[MailClient], parts: Parts) -> int:
    """Let the clients answer until the game is over; return how often the worker was killed."""
    chance, kills, deadline = random.Random(), 0, time.monotonic() + PATIENCE
    while game.status == "running":
        if any(client.answer() for client in clients):
            deadline = time.monotonic() + PATIENCE
            if kills < KILLS:
                time.sleep(chance.uniform(0, 0.5))
                parts.kill_worker()
                kills += 1
        if time.monotonic() > deadline:
            assert_none_played_twice()
            pytest.fail(f"No letter came at ply {game.ply}.\n{parts.logs()}")
        time.sleep(0.05)
        game.refresh_from_db()
    return kills


def assert_none_played_twice() -> None:
    """No mail was read after its own move stood there: both are written, or neither."""
    again = InboundMail.objects.filter(outcome__in=["repeated", "stale"])
    assert not list(again.values_list("message_id", "outcome"))


def test_no_mail_is_lost_and_none_played_twice(
    game: Game, ada: User, bruno: User, parts: Parts, smtp_sink: SmtpSink
) -> None:
    clients = [
        MailClient(person.email, language, smtp_sink.letters, parts.port, random.Random(language))
        for person, language in ((ada, "fr"), (bruno, "it"))
    ]
    begun = game.ply
    assert play_by_mail(game, clients, parts) == KILLS
    assert_sound(game)
    mails = list(InboundMail.objects.order_by("received_at"))
    sent = {str(mail["Message-ID"]) for client in clients for mail in client.sent}
    assert len(mails) == len(sent)
    assert {mail.message_id for mail in mails} == sent
    assert {mail.status for mail in mails} == {"read"}
    assert_none_played_twice()
    assert {mail.outcome for mail in mails} <= {"played", "asked"}
    assert all(client.in_words for client in clients)
    # Each mail made its moves once: they bear the moment at which it was received.
    played = list(LogEntry.objects.filter(game=game, kind="move", channel="mail").order_by("seq"))
    assert len(played) == game.ply - begun
    for mail in mails:
        made = [entry.text for entry in played if entry.time == mail.received_at]
        asked_for = mail.reading["moves"]
        assert made[: len(asked_for)] == asked_for
    assert {entry.time for entry in played} == {mail.received_at for mail in mails}
    assert [entry.time for entry in played] == sorted(entry.time for entry in played)
