"""Django's handle on this room."""

from django.apps import AppConfig


class DuelRoom(AppConfig):
    """The `duel` app."""

    name = "duel"
