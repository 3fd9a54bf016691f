"""Django's handle on this room."""

from django.apps import AppConfig
from django.core.checks import Tags, register
from django.db.models.signals import post_migrate

from duel.integrity.append_only import check_triggers, protect_tables
from duel.operators.roles import bring_up_after_migration


class DuelRoom(AppConfig):
    """The `duel` app."""

    name = "duel"

    def ready(self) -> None:
        """Make the letters known, hear of people, and keep the append-only tables protected."""
        from duel import receivers  # noqa: F401, PLC0415
        from duel.letters import (  # noqa: F401, PLC0415
            clocks,
            digests,
            endings,
            invitation,
            offers,
            turns,
        )
        from duel.operators.letters import (  # noqa: F401, PLC0415
            decisions,
            disputes,
            previews,
            status,
        )

        post_migrate.connect(protect_tables, sender=self)
        post_migrate.connect(bring_up_after_migration, sender=self)
        register(check_triggers, Tags.database)
