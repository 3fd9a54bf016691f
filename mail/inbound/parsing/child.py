"""Parses mail in a child process, which is killed when a mail takes too long.

Threads cannot be stopped. So each process that parses keeps one child, started at the first mail:
`python -m mail.inbound.parsing.child`. It has no settings, no environment, little memory, and ends
with its standard input.

Both sides send frames: the length in four bytes, then as many bytes. The child sends an empty frame
when it is ready, then answers each raw mail with JSON.
"""

import json
import resource
import signal
import sys
from dataclasses import asdict
from pathlib import Path
from typing import IO

from lib.child_process import ChildDied, ChildProcess, ChildTooSlow, OneChild
from mail.inbound.parsing.parse import ParsedMail, parse

MEMORY = 512 * 1024 * 1024
_ROOT = Path(__file__).resolve().parents[3]
_SECONDS_TO_START = 30.0
_SECONDS_WITHOUT_PARENT = 60


class ParserFailed(Exception):
    """The child did not start; the mail can be tried again."""


class _ParsingProcess(ChildProcess):
    """A running child, ready for mails."""

    def __init__(self) -> None:
        super().__init__(
            [sys.executable, "-S", "-m", "mail.inbound.parsing.child"],
            cwd=_ROOT,
        )
        try:
            with self.within(_SECONDS_TO_START):
                self._next_frame()
        except (ChildDied, ChildTooSlow) as error:
            self.end()
            raise ParserFailed("The process that parses mail does not start.") from error

    def parse(self, raw: bytes, seconds: float) -> ParsedMail:
        """Return the parsed mail; raise ChildDied if the child ended meanwhile."""
        with self.within(seconds):
            _send(self.stdin, raw)
            fields = json.loads(self._next_frame())
        for name in ("senders", "references"):
            fields[name] = tuple(fields[name])
        return ParsedMail(**fields)

    def _next_frame(self) -> bytes:
        frame = _receive(self.stdout)
        if frame is None:
            raise ChildDied
        return frame


_parser = OneChild(_ParsingProcess)
stop = _parser.stop


def parse_within(raw: bytes, seconds: float = 5.0) -> ParsedMail:
    """Return what the mail says, or that it takes too long; raise ParserFailed without a child."""
    # A mail that ends two children is unreadable.
    try:
        return _parser.ask(lambda child: child.parse(raw, seconds))
    except ChildTooSlow:
        return ParsedMail(problem="too_slow")
    except ChildDied:
        return ParsedMail(problem="unreadable")


def _send(pipe: IO[bytes], data: bytes) -> None:
    frame = memoryview(len(data).to_bytes(4, "big") + data)
    while frame:
        frame = frame[pipe.write(frame) :]
    pipe.flush()


def _receive(pipe: IO[bytes]) -> bytes | None:
    """Return the next frame, or None if the other side has ended."""
    length = _read(pipe, 4)
    return None if length is None else _read(pipe, int.from_bytes(length, "big"))


def _read(pipe: IO[bytes], length: int) -> bytes | None:
    data = bytearray()
    while len(data) < length:
        piece = pipe.read(length - len(data))
        if not piece:
            return None
        data += piece
    return bytes(data)


def main() -> None:
    """Parse what comes in until nothing comes any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent, who then ends us
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    incoming, outgoing = sys.stdin.buffer, sys.stdout.buffer
    _send(outgoing, b"")
    while (raw := _receive(incoming)) is not None:
        signal.alarm(_SECONDS_WITHOUT_PARENT)  # which ends us, should nobody be left to do it
        _send(outgoing, json.dumps(asdict(parse(raw))).encode())
        signal.alarm(0)


if __name__ == "__main__":
    main()
