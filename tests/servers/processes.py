"""Child processes that end with the tests, however those end."""

import contextlib
import ctypes
import os
import pwd
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

_LIBC = ctypes.CDLL(None) if sys.platform == "linux" else None
_PR_SET_PDEATHSIG = 1


def start(
    command: Sequence[str | Path],
    *,
    log: Path | None,
    user: str | None = None,
    environment: Mapping[str, str] | None = None,
    last_wish: signal.Signals = signal.SIGTERM,
) -> subprocess.Popen[bytes]:
    """Return the started process; what it prints goes to the log, or to where ours goes.

    It has a session of its own, so that Ctrl-C reaches the tests alone, and on Linux it gets the
    `last_wish` signal when the tests die without stopping it, even by SIGKILL.
    """

    def end_with_parent() -> None:
        if _LIBC is not None:
            _LIBC.prctl(_PR_SET_PDEATHSIG, last_wish)

    with contextlib.ExitStack() as stack:
        output = stack.enter_context(log.open("ab")) if log is not None else None
        return subprocess.Popen(
            [str(part) for part in command],
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT if output is not None else None,
            env=environment,
            start_new_session=True,
            preexec_fn=end_with_parent,  # noqa: PLW1509 - one system call, no lock
            **as_user(user),
        )


def as_user(name: str | None) -> dict[str, Any]:
    """Return the arguments that make `subprocess` run a command as this user; None changes none."""
    if name is None:
        return {}
    entry = pwd.getpwnam(name)
    return {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": []}


def unprivileged_user() -> str | None:
    """Return whom to become where root is refused, or None when we are not root."""
    if os.geteuid() != 0:
        return None
    known = {entry.pw_name for entry in pwd.getpwall()}
    return "postgres" if "postgres" in known else "nobody"


def stop(
    process: subprocess.Popen[bytes], wish: signal.Signals = signal.SIGTERM, patience: float = 30
) -> None:
    """End the process by the signal, or with its whole group when it does not listen."""
    process.send_signal(wish)
    try:
        process.wait(patience)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def wait_until(
    answers: Callable[[], bool], process: subprocess.Popen[bytes], log: Path, patience: float = 60
) -> None:
    """Return as soon as the process answers; raise with its log if it ends or stays silent."""
    deadline = time.monotonic() + patience
    while not answers():
        if process.poll() is not None or time.monotonic() > deadline:
            fate = "ended" if process.poll() is not None else "does not answer"
            raise RuntimeError(f"{process.args!r} {fate}:\n{log.read_text(errors='replace')}")
        time.sleep(0.05)


def free_port() -> int:
    """Return a port of 127.0.0.1 that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
