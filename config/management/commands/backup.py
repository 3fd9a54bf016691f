"""`manage.py backup FILE`: everything that cannot be made anew, in one file."""

import os
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError

from config.backup.archives import write_backup
from config.backup.dumps import DumpError


class Command(BaseCommand):
    """Writes a backup while the service goes on."""

    help = "Write a backup of the database (embedded: also key and mailbox); no need to stop."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the file."""
        parser.add_argument("file", help="a file that is not there yet; - is standard output")

    def handle(self, *args: Any, **options: Any) -> None:
        """Write it; a file gets its name only when it is whole, for its owner alone to read."""
        if options["file"] == "-":
            if sys.stdout.isatty():
                raise CommandError("A backup is not text: lead the output into a file or program.")
            self._write(sys.stdout.fileno())
            return
        path = Path(options["file"])
        if path.exists():
            raise CommandError(f"{path} is there already: choose another name.")
        unfinished = path.with_name(f"{path.name}.{os.getpid()}.unfinished")
        try:
            self._write(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
            unfinished.rename(path)
        except OSError as error:
            raise CommandError(f"{path} was not written: {error.strerror}.") from error
        finally:
            unfinished.unlink(missing_ok=True)

    def _write(self, descriptor: int) -> None:
        with os.fdopen(descriptor, "wb", closefd=descriptor > 2) as target:
            try:
                manifest = write_backup(target)
            except (DumpError, DatabaseError) as error:
                raise CommandError(f"There is no backup. {error}") from error
        # Standard output may be the backup itself.
        self.stderr.write(
            f"Wrote a backup of Duelpost {manifest.version} as of {manifest.made_at}.",
            style_func=str,
        )
