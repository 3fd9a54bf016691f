"""The broker of the embedded service: messages as files, whole or not at all."""

import json
import os
import resource
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from queue import Empty

import pytest
from kombu import Connection, Exchange, Queue
from kombu.exceptions import ChannelError

from accounts.models import User
from config.file_broker import FORSAKEN_SECONDS, Transport
from tests.fixtures.worker import Worker
from tests.servers.tasks import rename
from tests.servers.terminal import ROOT

OURS, KOMBUS = "config.file_broker:Transport", "kombu.transport.filesystem:Transport"
QUEUE = Queue("parcels", Exchange("parcels"), routing_key="parcels")

Connect = Callable[..., Connection]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Where the messages lie."""
    (tmp_path / "queue").mkdir()
    return tmp_path / "queue"


@pytest.fixture
def connect(folder: Path, tmp_path: Path) -> Iterator[Connect]:
    """Return a function that connects to the broker of these folders."""
    options = {
        "data_folder_in": str(folder),
        "data_folder_out": str(folder),
        "control_folder": str(tmp_path / "control"),
        "broken_folder": str(tmp_path / "broken"),
    }
    opened: list[Connection] = []

    def connect(transport: str = OURS) -> Connection:
        opened.append(
            Connection("filesystem://localhost", transport=transport, transport_options=options)
        )
        return opened[-1]

    yield connect
    for connection in opened:
        connection.release()
    Transport.global_state.clear()


def send(connection: Connection, *words: str) -> None:
    """Hand messages over, as publishers of tasks do."""
    with connection.Producer() as producer:
        for word in words:
            producer.publish({"word": word}, exchange="parcels", routing_key="parcels")


def received(connection: Connection) -> list[str]:
    """Take all that is there."""
    words = []
    queue = QUEUE(connection.default_channel)
    queue.declare()
    while message := queue.get():
        message.ack()
        words.append(message.payload["word"])
    return words


def bound(connection: Connection) -> Connection:
    """Declare the queue, so that what is sent goes into it."""
    QUEUE(connection.default_channel).declare()
    return connection


class SlowWriter:
    """A process that hands a task over and stops in the middle of it."""

    def __init__(self, task: str, *arguments: str, environment: dict[str, str]) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.servers.slow_writer", task, *arguments],
            cwd=ROOT,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdout is not None
        assert self.process.stdout.readline() == "half\n"

    def go_on(self) -> None:
        """Let it write the rest."""
        self.process.communicate("\n", timeout=60)
        assert self.process.returncode == 0


@pytest.mark.only_on("sqlite")
def test_the_worker_waits_for_a_message_that_is_being_written(
    ada: User, bruno: User, worker: Worker, database_url: str
) -> None:
    environment = os.environ | {"DATABASE_URL": database_url}
    slow = SlowWriter("tests.rename", str(ada.pk), "Ada Lovelace", environment=environment)
    # Of two that wait, this is the later one: the worker has passed the other when it is done.
    rename.delay(bruno.pk, "Bruna")
    worker.wait_for(lambda: User.objects.get(pk=bruno.pk).name == "Bruna")
    assert User.objects.get(pk=ada.pk).name == "Ada"

    slow.go_on()

    worker.wait_for(lambda: User.objects.get(pk=ada.pk).name == "Ada Lovelace")
    assert worker.process.poll() is None


@pytest.mark.only_on("sqlite")
def test_a_broken_message_does_not_end_the_worker(ada: User, worker: Worker) -> None:
    from django.conf import settings

    name = "0_half.letters.msg"  # before all others
    Path(settings.DATA_DIR, "queue", name).write_text('{"body": "W1')
    rename.delay(ada.pk, "Ada Lovelace")
    worker.wait_for(lambda: User.objects.get(pk=ada.pk).name == "Ada Lovelace")

    assert Path(settings.DATA_DIR, "queue-broken", name).read_text() == '{"body": "W1'
    assert name in worker.read_log()
    assert worker.process.poll() is None


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b'{"body": "W1',
        b"\xff\xfe",
        b"null",
        b"[]",
        b'{"properties": {}}',
        b'{"body": "a", "properties": {"delivery_tag": "1", "body_encoding": "base64"}}',
    ],
)
def test_what_is_no_message_is_set_aside(
    connect: Connect, folder: Path, tmp_path: Path, content: bytes
) -> None:
    connection = bound(connect())
    broken = folder / "1_broken.parcels.msg"
    broken.write_bytes(content)
    send(connection, "whole")

    assert received(connection) == ["whole"]

    assert not broken.exists()
    assert (tmp_path / "broken" / broken.name).read_bytes() == content


def test_messages_come_in_the_order_in_which_they_were_sent(connect: Connect) -> None:
    connection = bound(connect())
    words = [str(number) for number in range(30)]
    send(connection, *words)
    assert received(connection) == words


def test_messages_of_kombus_own_transport_are_read(connect: Connect) -> None:
    send(bound(connect(KOMBUS)), "queued before the upgrade")
    assert received(connect()) == ["queued before the upgrade"]


def test_several_readers_share_the_messages(connect: Connect) -> None:
    words = [str(number) for number in range(120)]
    send(bound(connect()), *words)
    taken: list[str] = []
    channels = [connect().default_channel for _ in range(4)]
    start = threading.Barrier(len(channels))

    def take_all(channel: object) -> None:
        start.wait()
        while True:
            try:
                message = channel._get("parcels")  # type: ignore[attr-defined]
            except Empty:
                return
            taken.append(message["properties"]["delivery_tag"])

    threads = [threading.Thread(target=take_all, args=[channel]) for channel in channels]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert len(taken) == len(set(taken)) == len(words)


def test_a_full_disk_is_told_and_leaves_nothing_behind(connect: Connect, folder: Path) -> None:
    connection = bound(connect())
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, limits[1]))
    try:
        with pytest.raises(ChannelError):
            send(connection, "x" * 200_000)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)

    assert not list(folder.iterdir())
    send(connection, "there is room again")
    assert received(connection) == ["there is room again"]


@pytest.mark.parametrize("content", ["", '[["parcels", "", "par', '["parcels"]', None])
def test_a_broken_or_lost_table_of_queues_costs_no_message(
    connect: Connect, tmp_path: Path, content: str | None
) -> None:
    """Such as a writer leaves behind that was killed; None: somebody has removed it."""
    connection = bound(connect())
    table = tmp_path / "control" / "parcels.exchange"
    assert json.loads(table.read_text()) == [["parcels", "", "parcels"]]
    if content is None:
        table.unlink()
    else:
        table.write_text(content)

    send(connection, "carried all the same")

    assert received(connection) == ["carried all the same"]


def test_what_a_killed_writer_left_is_removed_in_time(connect: Connect, folder: Path) -> None:
    old, young = folder / "1_x.parcels.msg.a.part", folder / "2_y.parcels.msg.b.part"
    for part in (old, young):
        part.write_text('{"body": "W1')
    long_ago = old.stat().st_mtime - FORSAKEN_SECONDS - 60
    os.utime(old, (long_ago, long_ago))

    assert received(connect()) == []

    assert list(folder.iterdir()) == [young]
