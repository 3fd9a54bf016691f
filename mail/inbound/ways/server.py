"""A small mail server for replies alone: SMTP, or LMTP behind another mail server.

It has no log-in and relays nothing: only mail to an address of ours is taken. Threads ask the
database, so one slow mail delays no other.
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

from mail.inbound.heartbeats import MAILSERVER, beat, tell_trouble
from mail.inbound.receipt import Receipt, Result, receive, takes
from mail.inbound.ways.connections import LONGEST_SESSION, Places, is_private, is_relay, network_of
from mail.models import InboundMail

log = structlog.get_logger(__name__)
T = TypeVar("T")

HEARTBEAT_EVERY = timedelta(minutes=1)
MOST_RECIPIENTS = 20
MOST_WRONG = 10
"""Addresses that are not ours which one connection may name."""
MOST_COMMANDS = 200
"""Of one kind, on one connection."""
MOST_AT_ONCE = 8
"""How many mails are written at the same time; each needs a connection to the database."""

SILENCE = timedelta(seconds=60)
"""How long somebody may say nothing before the line is cut."""

LONGEST_LINE = 64 * 1024
"""Far more than RFC 5321 allows: what some programs write on one line is still a mail."""

GREETING = timedelta(seconds=10)
"""How long our own port may take to greet us before it counts as full."""

_FULL = "The mail server's port is full: a connection to it is not greeted."
# The same for an address with an old key as for any other: nobody learns which keys once existed.
_NO_SUCH_ADDRESS = (
    "550 5.1.1 No replies are taken at this address. If you answered a letter of ours, that letter "
    f"is no longer valid: answer a newer one, or sign in at {settings.SITE_URL} to make your move "
    "or to get a new letter."
)
_TOO_LARGE = "552 5.3.4 This mail is too large to be a reply."
_LATER = "451 4.3.0 This mail cannot be kept just now. Please try again."
_TOO_MANY = "452 4.5.3 Too many recipients for one mail."
_ENOUGH = "421 4.7.1 Too many addresses that are not ours. Goodbye."
_BUSY = b"421 4.3.2 Too many connections. Please try again.\r\n"
_TOO_MUCH = "452 4.2.2 Too much mail for this address today. Please try again tomorrow."
_ANSWERS = {
    Result.UNKNOWN: _NO_SUCH_ADDRESS,
    Result.TOO_LARGE: _TOO_LARGE,
    Result.TOO_MUCH: _TOO_MUCH,
}


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
            server.wrong_addresses += 1
            return _NO_SUCH_ADDRESS if server.wrong_addresses < MOST_WRONG else _ENOUGH
        envelope.rcpt_tos.append(address)
        return "250 2.1.5 OK"

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        """Return whether the mail is committed; LMTP wants an answer for each recipient."""
        server.is_busy = True
        try:
            receipt = await self.ask(
                partial(
                    receive,
                    envelope.content,
                    recipients=tuple(envelope.rcpt_tos),
                    way=InboundMail.Way.SMTP,
                    envelope_from=envelope.mail_from,
                    network=server.counted_network,
                )
            )
        finally:
            server.is_busy = False
        times = len(envelope.rcpt_tos) if isinstance(server, LMTP) else 1
        return "\r\n".join([_answer(receipt)] * times)

    async def handle_exception(self, error: Exception) -> str:
        """Return that the mail may be sent again: its sender's server keeps it meanwhile."""
        is_away = isinstance(error, DatabaseError | InterfaceError)
        log.warning("mail_not_kept", error=type(error).__name__, exc_info=not is_away)
        return _LATER

    async def ask(self, question: Callable[[], T]) -> T:
        """Return the answer to a question that waits for the database, asked in a thread."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, partial(_with_good_connection, question))


class _LimitedConnection:
    """Takes one of the places, or refuses; the classes of aiosmtpd come after it."""

    line_length_limit = LONGEST_LINE
    places = Places()
    network = ""
    began_at = heard_at = 0.0
    wrong_addresses = 0
    is_busy = False
    _end: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        peer = transport.get_extra_info("peername")
        self.address = str(peer[0]) if isinstance(peer, tuple) else ""
        self.is_relay = is_relay(self.address, settings.INBOUND_RELAYS)
        self.network = network_of(self.address)
        # Behind a private address is our own machine, which may bring everybody's mail.
        is_ours = self.is_relay or is_private(self.address)
        self.counted_network = "" if is_ours else self.network
        loop = asyncio.get_running_loop()
        self.began_at = self.heard_at = loop.time()
        self._line = transport
        if not self.is_relay:
            if not self.places.take(self):
                log.warning("mail_port_full", connections=len(self.places))
                transport.write(_BUSY)
                transport.close()
                return
            self._end = loop.call_later(LONGEST_SESSION.total_seconds(), self.leave)
        self.is_counted = True
        super().connection_made(transport)  # type: ignore[misc]

    def connection_lost(self, error: Exception | None) -> None:
        if self._end is not None:
            self._end.cancel()
        self.places.free(self)
        if getattr(self, "is_counted", False):
            super().connection_lost(error)  # type: ignore[misc]

    def _reset_timeout(self, duration: float | None = None) -> None:
        self.heard_at = asyncio.get_running_loop().time()  # called for each command
        super()._reset_timeout(duration)  # type: ignore[misc]

    @property
    def has_recipient(self) -> bool:
        """Whether it has named an address of ours."""
        envelope = getattr(self, "envelope", None)
        return bool(envelope and envelope.rcpt_tos)

    def leave(self) -> None:
        """Say that there is no place any more, and hang up, unless a mail is just written down."""
        if self.is_busy:
            self._end = asyncio.get_running_loop().call_later(1, self.leave)
            return
        self._line.write(_BUSY)
        self._line.close()


class _Smtp(_LimitedConnection, SMTP):
    pass


class _Lmtp(_LimitedConnection, LMTP):
    pass


async def serve(
    host: str, port: int, *, say: Callable[[str], None], inherited: int | None = None
) -> None:
    """Take mail in until the process is told to end; raise OSError if the port is taken."""
    # `inherited` is a listening socket that the parent process has opened.
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
        beating = asyncio.create_task(_beat(door, server.sockets[0].getsockname()))
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
        command_call_limit=MOST_COMMANDS,
        loop=asyncio.get_running_loop(),
    )


async def _beat(door: Door, address: tuple[Any, ...]) -> None:
    """Write down every minute whether our port has a place for a mail server."""
    while True:
        try:
            if await _greets(str(address[0]), int(address[1])):
                await door.ask(partial(beat, MAILSERVER))
            else:
                log.warning("mail_port_full")
                await door.ask(partial(tell_trouble, MAILSERVER, _FULL))
        except (DatabaseError, InterfaceError) as error:
            log.warning("heartbeat_not_written", error=type(error).__name__)
        await asyncio.sleep(HEARTBEAT_EVERY.total_seconds())


async def _greets(host: str, port: int) -> bool:
    """Return whether our own port greets us as it should greet any mail server."""
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104 - where we listen
    try:
        async with asyncio.timeout(GREETING.total_seconds()):
            reader, writer = await asyncio.open_connection(host, port)
            try:
                return (await reader.readline()).startswith(b"220")
            finally:
                writer.close()
    except (OSError, TimeoutError):
        return False


def _answer(receipt: Receipt) -> str:
    return _ANSWERS.get(receipt.result, "250 2.6.0 Thank you, we have it.")


def _with_good_connection(question: Callable[[], T]) -> T:
    close_old_connections()
    try:
        return question()
    finally:
        close_old_connections()
