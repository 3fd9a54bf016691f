"""Django's handle on this room."""

from django.apps import AppConfig


class ConfigRoom(AppConfig):
    """The `config` app."""

    name = "config"

    def ready(self) -> None:
        """Make the system checks known, and Celery's app the one that tasks are handed to."""
        from config import celery, checks  # noqa: F401, PLC0415  (both need the settings)
