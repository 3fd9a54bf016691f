"""Django's handle on this room."""

from django.apps import AppConfig


class MailRoom(AppConfig):
    """The `mail` app."""

    name = "mail"
