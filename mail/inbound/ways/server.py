"""A small mail server for replies alone: SMTP, or LMTP behind a mail server of one's own.

It knows no passwords and passes nothing on: whatever is not sent to an address of ours is refused.
The database is asked in threads, so one slow mail holds up nobody.
"""

import asyncio
import contextlib
import signal
import socket
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from functools import partial
from typing import Any, TypeVar

import structlog
from aiosmtpd.lmtp import LMTP
from aiosmtpd.smtp import SMTP
from django.conf import settings
from django.db import DatabaseError, InterfaceError, close_old_connections

from mail.inbound.heartbeats import MAILSERVER, beat
from mail.inbound.receipt import Receipt, Result, receive, takes
from mail.models import InboundMail

log = structlog.get_logger(__name__)
T = TypeVar("T")

HEARTBEAT_EVERY = timedelta(minutes=1)
MOST_RECIPIENTS = 20
MOST_CONNECTIONS = 100
MOST_AT_ONCE = 8
"""How many mails are written at the same time; each needs a connection to the database."""

SILENCE = timedelta(seconds=60)
"""How long somebody may say nothing before the line is cut."""

LONGEST_LINE = 64 * 1024
"""Far more than RFC 5321 allows: what some programs write on one line is still a mail."""

_NO_SUCH_ADDRESS = "550 5.1.1 No replies are taken at this address."
_TOO_LARGE = "552 5.3.4 This mail is too large to be a reply."
_LATER = "451 4.3.0 This mail cannot be kept just now. Please try again."
_TOO_MANY = "452 4.5.3 Too many recipients for one mail."
_BUSY = b"421 4.3.2 Too many connections. Please try again.\r\n"
_ANSWERS = {Result.UNKNOWN: _NO_SUCH_ADDRESS, Result.TOO_LARGE: _TOO_LARGE}


class Door:
    """Answers the commands of a mail server that brings a mail."""

    def __init__(self, threads: ThreadPoolExecutor) -> None:
        self._threads = threads

    async def handle_RCPT(  # noqa: N802 - aiosmtpd's name
        self, server: Any, session: Any, envelope: Any, address: str, options: list[str]
    ) -> str:
        """Return whether mail to this address is taken."""
        if len(envelope.rcpt_tos) >= MOST_RECIPIENTS:
            return _TOO_MANY
        if not await self.ask(partial(takes, address)):
            return _NO_SUCH_ADDRESS
        envelope.rcpt_tos.append(address)
        return "250 2.1.5 OK"

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        """Return whether the mail is ours now: if so, it is committed. LMTP wants it for each."""
        receipt = await self.ask(
            partial(
                receive,
                envelope.content,
                recipients=tuple(envelope.rcpt_tos),
                way=InboundMail.Way.SMTP,
                envelope_from=envelope.mail_from,
            )
        )
        times = len(envelope.rcpt_tos) if isinstance(server, LMTP) else 1
        return "\r\n".join([_answer(receipt)] * times)

    async def handle_exception(self, error: Exception) -> str:
        """Return that the mail may be sent again: its sender's server keeps it meanwhile."""
        is_away = isinstance(error, DatabaseError | InterfaceError)
        log.warning("mail_not_kept", error=type(error).__name__, exc_info=not is_away)
        return _LATER

    async def ask(self, question: Callable[[], T]) -> T:
        """Return the answer of what has to wait for the database."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, partial(_with_good_connection, question))


class _Counted:
    """Refuses whoever comes while too many are there; the classes of aiosmtpd come after it."""

    line_length_limit = LONGEST_LINE
    present = 0

    def connection_made(self, transport: Any) -> None:
        if _Counted.present >= MOST_CONNECTIONS:
            transport.write(_BUSY)
            transport.close()
            return
        _Counted.present += 1
        self.is_counted = True
        super().connection_made(transport)  # type: ignore[misc]

    def connection_lost(self, error: Exception | None) -> None:
        if getattr(self, "is_counted", False):
            _Counted.present -= 1
            super().connection_lost(error)  # type: ignore[misc]


class _Smtp(_Counted, SMTP):
    pass


class _Lmtp(_Counted, LMTP):
    pass


async def serve(
    host: str, port: int, *, say: Callable[[str], None], inherited: int | None = None
) -> None:
    """Take mail in until the process is told to end; raise OSError if the port is taken.

    `inherited` is a socket that listens there already, claimed by whoever started us.
    """
    loop = asyncio.get_running_loop()
    ended = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, ended.set)
    with ThreadPoolExecutor(MOST_AT_ONCE, thread_name_prefix="mail") as threads:
        door = Door(threads)
        if inherited is None:
            server = await loop.create_server(partial(_protocol, door), host, port)
        else:
            listener = socket.socket(fileno=inherited)
            server = await loop.create_server(partial(_protocol, door), sock=listener)
        beating = asyncio.create_task(_beat(door))
        say(f"Replies are taken in at {host}:{port} ({settings.INBOUND_PROTOCOL}).")
        await ended.wait()
        server.close()  # what is being written is finished; what is not said yet comes again
        beating.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await beating


def _protocol(door: Door) -> SMTP:
    kind = _Lmtp if settings.INBOUND_PROTOCOL == "lmtp" else _Smtp
    return kind(
        door,
        data_size_limit=settings.INBOUND_MOST_BYTES,
        enable_SMTPUTF8=True,
        hostname=settings.SITE_HOST,
        ident="Duelpost",
        timeout=SILENCE.total_seconds(),
        auth_exclude_mechanism=["LOGIN", "PLAIN"],
        loop=asyncio.get_running_loop(),
    )


async def _beat(door: Door) -> None:
    """Write down every minute that we are here."""
    while True:
        try:
            await door.ask(partial(beat, MAILSERVER))
        except (DatabaseError, InterfaceError) as error:
            log.warning("heartbeat_not_written", error=type(error).__name__)
        await asyncio.sleep(HEARTBEAT_EVERY.total_seconds())


def _answer(receipt: Receipt) -> str:
    return _ANSWERS.get(receipt.result, "250 2.6.0 Thank you, we have it.")


def _with_good_connection(question: Callable[[], T]) -> T:
    close_old_connections()
    try:
        return question()
    finally:
        close_old_connections()
