"""Parsing in a process of its own: as quick as in ours, and whatever happens to it, we go on."""

import multiprocessing
import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.connection import Connection
from pathlib import Path

import psutil
import pytest

from mail.inbound.parsing import child
from mail.inbound.parsing.child import ParserFailed, parse_within
from mail.inbound.parsing.parse import parse
from tests.mail.inbound.parsing.corpus import replies

ROOT = Path(__file__).resolve().parents[4]
MAIL = b"From: Bruno <bruno@duelpost.example>\nSubject: Re: Splendor Duel\n\n7\n"


@pytest.fixture(autouse=True)
def child_of_this_test() -> Iterator[None]:
    child.stop()
    yield
    child.stop()


def pid() -> int:
    assert child._parser.child is not None
    return child._parser.child.process.pid


def eventually(holds: Callable[[], bool]) -> bool:
    patience = time.monotonic() + 60
    while not holds() and time.monotonic() < patience:
        time.sleep(0.05)
    return holds()


def test_it_says_what_the_parser_says() -> None:
    for reply in replies():
        assert parse_within(reply.raw) == parse(reply.raw)


def test_one_child_serves_many_mails() -> None:
    parse_within(MAIL)
    first = pid()
    parse_within(MAIL)
    assert pid() == first


def test_a_child_that_takes_too_long_is_killed_and_the_next_mail_read() -> None:
    parse_within(MAIL)
    stuck = psutil.Process(pid())
    stuck.suspend()
    assert parse_within(MAIL, seconds=0.2).problem == "too_slow"
    assert not stuck.is_running()
    assert parse_within(MAIL).text == "7"


def test_a_large_mail_that_nobody_fetches_counts_as_slow_too() -> None:
    parse_within(MAIL)
    psutil.Process(pid()).suspend()
    assert parse_within(MAIL + b"x" * 3_000_000, seconds=0.2).problem == "too_slow"


def test_a_child_that_somebody_ended_is_replaced() -> None:
    parse_within(MAIL)
    os.kill(pid(), signal.SIGKILL)
    assert parse_within(MAIL).text == "7"


def test_a_mail_that_ends_two_children_is_unreadable(monkeypatch: pytest.MonkeyPatch) -> None:
    receive = child._receive

    def end_it_first(pipe: object) -> bytes | None:
        frame = receive(pipe)  # type: ignore[arg-type]
        if frame:
            return None
        return frame

    monkeypatch.setattr(child, "_receive", end_it_first)
    assert parse_within(MAIL).problem == "unreadable"


def test_a_child_that_does_not_start_is_an_error_of_ours(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(child, "_ROOT", tmp_path)
    with pytest.raises(ParserFailed):
        parse_within(MAIL)
    monkeypatch.undo()
    assert parse_within(MAIL).text == "7"


def test_threads_get_each_their_own_answer_from_one_child(monkeypatch: pytest.MonkeyPatch) -> None:
    started = []

    class Counted(child._ParsingProcess):
        def __init__(self) -> None:
            started.append(self)
            super().__init__()

    monkeypatch.setattr(child._parser, "_start", Counted)
    mails = [MAIL.replace(b"7", str(number).encode()) for number in range(100)]
    with ThreadPoolExecutor(8) as pool:
        texts = [parsed.text for parsed in pool.map(parse_within, mails)]
    assert texts == [str(number) for number in range(100)]
    assert len(started) == 1


def _parse_in_fork(pipe: Connection) -> None:
    parsed = parse_within(MAIL)
    pipe.send((parsed.text, pid()))
    pipe.recv()


def test_a_forked_process_has_a_child_of_its_own() -> None:
    parse_within(MAIL)
    ours = pid()
    here, there = multiprocessing.Pipe()
    fork = multiprocessing.get_context("fork").Process(target=_parse_in_fork, args=(there,))
    fork.start()
    assert here.poll(20)
    text, theirs = here.recv()
    fork_is_fine = text == "7" and theirs != ours
    if not fork_is_fine:
        fork.kill()
    assert fork_is_fine
    child.stop()  # which the fork's copies of our pipes do not hinder
    here.send("enough")
    fork.join(timeout=60)
    assert eventually(lambda: not psutil.pid_exists(theirs))


def test_it_ends_with_its_parent() -> None:
    script = (
        "from mail.inbound.parsing import child\n"
        "child.parse_within(b'From: a@b.example\\n\\n7')\n"
        "print(child._parser.child.process.pid, flush=True)\n"
        "input()\n"
    )
    parent = subprocess.Popen(
        [sys.executable, "-c", script], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert parent.stdout is not None
    orphan = int(parent.stdout.readline())
    assert psutil.pid_exists(orphan)
    parent.kill()
    parent.communicate()
    assert eventually(lambda: not psutil.pid_exists(orphan))


def test_it_knows_nothing_of_ours_and_has_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET_KEY", "nobody's business")
    parse_within(MAIL)
    assert psutil.Process(pid()).environ() == {}
    assert resource.prlimit(pid(), resource.RLIMIT_AS) == (child.MEMORY, child.MEMORY)
    assert resource.prlimit(pid(), resource.RLIMIT_FSIZE) == (0, 0)


def test_it_needs_nothing_but_the_standard_library() -> None:
    # -S leaves site-packages out: nothing that was installed can be imported.
    subprocess.run(
        [sys.executable, "-S", "-c", "import mail.inbound.parsing.child"], cwd=ROOT, check=True
    )
