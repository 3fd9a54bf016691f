"""`manage.py compiletranslations`."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from config.translations import compile_translations


class Command(BaseCommand):
    """Compiles locale/**/*.po to .mo."""

    help = "Compile all translations to the form that Django reads; no GNU gettext is needed."
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        """Compile every catalogue and print how much of it is translated."""
        for folder in settings.LOCALE_PATHS:
            try:
                compiled = compile_translations(folder, again=True)
            except (OSError, ValueError) as error:
                raise CommandError(f"The translations were not compiled: {error}") from error
            for each in compiled:
                self.stdout.write(
                    f"{each.language}/{each.source.stem}: {each.ready} ready, "
                    f"{each.not_ready} still in English"
                )
