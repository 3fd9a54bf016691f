"""`manage.py ageservice HOURS`: lets the service look as if it had been away, to try that out."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from duel.timekeeping.ageing import age_heartbeat


class Command(BaseCommand):
    """Lets the last sweep be hours ago; in the embedded service only."""

    help = "Let the last sign of life of the service be HOURS ago; the next sweep finds an outage."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the hours."""
        parser.add_argument("hours", metavar="HOURS", type=int)

    def handle(self, *, hours: int, **options: Any) -> None:
        """Age the heartbeat and say what follows."""
        if not settings.EMBEDDED:
            raise CommandError("Only the embedded service can be aged.")
        if not 1 <= hours <= 1000:
            raise CommandError("HOURS is a number from 1 to 1000.")
        age_heartbeat(hours=hours)
        self.stdout.write(
            f"It looks as if the service had not worked for {hours} hours. "
            "The next sweep gives that time back to every clock that ran."
        )
