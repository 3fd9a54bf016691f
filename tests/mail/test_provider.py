"""Letters by way of a provider's API, with a real HTTP server in the provider's place."""

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from mail.models import DeliveryEvent, Letter
from mail.outbox.delivery import deliver
from mail.outbox.sweeps import strays
from mail.reports.events import Report, record
from mail.reports.suppression import suppression_of
from tests.mail.answering import StandIn, answering
from tests.mail.conftest import MakeLetter

ACCEPTED = {"ErrorCode": 0, "Message": "OK", "MessageID": "4711", "To": "ada@duelpost.example"}


@dataclass
class Provider(StandIn):
    """A provider that speaks as Postmark does."""

    answer: dict[str, Any] = field(default_factory=lambda: dict(ACCEPTED))

    @property
    def asked(self) -> list[dict[str, Any]]:
        """What it was asked, in order."""
        return [json.loads(body) for body in self.bodies]


@pytest.fixture
def provider(settings: Any) -> Iterator[Provider]:
    """The provider, to which Django's settings already point."""
    provider = Provider()
    settings.EMAIL_BACKEND = "anymail.backends.postmark.EmailBackend"
    with answering(provider) as url:
        settings.ANYMAIL = {"POSTMARK_SERVER_TOKEN": "token", "POSTMARK_API_URL": url}
        yield provider


def test_the_provider_is_told_to_track_nothing(make_letter: MakeLetter, provider: Provider) -> None:
    letter = make_letter()
    deliver(letter.pk)
    letter.refresh_from_db()
    assert (letter.status, letter.provider_id) == (Letter.Status.SENT, "4711")
    (asked,) = provider.asked
    assert (asked["TrackOpens"], asked["TrackLinks"]) == (False, "None")
    headers = {header["Name"].lower(): header["Value"] for header in asked["Headers"]}
    assert headers["message-id"] == letter.message_id
    assert headers["auto-submitted"] == "auto-generated"


def test_the_provider_is_told_which_letter_it_is(
    make_letter: MakeLetter, provider: Provider, settings: Any
) -> None:
    letter = make_letter()
    deliver(letter.pk)
    (asked,) = provider.asked
    assert asked["Metadata"] == {"letter": letter.token}
    assert asked["From"] == settings.DEFAULT_FROM_EMAIL


def test_a_report_that_is_faster_than_our_own_row_finds_its_letter(
    make_letter: MakeLetter, provider: Provider
) -> None:
    at = timezone.now()
    record(Report("early", "Postmark", "delivered", at, provider_id="4711"))
    letter = make_letter()
    deliver(letter.pk)
    letter.refresh_from_db()
    assert letter.delivered_at == at
    assert DeliveryEvent.objects.get().letter == letter


def test_a_recipient_whom_the_provider_refuses_counts_as_a_bounce(
    make_letter: MakeLetter, provider: Provider
) -> None:
    provider.status = 422
    provider.answer = {
        "ErrorCode": 406,
        "Message": "You tried to send to a recipient that has been marked as inactive.\n"
        "Found inactive addresses: ada@duelpost.example.\n"
        "Inactive recipients are ones that have generated a hard bounce or a spam complaint.",
    }
    letter = make_letter()
    deliver(letter.pk)
    letter.refresh_from_db()
    assert letter.status == Letter.Status.FAILED
    assert suppression_of(letter.to) is not None


@pytest.mark.parametrize(
    ("code", "status"),
    [
        (500, Letter.Status.WAITING),
        (503, Letter.Status.WAITING),
        (429, Letter.Status.WAITING),
        (401, Letter.Status.WAITING),
        (422, Letter.Status.FAILED),
    ],
)
def test_the_providers_refusals_are_sorted(
    make_letter: MakeLetter, provider: Provider, code: int, status: str
) -> None:
    provider.status = code
    provider.answer = {"ErrorCode": 10, "Message": "ada@duelpost.example"}
    letter = make_letter()
    deliver(letter.pk)
    letter.refresh_from_db()
    assert letter.status == status
    assert f"({code})" in letter.last_error
    assert "@" not in letter.last_error


