"""Parses mail in a child process, which is killed when a mail takes too long.

Threads cannot be stopped. So each process that parses keeps one child, started at the first mail:
`python -m mail.inbound.parsing.child`. It has no settings, no environment, little memory, and ends
with its standard input.

Both sides send frames: the length in four bytes, then as many bytes. The child sends an empty frame
when it is ready, then answers each raw mail with JSON.
"""

import atexit
import json
import os
import resource
import signal
import subprocess
import sys
import threading
from dataclasses import asdict
from pathlib import Path
from typing import IO, cast

from mail.inbound.parsing.parse import ParsedMail, parse

MEMORY = 512 * 1024 * 1024
_ROOT = Path(__file__).resolve().parents[3]
_SECONDS_TO_START = 30.0
_SECONDS_WITHOUT_PARENT = 60


class ParserFailed(Exception):
    """The child did not start; the mail can be tried again."""


class _Died(Exception):
    """The child ended in the middle of a mail."""


class _Child:
    """A running child, ready for mails."""

    def __init__(self) -> None:
        self.was_killed = False
        self.process = subprocess.Popen(
            [sys.executable, "-S", "-m", "mail.inbound.parsing.child"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            bufsize=0,
            cwd=_ROOT,
            env={},
        )
        try:
            self._within(_SECONDS_TO_START, None)
        except _Died as error:
            raise ParserFailed("The process that parses mail does not start.") from error

    def parse(self, raw: bytes, seconds: float) -> ParsedMail:
        """Return the parsed mail; raise `_Died` if the child ended meanwhile."""
        fields = json.loads(self._within(seconds, raw))
        for name in ("senders", "references"):
            fields[name] = tuple(fields[name])
        return ParsedMail(**fields)

    def _within(self, seconds: float, raw: bytes | None) -> bytes:
        """Return the next frame of the child, in answer to this mail if there is one."""
        timer = threading.Timer(seconds, self._kill)
        timer.daemon = True
        timer.start()
        try:
            if raw is not None:
                _send(cast(IO[bytes], self.process.stdin), raw)
            frame = _receive(cast(IO[bytes], self.process.stdout))
        except BrokenPipeError:
            frame = None
        finally:
            timer.cancel()
            timer.join()  # it may have been about to kill
        if frame is None:
            self.end()
            raise _Died
        return frame

    def _kill(self) -> None:
        self.was_killed = True
        self.process.kill()

    def end(self) -> None:
        """End the child, and wait for it."""
        self.process.kill()
        self.process.wait()
        self.close_pipes()

    def close_pipes(self) -> None:
        """Close our ends of the pipes."""
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe is not None:
                pipe.close()


_lock = threading.Lock()
_child: _Child | None = None


def parse_within(raw: bytes, seconds: float = 5.0) -> ParsedMail:
    """Return what the mail says, or that it takes too long; raise ParserFailed without a child.

    A child that ends in the middle of a mail is replaced once, as somebody may have ended it; a
    mail that ends two is unreadable.
    """
    global _child  # noqa: PLW0603 (one for each process)
    with _lock:
        for _ in range(2):
            asked, _child = _child or _Child(), None
            try:
                parsed = asked.parse(raw, seconds)
            except _Died:
                if asked.was_killed:
                    return ParsedMail(problem="too_slow")
            else:
                if asked.was_killed:  # just when it had answered
                    asked.end()
                else:
                    _child = asked
                return parsed
    return ParsedMail(problem="unreadable")


def stop() -> None:
    """End the child of this process, if there is one."""
    global _child  # noqa: PLW0603
    with _lock:
        if _child is not None:
            _child.end()
        _child = None


def _forget() -> None:
    """In a process that was just forked: the child belongs to the other one."""
    global _child, _lock  # noqa: PLW0603
    _lock = threading.Lock()
    if _child is not None:
        _child.close_pipes()
        _child.process.returncode = 0  # it is not ours to wait for
    _child = None


os.register_at_fork(after_in_child=_forget)
atexit.register(stop)


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
