"""Django's handle on this room."""

from django.apps import AppConfig


class AccountsRoom(AppConfig):
    """The `accounts` app."""

    name = "accounts"