@pytest.mark.parametrize(
    "trouble",
    [
        {"status": 500, "answer": {"ErrorCode": 100, "Message": "maintenance"}},
        {"status": 429, "answer": {}, "headers": {"Retry-After": "7200"}},
        {"silence": 0.5},
    ],
    ids=["500", "429", "time-out"],
)
def test_once_the_provider_works_again_every_letter_is_sent(
    make_letter: MakeLetter, settings: Any, provider: Provider, trouble: dict[str, Any]
) -> None:
    letters = [make_letter() for _ in range(3)]
    vars(provider).update(trouble)
    settings.ANYMAIL |= {"REQUESTS_TIMEOUT": 0.2 if provider.silence else 20}
    for letter in letters:
        deliver(letter.pk)
    assert Letter.objects.filter(status=Letter.Status.WAITING, attempts=1).count() == 3
    assert list(strays()) == []

    vars(provider).update(vars(Provider()) | {"bodies": provider.bodies})
    settings.ANYMAIL |= {"REQUESTS_TIMEOUT": 20}
    with time_machine.travel(timezone.now() + timedelta(hours=2, minutes=1)):
        for pk in strays():
            deliver(pk)
    assert Letter.objects.filter(status=Letter.Status.SENT, attempts=2).count() == 3
    # Asked twice for each, under the same name: one that it had taken before it fell silent, it
    # can tell from a new one.
    asked = Counter(
        header["Value"]
        for each in provider.asked
        for header in each["Headers"]
        if header["Name"].lower() == "message-id"
    )
    assert asked == {letter.message_id: 2 for letter in letters}


@pytest.mark.parametrize(
    ("asked", "least", "most"),
    [
        ("7200", 7200, 7200),
        ("Wed, 21 Oct 2015 07:28:00 GMT", 300, 300),
        ("Fri, 01 Jan 2100 00:00:00 GMT", 12 * 3600, 12 * 3600),
        ("99999999999", 12 * 3600, 12 * 3600),
        ("soon", 300, 300),
        ("", 300, 300),
    ],
)
def test_a_provider_that_says_how_long_to_wait_is_believed_within_reason(
    make_letter: MakeLetter, provider: Provider, asked: str, least: int, most: int
) -> None:
    provider.status, provider.answer, provider.headers = 429, {}, {"Retry-After": asked}
    letter = make_letter()
    with time_machine.travel(timezone.now(), tick=False):
        deliver(letter.pk)
        letter.refresh_from_db()
        wait = (letter.next_attempt_at - timezone.now()).total_seconds()
    assert least <= wait <= most


def test_a_provider_that_is_away_is_tried_again(make_letter: MakeLetter, settings: Any) -> None:
    settings.EMAIL_BACKEND = "anymail.backends.postmark.EmailBackend"
    settings.ANYMAIL = {"POSTMARK_SERVER_TOKEN": "token", "POSTMARK_API_URL": "http://127.0.0.1:9/"}
    letter = make_letter()
    deliver(letter.pk)
    letter.refresh_from_db()
    assert letter.status == Letter.Status.WAITING
    assert letter.last_error.endswith("The provider could not be reached.")


def test_a_provider_that_cannot_turn_tracking_off_is_not_asked_to(
    make_letter: MakeLetter, settings: Any, provider: Provider
) -> None:
    settings.EMAIL_BACKEND = "anymail.backends.resend.EmailBackend"
    settings.ANYMAIL = {
        "RESEND_API_KEY": "key",
        "RESEND_API_URL": settings.ANYMAIL["POSTMARK_API_URL"],
    }
    provider.answer = {"id": "re_1"}
    letter = make_letter()
    deliver(letter.pk)
    letter.refresh_from_db()
    assert (letter.status, letter.provider_id) == (Letter.Status.SENT, "re_1")


@pytest.fixture
def amazon(settings: Any, provider: Provider, monkeypatch: pytest.MonkeyPatch) -> Provider:
    """The same server in Amazon's place, for clients that ask once."""
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "id")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "key")
    settings.EMAIL_BACKEND = settings.MAIL_PROVIDERS["amazon_ses"]
    settings.ANYMAIL = {
        "AMAZON_SES_CLIENT_PARAMS": {
            "region_name": "eu-west-1",
            "endpoint_url": settings.ANYMAIL["POSTMARK_API_URL"],
            "config": {"retries": {"total_max_attempts": 1}},
        }
    }
    return provider


@pytest.mark.parametrize(
    ("code", "status", "wait"),
    [
        (400, Letter.Status.FAILED, None),
        (403, Letter.Status.WAITING, 300),
        (429, Letter.Status.WAITING, 7200),
        (500, Letter.Status.WAITING, 7200),
    ],
)
def test_amazons_refusals_are_sorted(
    make_letter: MakeLetter, amazon: Provider, code: int, status: str, wait: int | None
) -> None:
    amazon.status, amazon.answer = code, {"message": "ada@duelpost.example"}
    amazon.headers = {"Retry-After": "7200"}
    letter = make_letter()
    with time_machine.travel(timezone.now(), tick=False):
        deliver(letter.pk)
        letter.refresh_from_db()
        waits = (letter.next_attempt_at - timezone.now()).total_seconds()
    assert letter.status == status
    assert f"({code})" in letter.last_error
    assert wait is None or waits == wait
