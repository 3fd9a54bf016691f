"""`manage.py receivemail`: one raw mail from standard input; exit codes are those of sysexits.h."""

import os
import sys
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, InterfaceError

from mail.inbound.receipt import Result, receive
from mail.models import InboundMail

_REFUSED = {
    Result.UNKNOWN: ("This mail was sent to no address that takes replies.", os.EX_NOUSER),
    Result.TOO_LARGE: ("This mail is too large to be a reply.", os.EX_DATAERR),
    Result.TOO_MUCH: ("Too much mail came for this address today.", os.EX_TEMPFAIL),
}


class Command(BaseCommand):
    """Keeps the mail, or says why not."""

    help = "Take in one reply from standard input."
    requires_system_checks: list[str] = []  # it runs for every single mail

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the addresses of the envelope; without them, those in the mail's headers count."""
        parser.add_argument("--recipient", action="append", default=[], metavar="ADDRESS")
        parser.add_argument("--sender", default="", metavar="ADDRESS", help="of the envelope")

    def handle(self, *args: Any, **options: Any) -> None:
        """End with 0 once the mail is ours."""
        # One byte more than is taken, so that more is seen to be too much.
        raw = sys.stdin.buffer.read(settings.INBOUND_MOST_BYTES + 1)
        if not raw.strip():
            raise CommandError("There is no mail on standard input.", returncode=os.EX_DATAERR)
        try:
            receipt = receive(
                raw,
                recipients=options["recipient"],
                way=InboundMail.Way.PIPE,
                envelope_from=options["sender"],
            )
        except (DatabaseError, InterfaceError):
            raise CommandError(
                "The database does not answer. Please try again.", returncode=os.EX_TEMPFAIL
            ) from None
        if not receipt.is_ours:
            sentence, code = _REFUSED[receipt.result]
            raise CommandError(sentence, returncode=code)
