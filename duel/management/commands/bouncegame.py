"""`manage.py bouncegame PUBLIC_ID`: let the letter with the turn come back, to try that out."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from duel.errors import Refused
from duel.timekeeping.ageing import bounce_turn


class Command(BaseCommand):
    """Reports a bounce as a mail provider would; in the embedded service only."""

    help = "Let the last letter that brought somebody their turn in this game come back."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the game."""
        parser.add_argument("public_id", metavar="PUBLIC_ID")

    def handle(self, *, public_id: str, **options: Any) -> None:
        """Report the bounce and say what that means."""
        if not settings.EMBEDDED:
            raise CommandError("Only letters of the embedded service can be let come back.")
        try:
            letter = bounce_turn(public_id=public_id)
        except Refused as refusal:
            raise CommandError(str(refusal)) from refusal
        if letter is None:
            raise CommandError("No letter about this turn has left yet.")
        self.stdout.write(
            f"The letter of {letter.sent_at:%Y-%m-%d %H:%M %Z} came back: its reader gets no more "
            "letters, and if the game runs, the clock of this turn stands still. Signing in "
            "confirms the address."
        )
