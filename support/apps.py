"""Django's configuration of this app: it connects the games, letters and roles when it starts."""

from django.apps import AppConfig
from django.db.models.signals import post_migrate

from duel.apps import import_modules_of
from support.roles import bring_up_after_migration


class Support(AppConfig):
    """The `support` app."""

    name = "support"

    def ready(self) -> None:
        """Answer the games, register letters, and bring up the roles after each migration."""
        from duel import operators  # noqa: PLC0415
        from support import desk, receivers  # noqa: F401, PLC0415

        operators.install(desk)
        import_modules_of("support.letters")
        post_migrate.connect(bring_up_after_migration, sender=self)
