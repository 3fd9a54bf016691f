"""Django's handle on this app: its letters, its receivers and the roles of operators."""

from django.apps import AppConfig
from django.apps import apps as installed_apps
from django.db.models.signals import post_migrate

from duel.apps import import_modules_of
from support.roles import bring_up_after_migration


class Support(AppConfig):
    """The `support` app."""

    name = "support"

    def ready(self) -> None:
        """Register the letters and receivers, and bring up the roles after each migration."""
        from support import receivers  # noqa: F401, PLC0415

        import_modules_of("support.letters")
        post_migrate.connect(bring_up_after_migration, sender=installed_apps.get_app_config("duel"))
