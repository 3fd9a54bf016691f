"""Addresses that depend on the settings."""

import runpy
from base64 import b64encode
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest
from django.test import Client, override_settings

URLS = Path(__file__).resolve().parents[2] / "config" / "urls.py"

POSTMARK = "anymail.backends.postmark.EmailBackend"


@pytest.fixture
def site_with() -> Callable[..., override_settings]:
    """Return a function that puts in force the addresses of a site with these settings."""

    def put(**settings: object) -> override_settings:
        module = ModuleType("urls_of_another_site")
        with override_settings(**settings):
            module.__dict__.update(runpy.run_path(str(URLS)))
        return override_settings(ROOT_URLCONF=module, **settings)

    return put


def test_the_mailbox_is_not_there_unless_it_carries_the_letters(
    site_with: Callable[..., override_settings], db: None
) -> None:
    with site_with(MAILBOX_ENABLED=False):
        assert Client().get("/mailbox/").status_code == 404


def test_a_providers_reports_are_not_taken_without_a_secret(
    site_with: Callable[..., override_settings], db: None
) -> None:
    with site_with(ANYMAIL={}, EMAIL_BACKEND=POSTMARK):
        assert Client().post("/anymail/postmark/tracking/").status_code == 404


def test_a_providers_reports_are_taken_with_the_secret_alone(
    site_with: Callable[..., override_settings], db: None
) -> None:
    right = "Basic " + b64encode(b"webhooks:kP4n").decode()
    event = {"RecordType": "Open", "MessageID": "1", "Recipient": "ada@duelpost.example"}
    with site_with(ANYMAIL={"WEBHOOK_SECRET": "webhooks:kP4n"}, EMAIL_BACKEND=POSTMARK):
        address = "/anymail/postmark/tracking/"
        visitor = Client(enforce_csrf_checks=True)
        refused = visitor.post(address, event, "application/json")
        taken = visitor.post(address, event, "application/json", headers={"authorization": right})
    assert refused.status_code == 400
    assert taken.status_code == 200


def test_no_other_provider_is_listened_to(
    site_with: Callable[..., override_settings], db: None
) -> None:
    with site_with(ANYMAIL={"WEBHOOK_SECRET": "webhooks:kP4n"}, EMAIL_BACKEND=POSTMARK):
        for other in ("mailgun/tracking/", "sendgrid/tracking/", "mandrill/", "postmark/inbound/"):
            assert Client().post(f"/anymail/{other}").status_code == 404
    with site_with(ANYMAIL={"WEBHOOK_SECRET": "webhooks:kP4n"}):  # letters leave by another way
        assert Client().post("/anymail/postmark/tracking/").status_code == 404
