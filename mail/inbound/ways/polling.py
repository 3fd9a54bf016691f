"""Looking into the mailbox again and again, less often while something is wrong."""

import contextlib
from datetime import timedelta
from pathlib import Path
from tempfile import gettempdir
from threading import Event

import structlog
from django.conf import settings
from django.db import DatabaseError, InterfaceError, close_old_connections

from mail.inbound.heartbeats import IMAP, tell_trouble
from mail.inbound.ways.imap import PollTrouble, poll

log = structlog.get_logger(__name__)

LONGEST_WAIT = timedelta(minutes=5)

SEEN_AT_WORK = Path(gettempdir(), "duelpost-pollmail")
"""Touched at each look, for containers to know that the process does its work."""


def watch(stop: Event) -> None:
    """Poll until somebody asks to stop. Whatever is wrong is told, and it is tried again."""
    troubles = 0
    while not stop.is_set():
        close_old_connections()
        SEEN_AT_WORK.touch()
        troubles = 0 if poll_and_tell() else troubles + 1
        stop.wait(wait_after(troubles).total_seconds())


def poll_and_tell() -> bool:
    """Return whether the mailbox was looked through; if not, log and heartbeat tell why."""
    try:
        taken = poll()
    except PollTrouble as trouble:
        sentence = str(trouble)
        log.warning("mailbox_not_polled", reason=sentence)
    except Exception:
        # To end here would only mean to be started again.
        log.exception("mailbox_not_polled")
        sentence = "This error was not foreseen; the log has it."
    else:
        if taken:
            log.info("mailbox_polled", taken=taken)
        return True
    with contextlib.suppress(DatabaseError, InterfaceError):  # it may be what is away
        tell_trouble(IMAP, sentence)
    return False


def wait_after(troubles: int) -> timedelta:
    """Return how long to wait after so many polls in a row that failed: longer each time."""
    usual = timedelta(seconds=settings.IMAP_SECONDS)
    return max(usual, min(usual * (1 << min(troubles, 10)), LONGEST_WAIT))
