"""Django's handle on this room, and on the admin that it guards."""

from django.apps import AppConfig
from django.contrib.admin.apps import AdminConfig


class AccountsRoom(AppConfig):
    """The `accounts` app."""

    name = "accounts"

    def ready(self) -> None:
        """Make this room's letters known."""
        from accounts import letters  # noqa: F401, PLC0415


class GuardedAdmin(AdminConfig):
    """Django's admin, entered through the same sign-in as the rest of the site."""

    default_site = "accounts.admin_site.OperatorsSite"
