"""`manage.py backup FILE`: everything that cannot be made anew, in one file."""

import contextlib
import os
import stat
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import IO, Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError

from config.backup.archives import write_backup
from config.backup.dumps import DumpError
from config.backup.encryption import encrypt

OTHERS = stat.S_IRWXG | stat.S_IRWXO


class Command(BaseCommand):
    """Writes a backup while the service goes on."""

    help = "Write a backup of the database (embedded: also key and mailbox); no need to stop."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the file, and the wish not to encrypt it."""
        parser.add_argument("file", help="a file that is not there yet; - is standard output")
        parser.add_argument(
            "--unencrypted", action="store_true", help="do not encrypt it to BACKUP_RECIPIENTS"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Write it; a file gets its name only when it is whole, for its owner alone to read."""
        recipients = [] if options["unencrypted"] else settings.BACKUP_RECIPIENTS
        if not (recipients or options["unencrypted"] or settings.EMBEDDED):
            raise CommandError(
                "There is no backup: BACKUP_RECIPIENTS names no key to encrypt it to. Write a "
                "public key of yours there, or say --unencrypted."
            )
        if options["file"] == "-":
            if sys.stdout.isatty():
                raise CommandError("A backup is not text: lead the output into a file or program.")
            _close_to_others(sys.stdout.fileno())
            try:
                self._write(sys.stdout.fileno(), recipients)
            except OSError as error:
                raise CommandError(f"There is no backup. {error.strerror}.") from error
            return
        path = Path(options["file"])
        if path.exists():
            raise CommandError(f"{path} is there already: choose another name.")
        unfinished = path.with_name(f"{path.name}.{os.getpid()}.unfinished")
        try:
            new = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            self._write(new, recipients)
            unfinished.rename(path)
        except OSError as error:
            raise CommandError(f"{path} was not written: {error.strerror}.") from error
        finally:
            unfinished.unlink(missing_ok=True)

    def _write(self, descriptor: int, recipients: list[str]) -> None:
        with os.fdopen(descriptor, "wb", closefd=descriptor > 2) as file:
            counted = _CountingFile(file)
            try:
                with _way_to(counted, recipients) as target:
                    manifest = write_backup(target)
            except (DumpError, DatabaseError) as error:
                raise CommandError(f"There is no backup. {error}") from error
        # Standard output may be the backup itself.
        self.stderr.write(
            f"Wrote a backup of Duelpost {manifest.version} as of {manifest.made_at}, "
            f"{'encrypted' if recipients else 'not encrypted'}, {counted.size} bytes.",
            style_func=str,
        )


class _CountingFile:
    """A file that counts what is written, so that its reader can tell whether all of it came."""

    def __init__(self, file: IO[bytes]) -> None:
        self.file, self.size = file, 0

    def write(self, data: bytes) -> int:
        self.size += len(data)
        return self.file.write(data)


def _way_to(file: Any, recipients: list[str]) -> contextlib.AbstractContextManager[IO[bytes]]:
    return encrypt(file, recipients) if recipients else contextlib.nullcontext(file)


def _close_to_others(descriptor: int) -> None:
    """Let only its owner read the file that standard output leads to; pipes have no mode."""
    found = os.fstat(descriptor)
    if not stat.S_ISREG(found.st_mode) or not found.st_mode & OTHERS:
        return
    try:
        os.fchmod(descriptor, 0o600)
    except OSError as error:
        raise CommandError(
            "Others can read the file that standard output leads to: say umask 077 first."
        ) from error
