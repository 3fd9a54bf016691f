"""The site's addresses as they are while a provider carries the letters and reports on them."""

import importlib
from collections.abc import Iterator
from contextlib import contextmanager

from django.conf import settings
from django.test import override_settings
from django.urls import clear_url_caches

import config.urls


def load_addresses_of(provider: str) -> None:
    """Put the addresses in force that the site has with this provider."""
    with override_settings(EMAIL_BACKEND=settings.MAIL_PROVIDERS[provider]):
        importlib.reload(config.urls)
    clear_url_caches()


@contextmanager
def reports_taken_of(provider: str) -> Iterator[None]:
    """Within it, this provider's reports are taken, as the settings of the moment want it."""
    load_addresses_of(provider)
    try:
        yield
    finally:
        load_addresses_of("mailbox")
