"""The configuration of the app."""

from importlib import import_module
from pkgutil import iter_modules

from django.apps import AppConfig
from django.core.checks import Tags, register
from django.db.models.signals import post_migrate

from duel.integrity.append_only import check_triggers, protect_tables
from duel.integrity.privileges import check_privileges, grant_to_service


class DuelRoom(AppConfig):
    """The `duel` app."""

    name = "duel"

    def ready(self) -> None:
        """Register letters, receivers and checks, and protect the append-only tables."""
        import_module("duel.receivers")
        import_modules_of("duel.letters")
        from duel.replies import games, invitations  # noqa: F401, PLC0415

        post_migrate.connect(protect_tables, sender=self)
        post_migrate.connect(grant_to_service, sender=self)
        register(check_triggers, Tags.database)
        register(check_privileges, Tags.database)


def import_modules_of(room: str) -> None:
    """Import every module of a room, so that whatever it builds is registered."""
    for module in iter_modules(import_module(room).__path__, f"{room}."):
        import_module(module.name)
