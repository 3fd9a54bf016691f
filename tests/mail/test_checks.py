from collections.abc import Iterable
from typing import Any

import pytest

from mail.checks import letters_can_be_sent, mailbox_stays_at_home, reports_can_be_proved


@pytest.fixture(autouse=True)
def mailbox(settings: Any) -> None:
    """The settings of an embedded service."""
    settings.EMAIL_BACKEND = "mail.sending.connections.MailboxBackend"
    settings.ALLOWED_HOSTS = ["127.0.0.1", "localhost", "[::1]"]
    settings.SITE_HOST = "127.0.0.1"


def ids(messages: Iterable[Any]) -> list[str]:
    return [message.id for message in messages]


def test_an_embedded_service_is_well_set_up() -> None:
    assert [*mailbox_stays_at_home(), *letters_can_be_sent()] == []


def test_the_mailbox_is_an_error_in_production(settings: Any) -> None:
    settings.EMBEDDED = False
    assert ids(mailbox_stays_at_home()) == ["mail.E001"]


def test_production_with_a_provider_is_well_set_up(settings: Any) -> None:
    settings.EMBEDDED = settings.MAILBOX_ENABLED = False
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    assert [*mailbox_stays_at_home(), *letters_can_be_sent()] == []


@pytest.mark.parametrize(
    ("name", "value"), [("ALLOWED_HOSTS", ["127.0.0.1", "*"]), ("SITE_HOST", "play.example")]
)
def test_it_warns_of_a_mailbox_that_others_may_reach(settings: Any, name: str, value: Any) -> None:
    setattr(settings, name, value)
    assert ids(mailbox_stays_at_home()) == ["mail.W001"]


def test_a_provider_without_its_key_is_an_error(settings: Any) -> None:
    settings.EMAIL_BACKEND = "anymail.backends.postmark.EmailBackend"
    settings.ANYMAIL = {}
    assert ids(letters_can_be_sent()) == ["mail.E002"]


def test_a_sender_without_an_address_is_an_error(settings: Any) -> None:
    settings.DEFAULT_FROM_EMAIL = "Duelpost"
    assert ids(letters_can_be_sent()) == ["mail.E003"]


def test_a_provider_that_reports_needs_a_secret(settings: Any) -> None:
    settings.EMAIL_BACKEND = "anymail.backends.postmark.EmailBackend"
    settings.ANYMAIL = {"POSTMARK_SERVER_TOKEN": "token"}
    assert ids(reports_can_be_proved()) == ["mail.E004"]
    settings.ANYMAIL["WEBHOOK_SECRET"] = "name:password"
    assert list(reports_can_be_proved()) == []


@pytest.mark.parametrize("name", ["mailbox", "smtp", "scaleway"])
def test_what_does_not_report_needs_no_secret(settings: Any, name: str) -> None:
    settings.EMAIL_BACKEND = settings.MAIL_PROVIDERS[name]
    assert list(reports_can_be_proved()) == []
