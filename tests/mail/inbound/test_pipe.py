"""A mail server pipes a reply to a command, and learns by its exit code what became of it."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from mail.models import InboundMail
from tests.mail.inbound.conftest import FORGED, KEY, raw_mail

pytestmark = pytest.mark.django_db(transaction=True)

SERVER = Path(__file__).with_name("serving.py")
TO = "play+%s@duelpost.example"

Pipe = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def pipe(database_url: str, reader: object) -> Pipe:
    """Call it to pipe a mail to the command."""

    def run(raw: bytes, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
        done = subprocess.run(
            [sys.executable, str(SERVER), "receivemail", *arguments],
            input=raw,
            env=os.environ
            | {
                "DATABASE_URL": database_url,
                "REPLY_TO": "play@duelpost.example",
                "PYTHONPATH": os.getcwd(),
            }
            | environment,
            capture_output=True,
            check=False,
            timeout=60,
        )
        return subprocess.CompletedProcess(
            done.args, done.returncode, done.stdout.decode(), done.stderr.decode()
        )

    return run


def test_a_reply_is_kept(pipe: Pipe) -> None:
    done = pipe(b"From ada@duelpost.example Mon Nov 16\r\n" + raw_mail(), "--recipient", TO % KEY)
    assert (done.returncode, done.stdout) == (0, "")
    mail = InboundMail.objects.get()
    assert (mail.way, mail.is_owner, mail.status) == ("pipe", True, "waiting")
    assert pipe(raw_mail("by its headers")).returncode == 0
    assert InboundMail.objects.count() == 2


@pytest.mark.only_on("postgresql")
@pytest.mark.parametrize(
    ("size", "key", "failing", "code", "word"),
    [
        (9, FORGED, "", 67, "no address"),
        (2_000_000, KEY, "", 65, "too large"),
        (0, KEY, "", 65, "no mail"),
        (9, KEY, KEY, 75, "try again"),
    ],
)
def test_what_is_not_kept_gets_a_code_and_a_sentence(
    pipe: Pipe, size: int, *, key: str, failing: str, code: int, word: str
) -> None:
    raw = raw_mail("x" * size) if size else b""
    done = pipe(raw, "--recipient", TO % key, FAILING_KEY=failing)
    assert done.returncode == code, done.stderr
    assert word in done.stderr
    assert "Traceback" not in done.stderr
    assert not InboundMail.objects.exists()


def test_a_database_that_is_away_is_tried_again(pipe: Pipe) -> None:
    away = "postgres://nobody@127.0.0.1:9/nothing"
    done = pipe(raw_mail(), "--recipient", "play@duelpost.example", DATABASE_URL=away)
    assert done.returncode == 75, done.stderr
