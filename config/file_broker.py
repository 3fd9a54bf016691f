"""The queue of the embedded service: kombu's `filesystem://` transport, with whole files only.

Kombu's own transport lets readers see a message that is half written, and crashes on it. Here a
file gets its name when it is complete, and the reader that removes it has the message. An
unreadable file is set aside and logged, so that it does not stop the queue. Names and contents of
the files are kombu's.
"""

import contextlib
import fcntl
import logging
import os
import time
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path
from queue import Empty
from typing import Any

from kombu.exceptions import ChannelError
from kombu.transport import filesystem
from kombu.transport.filesystem import exchange_queue_t as Binding  # noqa: N812 (a class)
from kombu.utils.json import dumps, loads

logger = logging.getLogger(__name__)

PART = ".part"
"""How the name of a file ends that is being written; readers look for names that end in `.msg`."""

FORSAKEN_SECONDS = 3600
"""A file that is unfinished after this time has lost its writer."""


class Channel(filesystem.Channel):
    """Puts messages into a folder, and takes them out of it, as complete files."""

    def _put(  # type: ignore[override]  # as kombu's own
        self, queue: str, payload: dict[str, Any], **kwargs: Any
    ) -> None:
        name = f"{time.time_ns()}_{uuid.uuid4()}.{queue}.msg"
        _write_whole(Path(self.data_folder_out, name), payload)

    def _get(self, queue: str, timeout: float | None = None) -> Any:
        folder = Path(self.data_folder_in)
        for name in sorted(os.listdir(folder)):
            if name.partition(".")[2] == f"{queue}.msg":
                message = self._take(folder / name)
                if message is not None:
                    return message
        raise Empty

    def _take(self, file: Path) -> Any:
        """Return the message if it is now ours alone; None if another has it or it is broken."""
        try:
            content = file.read_bytes()
        except OSError:  # another took it; or it cannot be opened now, and stays for later
            return None
        try:
            message = loads(content)
            self.Message(message, channel=self)  # what this cannot be made of would end the worker
        except Exception as error:
            self._set_aside(file, error)
            return None
        try:
            file.unlink()
        except OSError:  # of several that have read it, one can remove it
            return None
        return message

    def get_table(self, exchange: str) -> list[Binding]:  # type: ignore[override]  # as kombu's own
        """Return what is bound to the exchange: routing key, pattern, queue."""
        file = self._table_file(exchange)
        try:
            content = file.read_bytes()
        except FileNotFoundError:
            return self._own_table(exchange)
        except OSError as error:
            raise ChannelError(f"{file} cannot be read: {error.strerror}") from error
        try:
            return [_binding(*each) for each in loads(content)]
        except Exception as error:
            self._set_aside(file, error)
            return self._own_table(exchange)

    def _own_table(self, exchange: str) -> list[Binding]:
        """Return what this process has bound: kombu binds once, even if the file is lost."""
        exchanges = self.state.exchanges or {}
        return [_binding(*each) for each in exchanges.get(exchange, {}).get("table", [])]

    def _queue_bind(self, exchange: str, routing_key: str, pattern: str | None, queue: str) -> None:
        new = _binding(routing_key, pattern, queue)
        self._change_table(exchange, lambda table: [new, *(each for each in table if each != new)])

    def _delete(
        self, queue: str, exchange: str, routing_key: str, pattern: str | None, *_: Any, **__: Any
    ) -> None:
        self._purge(queue)
        old = _binding(routing_key, pattern, queue)
        self._change_table(exchange, lambda table: [each for each in table if each != old])

    def _change_table(self, exchange: str, change: Callable[[list[Binding]], object]) -> None:
        self.control_folder.mkdir(exist_ok=True)
        with _alone(self.control_folder / "lock"):
            _write_whole(self._table_file(exchange), change(self.get_table(exchange)))

    def _table_file(self, exchange: str) -> Path:
        file: Path = self._exchange_file(exchange)  # type: ignore[attr-defined]  # the stubs lack it
        return file

    def _set_aside(self, file: Path, error: Exception) -> None:
        folder = Path(self.transport_options["broken_folder"])
        try:
            folder.mkdir(exist_ok=True)
            file.rename(folder / file.name)
        except FileNotFoundError:  # another reader was quicker
            return
        except OSError:
            folder = file.parent
        logger.error(
            "A file of the queue cannot be read (%s). It lies in %s: %s",
            type(error).__name__,
            folder,
            file.name,
        )


class Transport(filesystem.Transport):
    """What `CELERY_BROKER_TRANSPORT` names."""

    Channel = Channel

    def __init__(self, client: Any, **kwargs: Any) -> None:
        super().__init__(client, **kwargs)
        for folder in ("data_folder_out", "control_folder"):
            _remove_forsaken(Path(client.transport_options[folder]))


def _binding(routing_key: str, pattern: str | None, queue: str) -> Binding:
    return Binding(routing_key or "", pattern or "", queue or "")


def _write_whole(file: Path, content: Any) -> None:
    """Write the file so that a reader finds all of it, or does not find it."""
    part = file.with_name(f"{file.name}.{uuid.uuid4()}{PART}")
    try:
        with open(part, "wb") as writing:
            writing.write(dumps(content).encode())
        part.replace(file)
    except OSError as error:  # such as a full disk
        with contextlib.suppress(OSError):
            part.unlink()
        raise ChannelError(f"{file} cannot be written: {error.strerror}") from error


@contextlib.contextmanager
def _alone(lock: Path) -> Iterator[None]:
    """Let nobody else change what the lock stands for; it is released with its holder's end."""
    with lock.open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        yield


def _remove_forsaken(folder: Path) -> None:
    """Remove what writers that were killed have left half-written."""
    long_ago = time.time() - FORSAKEN_SECONDS
    for part in folder.glob(f"*{PART}"):
        with contextlib.suppress(OSError):  # its writer, or another, was quicker
            if part.stat().st_mtime < long_ago:
                part.unlink()
