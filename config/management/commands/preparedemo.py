"""`manage.py preparedemo`."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from config.demo import prepare_demo


class Command(BaseCommand):
    """Fills an empty embedded service."""

    help = "Make the demo people in an empty embedded service; `up` does so by itself."

    def handle(self, *args: Any, **options: Any) -> None:
        """Make them, and say whom."""
        if not settings.EMBEDDED:
            raise CommandError("Demo people belong into an embedded service, not into production.")
        made = prepare_demo()
        self.stdout.write(
            f"Made {', '.join(person.name for person in made)}."
            if made
            else "There are people here already; nothing was made."
        )
