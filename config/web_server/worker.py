"""A gunicorn worker whose threads never wait for a visitor.

In gunicorn's own worker a few slow visitors can take all threads. Here the main loop receives all
requests at once, and a thread gets each when it is whole. Requests that come too slowly, are too
long or too many from one network are refused.
"""

import contextlib
import errno
import selectors
import socket
import threading
import time
from collections import deque
from collections.abc import Iterable
from concurrent.futures import Future
from functools import partial
from typing import Any

from django.conf import settings
from gunicorn.http.parser import RequestParser  # type: ignore[import-untyped]
from gunicorn.workers.gthread import TConn, ThreadWorker  # type: ignore[import-untyped]

from accounts.requests import is_trusted, network_behind
from config.web_server.incoming import IncomingRequest, RefusedRequest
from config.web_server.shares import Shares

READ_BYTES = 64 * 1024
FRONT_IDLE_SECONDS = 180
"""Caddy keeps connections to us for two minutes. If we closed one first, it could just be passing a
request on, and its visitor would get a 502 for it."""
LINGER_SECONDS = 2
"""How long we read on after the last answer: a reset would take the answer from its reader."""

TOO_SLOW = RefusedRequest(408, "Request Timeout", "The request came too slowly.")


class Connection(TConn):  # type: ignore[misc]
    """One visitor, or one of the connections that a front keeps open for many."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.initialized = True  # its parser is made for each request, from bytes that are here
        self.incoming = IncomingRequest()
        self.peer = str(self.client[0]) if isinstance(self.client, tuple) else ""
        self.is_front = not self.peer or is_trusted(self.peer)
        self.network = "" if self.is_front else network_behind(self.peer, "")
        self.counted = 0
        """Bytes held in the name of its network."""
        self.since = time.monotonic()
        """When it began to do what it does now."""
        self.answered_at: float | None = None
        """When its answer was ready; None while a thread still works on it."""
        self.is_idle = False
        self.is_refused = False

    @property
    def deadline(self) -> float:
        """Return when our patience with it ends, while it is its turn to send."""
        if self.is_refused:
            return self.since + LINGER_SECONDS
        if self.is_idle:
            return self.since + (FRONT_IDLE_SECONDS if self.is_front else self.cfg.keepalive)
        return self.since + self.incoming.seconds


class BufferingWorker(ThreadWorker):  # type: ignore[misc]
    """Takes requests in whole; all but `handle` runs in the main thread, without locks."""

    wsgi: Any

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.shares = Shares(threads=self.cfg.threads)
        self.receiving: dict[Connection, None] = {}
        """Those that we wait for, the oldest first."""
        self.ready: deque[Connection] = deque()
        self.running: dict[Connection, None] = {}
        self.at_work = threading.local()
        """Of each thread, the connection whose request it works on."""

    def load_wsgi(self) -> None:
        """Note when the answer to a request is ready: from then on its reader is waited for."""
        super().load_wsgi()
        application = self.wsgi

        def answer(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
            ready: Iterable[bytes] = application(environ, start_response)
            self.at_work.connection.answered_at = time.monotonic()
            return ready

        self.wsgi = answer

    def handle(self, conn: Connection) -> Any:
        """Work on a request, in a thread."""
        self.at_work.connection = conn
        return super().handle(conn)

    def handle_error(self, *args: Any) -> None:
        """Answer what is no request, in a thread."""
        self.at_work.connection.answered_at = time.monotonic()
        super().handle_error(*args)

    def accept(self, listener: socket.socket) -> None:
        """Accept a connection and take in what is there of its request."""
        try:
            client, address = listener.accept()
        except OSError as error:
            if error.errno in (errno.EAGAIN, errno.ECONNABORTED, errno.EWOULDBLOCK):
                return
            raise
        self.nr_conns += 1
        conn = Connection(self.cfg, client, address, listener.getsockname())
        try:
            if not conn.is_front:
                self.shares.enter(conn.network)
        except RefusedRequest as refusal:
            conn.network, conn.is_front = "", True  # it was not counted
            self._refuse(conn, refusal)
            return
        self._receive(conn)
        if self.nr_conns >= self.worker_connections and self.receiving:
            self._drop(next(iter(self.receiving)))  # the oldest makes room

    def _receive(self, conn: Connection) -> None:
        """Wait for what is missing of the request, or pass it on if nothing is."""
        try:
            data = conn.sock.recv(READ_BYTES) if not conn.incoming.is_whole else None
        except BlockingIOError:
            data = None
        except OSError:
            data = b""
        if data == b"":
            self._drop(conn)
        elif conn.is_refused:
            self._watch(conn)
        else:
            try:
                self._add(conn, data or b"")
            except RefusedRequest as refusal:
                self._refuse(conn, refusal)

    def _add(self, conn: Connection, data: bytes) -> None:
        if conn.is_idle and data:
            conn.is_idle, conn.since = False, time.monotonic()
        had_head = conn.incoming.head is not None
        conn.incoming.add(data)
        if conn.incoming.head is not None and not had_head:
            self._greet(conn)
        self._count(conn)
        if conn.incoming.is_whole:
            self._stop_watching(conn)
            self.ready.append(conn)
            self._dispatch()
        else:
            self._watch(conn)

    def _greet(self, conn: Connection) -> None:
        """Count a request in the name of whom a front passes it on for; ask for its body."""
        head = conn.incoming.head
        assert head is not None  # noqa: S101 (for the type checker)
        if conn.is_front and conn.peer:
            network = network_behind(conn.peer, head.forwarded_for)
            self.shares.enter(network)
            self.shares.release("", conn.counted)
            conn.network, conn.counted = network, 0
        if head.expects_continue and not conn.incoming.is_whole:
            with contextlib.suppress(OSError):
                conn.sock.send(b"HTTP/1.1 100 Continue\r\n\r\n")

    def _count(self, conn: Connection) -> None:
        more = len(conn.incoming.held) - conn.counted
        if more > 0:
            conn.counted += more
            self.shares.hold(conn.network, more)

    def _dispatch(self) -> None:
        """Give requests that are whole to free threads, in order, as their networks may."""
        for conn in list(self.ready):
            if not self.shares.may_run(conn.network):
                continue
            self.ready.remove(conn)
            self.shares.run(conn.network)
            self.running[conn] = None
            conn.answered_at = None
            conn.parser = RequestParser(self.cfg, [conn.incoming.take()], conn.client)
            self.enqueue_req(conn)

    def _keepalive_after(self, conn: Connection, keepalive: bool) -> bool:
        """Return whether another request may follow; none of this one's body is on the way."""
        return keepalive

    def finish_request(self, conn: Connection, future: Future[Any]) -> None:
        """Go on with the connection after its request was answered, or close it."""
        del self.running[conn]
        self.shares.done(conn.network)
        self._forget_request(conn)
        keeps = not future.cancelled() and future.exception() is None and bool(future.result())
        conn.since, conn.is_idle = time.monotonic(), not conn.incoming.is_begun
        try:
            conn.sock.setblocking(False)
            if keeps and self.alive:
                self._receive(conn)
            else:
                self._linger(conn)
        except OSError:
            self._drop(conn)
        self._dispatch()

    def _forget_request(self, conn: Connection) -> None:
        """Count the request no longer; a front's connection belongs to nobody again."""
        self.shares.release(conn.network, conn.counted)
        conn.counted = 0
        if conn.is_front and conn.network:
            self.shares.leave(conn.network)
            conn.network = ""

    def _refuse(self, conn: Connection, refusal: RefusedRequest) -> None:
        self.log.info("Refused a request: %s", refusal)
        with contextlib.suppress(OSError):
            conn.sock.send(refusal.answer())
        self._linger(conn)

    def _linger(self, conn: Connection) -> None:
        """Close the connection when its reader has had time to read the answer."""
        conn.since, conn.is_refused = time.monotonic(), True
        conn.incoming = IncomingRequest()
        try:
            conn.sock.shutdown(socket.SHUT_WR)
            self._watch(conn)
        except OSError:
            self._drop(conn)

    def _watch(self, conn: Connection) -> None:
        if conn not in self.receiving:
            self.receiving[conn] = None
            self.poller.register(conn.sock, selectors.EVENT_READ, partial(self._on_readable, conn))

    def _on_readable(self, conn: Connection, _: socket.socket) -> None:
        if conn in self.receiving:  # it may have been dropped by what came before it
            self._receive(conn)

    def _stop_watching(self, conn: Connection) -> None:
        if conn in self.receiving:
            del self.receiving[conn]
            self.poller.unregister(conn.sock)

    def _drop(self, conn: Connection) -> None:
        self._stop_watching(conn)
        self._forget_request(conn)
        if not conn.is_front:
            self.shares.leave(conn.network)
        self.nr_conns -= 1
        conn.close()

    def murder_pending(self) -> None:
        """End what takes too long; gunicorn asks every second."""
        now = time.monotonic()
        for conn in [conn for conn in self.receiving if conn.deadline <= now]:
            if conn.is_refused or not conn.incoming.is_begun:
                self._drop(conn)
            else:
                self._refuse(conn, TOO_SLOW)
        for conn in self.running:
            if conn.answered_at and conn.answered_at + settings.WEB_ANSWER_SECONDS <= now:
                with contextlib.suppress(OSError):
                    conn.sock.shutdown(socket.SHUT_RDWR)  # its visitor reads too slowly

    def murder_keepalived(self, force: bool = False) -> None:
        """End connections that wait for a next request, when the worker stops."""
        if force or not self.alive:
            for conn in [conn for conn in self.receiving if force or conn.is_idle]:
                self._drop(conn)
