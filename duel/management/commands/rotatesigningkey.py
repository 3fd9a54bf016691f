"""`manage.py rotatesigningkey`: another key signs the files of games from now on."""

from typing import Any

from django.core.management.base import BaseCommand

from duel.record.export import rotate_signing_key


class Command(BaseCommand):
    """Makes a new key; files signed with the old one go on being proved."""

    help = (
        "Sign the files of games with a new key from now on. The old private key is erased; its "
        "public half stays published."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        """Make it, and print its public half."""
        self.stdout.write(rotate_signing_key().public)
