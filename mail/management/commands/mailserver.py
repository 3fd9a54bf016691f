"""`manage.py mailserver`: takes replies in by SMTP or LMTP."""

import asyncio
import os
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError

from mail.addresses import replies_are_on
from mail.inbound.ways.server import serve
from mail.management import ServiceCommand


class Command(ServiceCommand):
    """Runs the mail server for replies until it is told to end."""

    help = "Take replies in by SMTP or LMTP, at INBOUND_LISTEN."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take a socket that the parent process has opened."""
        parser.add_argument("--fd", type=int, help="a socket that listens at INBOUND_LISTEN")

    def handle(self, *args: Any, **options: Any) -> None:
        """Return when the server was told to end."""
        if not replies_are_on():
            raise CommandError(
                "Set REPLY_TO and INBOUND_LISTEN: nobody would know where to send replies."
            )
        host, port = _address(settings.INBOUND_LISTEN)
        try:
            say = self._say if options["verbosity"] else _say_nothing
            asyncio.run(serve(host, port, say=say, inherited=options["fd"]))
        except OSError as error:
            reason = os.strerror(error.errno) if error.errno else str(error)
            raise CommandError(
                f"Nobody can listen at {settings.INBOUND_LISTEN} ({reason}): "
                "choose another address by INBOUND_LISTEN."
            ) from None

    def _say(self, line: str) -> None:
        self.stdout.write(line)
        self.stdout.flush()


def _say_nothing(line: str) -> None:
    """Leave it to the process that started us."""


def _address(listen: str) -> tuple[str, int]:
    host, _, port = listen.rpartition(":")
    if not host or not port.isdecimal() or not 0 < int(port) < 2**16:
        raise CommandError(f"INBOUND_LISTEN is {listen!r}: write HOST:PORT.")
    return host.strip("[]"), int(port)
