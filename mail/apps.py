"""Django's handle on this room."""

from django.apps import AppConfig


class MailRoom(AppConfig):
    """The `mail` app."""

    name = "mail"

    def ready(self) -> None:
        """Make this room's letter and system checks known, and listen to providers' reports."""
        from mail import checks  # noqa: F401, PLC0415
        from mail.inbound import self_test  # noqa: F401, PLC0415
        from mail.inbound.ways import webhook  # noqa: F401, PLC0415
        from mail.reports import webhooks  # noqa: F401, PLC0415
