"""`manage.py resendturns`: sends every waiting turn anew, after the signing key was replaced."""

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from duel.play.turn_letters import count_to_resend, resend_turns


class Command(BaseCommand):
    """Sends the letter with each waiting turn once more, with links that work."""

    help = (
        "Send every waiting turn anew, once for each SECRET_KEY: run it after the key has changed. "
        "It can be interrupted and run again; no turn is sent twice."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take whether only to count."""
        parser.add_argument("--dry-run", action="store_true", help="only say how many there are")

    def handle(self, *args: Any, **options: Any) -> None:
        """Say how many turns are, or would be, sent anew."""
        if settings.SECRET_KEY_FALLBACKS:
            self.stderr.write(
                "SECRET_KEY_FALLBACKS is set: links signed with those keys still count. "
                "If one of them has leaked, take it out first."
            )
        if options["dry_run"]:
            self.stdout.write(f"Turns that would be sent anew: {count_to_resend()}.")
            return
        sent = sum(1 for _ in resend_turns())
        self.stdout.write(f"Turns sent anew: {sent}.")
