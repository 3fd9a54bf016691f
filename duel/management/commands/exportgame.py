"""`manage.py exportgame PUBLIC_ID`: a game's file, which anyone can prove offline."""

import io
import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from duel.errors import Refused
from duel.record.export import export_game, file_text
from duel.record.selectors import find_by_public_id
from engine.exported_file import SIGNATURE

NOT_SIGNED = (
    "The record of this game is damaged. The file shows what is stored; it is not signed, and it "
    "proves nothing."
)


class Command(BaseCommand):
    """Prints the file that the players can download; of a damaged record, what is stored."""

    help = "Print a game's file, which `python -m engine verify` proves once its secret is open."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the game."""
        parser.add_argument("game", metavar="PUBLIC_ID", help="the game's name in its addresses")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print it; JSON is UTF-8 wherever it goes."""
        if isinstance(sys.stdout, io.TextIOWrapper):
            sys.stdout.reconfigure(encoding="utf-8")
        try:
            file = export_game(find_by_public_id(options["game"]))
        except Refused as refusal:
            raise CommandError(f"{options['game']}: {refusal}") from None
        if SIGNATURE not in file:
            self.stderr.write(f"{options['game']}: {NOT_SIGNED}")
        self.stdout.write(file_text(file), ending="")
