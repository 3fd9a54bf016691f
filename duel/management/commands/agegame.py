"""`manage.py agegame PUBLIC_ID HOURS`: let time pass for one game, to try out its clock."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from duel.errors import Refused
from duel.timekeeping.ageing import age_game


class Command(BaseCommand):
    """Ages a game; in the embedded service only."""

    help = "Let HOURS pass for one game, as if all of it had happened so much earlier."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the game and the hours."""
        parser.add_argument("public_id", metavar="PUBLIC_ID")
        parser.add_argument("hours", metavar="HOURS", type=int)

    def handle(self, *, public_id: str, hours: int, **options: Any) -> None:
        """Age the game and say when its time is up now."""
        if not settings.EMBEDDED:
            raise CommandError("Only games of the embedded service can be aged.")
        if not 1 <= hours <= 10_000:
            raise CommandError("HOURS is a number from 1 to 10000.")
        try:
            game = age_game(public_id=public_id, hours=hours)
        except Refused as refusal:
            raise CommandError(str(refusal)) from refusal
        until = f"its time is up at {game.deadline:%Y-%m-%d %H:%M %Z}" if game.deadline else ""
        self.stdout.write(
            f"The game {public_id} is {hours} hours older; "
            f"{until or 'its clock does not run'}. The next sweep does what is due."
        )
