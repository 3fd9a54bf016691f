"""Django's handle on this room."""

from django.apps import AppConfig
from django.core.checks import Tags, register
from django.db.models.signals import post_migrate

from duel.append_only import check_triggers, protect_tables


class DuelRoom(AppConfig):
    """The `duel` app."""

    name = "duel"

    def ready(self) -> None:
        """Keep the append-only tables protected after every migration."""
        post_migrate.connect(protect_tables, sender=self)
        register(check_triggers, Tags.database)
