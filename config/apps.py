"""Django's handle on this room."""

from django.apps import AppConfig


class ConfigRoom(AppConfig):
    """The `config` app."""

    name = "config"
