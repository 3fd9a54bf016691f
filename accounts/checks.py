"""System checks: what can be set wrong about people."""

from ipaddress import ip_network
from typing import Any

from django.conf import settings
from django.core import checks


@checks.register()
def proxies_are_networks(**kwargs: Any) -> list[checks.CheckMessage]:
    """Return an error for each trusted proxy that is not written as a network."""
    return [
        checks.Error(
            f"TRUSTED_PROXIES holds {network!r}, which is not a network.",
            hint="Write addresses such as 10.0.0.0/8, with commas between them.",
            id="accounts.E001",
        )
        for network in settings.TRUSTED_PROXIES
        if not _is_network(network)
    ]


def _is_network(text: str) -> bool:
    try:
        ip_network(text)
    except ValueError:
        return False
    return True
