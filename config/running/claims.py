"""What a running embedded service holds for itself alone: its data folder and its port."""

import contextlib
import errno
import fcntl
import socket
import time
from collections.abc import Iterator
from pathlib import Path
from typing import IO

GLANCE = 0.2
"""Seconds: a process that only asks for the running port has let go of the folder by then."""


class ClaimError(Exception):
    """Somebody else holds it; the sentence tells who and what to do."""


@contextlib.contextmanager
def claim_folder(folder: Path, port: int, mail_port: int = 0) -> Iterator[None]:
    """Lock the data folder until the process ends; the locked file tells others the ports."""
    try:
        file = (folder / "lock").open("a+", encoding="ascii")
    except OSError as error:
        raise ClaimError(f"The folder {folder} cannot be used ({error.strerror}).") from error
    with file:
        if not _locks(file):
            time.sleep(GLANCE)
        if not _locks(file):
            file.seek(0)
            raise ClaimError(
                f"Duelpost is running in this folder already, on port {file.readline().strip()}. "
                "Ctrl-C stops it where it was started."
            )
        file.seek(0)
        file.truncate()
        file.write(f"{port}\n{mail_port}\n")
        file.flush()
        yield


def running_port(folder: Path) -> int | None:
    """Return the port of the service that runs in this data folder, or None if none does."""
    return _number_in_line(folder, line=0)


def running_mail_port(folder: Path) -> int | None:
    """Return the port of its mail server: 0 if it has none, None if no service runs there."""
    return _number_in_line(folder, line=1)


def _number_in_line(folder: Path, *, line: int) -> int | None:
    try:
        with (folder / "lock").open(encoding="ascii") as file:
            words = [] if _locks(file, fcntl.LOCK_SH) else file.read().split()
    except OSError:
        return None
    return int(words[line]) if len(words) > line and words[line].isdigit() else None


def _locks(file: IO[str], kind: int = fcntl.LOCK_EX) -> bool:
    try:
        fcntl.flock(file, kind | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


@contextlib.contextmanager
def claim_port(port: int, setting: str = "PORT") -> Iterator[socket.socket]:
    """Yield a listening socket on 127.0.0.1 to inherit; `setting` chooses another port."""
    with socket.socket() as door:
        # Connections of a service that stopped a moment ago do not keep the port.
        door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            door.bind(("127.0.0.1", port))
        except OSError as error:
            reason = "is taken" if error.errno == errno.EADDRINUSE else "cannot be used"
            other = port + 1 if 1024 <= port < 65535 else 8001
            raise ClaimError(
                f"Port {port} {reason}. Choose another one: make run {setting}={other}"
            ) from error
        door.listen()
        yield door
