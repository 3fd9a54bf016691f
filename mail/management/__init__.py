"""Commands about mail that comes in."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError


class ServiceCommand(BaseCommand):
    """A command that is not given the database role which owns the tables."""

    def execute(self, *args: Any, **options: Any) -> str | None:
        """Refuse to start as the owner of the tables."""
        if settings.DATABASE_OWNER_URL:
            raise CommandError(
                "DATABASE_OWNER_URL is for `migrate` and `restore` alone: take it out of the "
                "environment of this process."
            )
        return super().execute(*args, **options)
