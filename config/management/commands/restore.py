"""`manage.py restore FILE`: a backup in the place of this service's data."""

import contextlib
import sys
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from config.backup.archives import BackupError, restore_backup
from config.backup.dumps import DumpError, others_connected
from config.backup.encryption import HEADER, HOW_TO_DECRYPT
from config.running.claims import ClaimError, claim_folder
from duel.play.turn_letters import renew_after_restore
from duel.seats.deletion import delete_again
from duel.seats.erasures import known_erasures


class Command(BaseCommand):
    """Restores a backup."""

    help = "Put a backup in the place of this service's data. Stop the service first."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the file, and the leave to overwrite."""
        parser.add_argument("file", help="what `backup` wrote; - is standard input")
        parser.add_argument("--replace", action="store_true", help="lose the data that is here now")
        parser.add_argument(
            "--while-connected",
            action="store_true",
            help="restore although others are connected to the database: what they write is lost",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Restore it and say what is here now."""
        file = options["file"]
        if not options["while_connected"] and (others := others_connected()):
            raise CommandError(
                f"Nothing was restored. {others} other connections to the database are open: stop "
                "web, workers, bots, scheduler, mail server and poller first. What they write "
                "meanwhile is lost. If they are idle ones of a pooler, say "
                "--while-connected."
            )
        try:
            erased = known_erasures()
        except OSError as error:
            raise CommandError(f"Nothing was restored. {error}.") from error
        claim = claim_folder(settings.DATA_DIR, settings.PORT)
        try:
            with (
                claim if settings.EMBEDDED else contextlib.nullcontext(),
                open(sys.stdin.fileno() if file == "-" else file, "rb") as source,
            ):
                if source.peek(len(HEADER)).startswith(HEADER):
                    raise BackupError(HOW_TO_DECRYPT)
                manifest = restore_backup(source, replace=options["replace"])
        except (BackupError, ClaimError, DumpError) as error:
            raise CommandError(f"Nothing was restored. {error}") from error
        except OSError as error:
            raise CommandError(f"The backup was not restored whole: {error}.") from error
        call_command("migrate", verbosity=0, interactive=False)  # the backup may be older
        again = delete_again(erased)
        renewed = renew_after_restore()
        self.stdout.write(
            f"Restored the backup of {manifest.made_at}, made by Duelpost {manifest.version}.\n"
            f"Accounts that were deleted since and are deleted again: {again}. "
            "All links, calendar addresses and sessions from before are dead. "
            f"Letters with a turn that go out anew: {renewed}."
        )
