"""`manage.py pollmail`: looks for replies in an IMAP mailbox."""

import signal
from argparse import ArgumentParser
from threading import Event
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError

from mail.inbound.ways.imap import PollTrouble, poll, watch
from mail.management import ServiceCommand


class Command(ServiceCommand):
    """Polls until it is asked to stop, or once."""

    help = "Look for replies in the mailbox of IMAP_HOST, again and again."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the wish to look only once."""
        parser.add_argument("--once", action="store_true", help="look once and end")

    def handle(self, *args: Any, **options: Any) -> None:
        """Return after the poll, or when a signal asks to stop."""
        if not settings.IMAP_HOST:
            raise CommandError("Set IMAP_HOST: the server that has the mailbox for replies.")
        if options["once"]:
            try:
                self.stdout.write(f"Replies taken from the mailbox: {poll()}.")
            except PollTrouble as trouble:
                raise CommandError(str(trouble)) from trouble
            return
        stop = Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: stop.set())
        watch(stop)
