"""Limits that begin anew with each test, and what a letter brings."""

from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from django.test import Client
from pytest_django.fixtures import Settings

from accounts.codes import code_of
from accounts.models import SignInRequest
from mail.models import Letter
from mail.outbox.delivery import deliver


@pytest.fixture(autouse=True)
def _own_limits(settings: Settings) -> Iterator[None]:
    # Not `cache.clear()` on the cache that is there: on Redis it would empty the queues as well.
    settings.CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
    from django.core.cache import cache

    cache.clear()
    yield
    cache.clear()


def path_of(url: str) -> str:
    return urlsplit(url).path


def signed_in(client: Client) -> bool:
    return "_auth_user_id" in client.session


def newest_code() -> str:
    return code_of(SignInRequest.objects.latest("created_at"))


def send_all() -> None:
    """Do what the worker does."""
    for pk in Letter.objects.filter(status=Letter.Status.WAITING).values_list("pk", flat=True):
        deliver(pk)
