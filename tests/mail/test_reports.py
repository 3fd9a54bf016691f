"""Reports of providers, posted to the real webhooks in the shapes that providers send."""

import base64
import hashlib
import hmac
import itertools
import json
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.test import Client

from mail.models import DeliveryEvent, Letter, Suppression
from mail.mutes import mutes_of
from mail.signals import delivery_trouble
from tests.mail.conftest import MakeLetter
from tests.mail.reporting import load_addresses_of, reports_taken_of

SECRET = "webhooks:kP4nW8dL2vR6"
SIGNING_KEY = "key-1234"
ADA = "ada@duelpost.example"
NOON = datetime(2026, 11, 16, 12, 0, tzinfo=UTC)
NUMBERS = itertools.count()
Posting = Callable[..., int]


@pytest.fixture
def webhooks(settings: Any) -> Iterator[None]:
    """The site as it is with a provider."""
    settings.ANYMAIL = {"WEBHOOK_SECRET": SECRET, "MAILGUN_WEBHOOK_SIGNING_KEY": SIGNING_KEY}
    with reports_taken_of("postmark"):
        yield


@pytest.fixture
def post_report(client: Client, db: None, webhooks: None) -> Posting:
    """Call it with a provider's name and what it says; returns the status of our answer."""

    def post(provider: str, said: dict[str, Any], secret: str = SECRET) -> int:
        credentials = base64.b64encode(secret.encode()).decode()
        return client.post(
            f"/anymail/{provider}/tracking/",
            json.dumps(said),
            content_type="application/json",
            headers={"Authorization": f"Basic {credentials}"},
        ).status_code

    return post


@pytest.fixture
def troubles() -> Iterator[list[tuple[str, Any, str]]]:
    """What the other rooms are told."""
    told: list[tuple[str, Any, str]] = []

    def listen(sender: Any, address: str, letter: Any, reason: str, **kwargs: Any) -> None:
        told.append((address, letter and letter.pk, reason))

    delivery_trouble.connect(listen)
    yield told
    delivery_trouble.disconnect(listen)


def postmark(letter: Letter | None, record: str, **said: Any) -> dict[str, Any]:
    return {
        "RecordType": record,
        "MessageID": letter.provider_id if letter else "00000000-0000-0000-0000-000000000000",
        "Recipient": ADA,
        "Email": ADA,
        "Metadata": {"letter": letter.token} if letter else {},
        "Tag": "",
        "MessageStream": "outbound",
        "ServerID": 23,
        **said,
    }


def delivered(letter: Letter | None, at: datetime = NOON) -> dict[str, Any]:
    return postmark(letter, "Delivery", DeliveredAt=at.isoformat(), Details="smtp;250 2.0.0 OK")


def bounced(
    letter: Letter | None, kind: str = "HardBounce", at: datetime = NOON, ticket: int = 42
) -> dict[str, Any]:
    return postmark(
        letter,
        "Bounce",
        ID=ticket,
        Type=kind,
        TypeCode=1,
        Name="Hard bounce",
        Description="The server was unable to deliver your message (ex: unknown user).",
        Details="smtp;550 5.1.1 The email account that you tried to reach does not exist.",
        BouncedAt=at.isoformat(),
        Inactive=True,
        CanActivate=True,
        Subject="News",
    )


@pytest.fixture
def sent(make_letter: MakeLetter) -> Letter:
    """A letter that the provider took."""
    return make_letter(status=Letter.Status.SENT, sent_at=NOON, provider_id="884982d3-4711")


def test_a_delivery_is_noted(sent: Letter, post_report: Posting) -> None:
    assert post_report("postmark", delivered(sent)) == 200
    sent.refresh_from_db()
    assert sent.delivered_at == NOON
    event = DeliveryEvent.objects.get()
    assert (event.letter, event.kind, event.address) == (sent, "delivered", ADA)
    assert (event.provider, event.is_final, event.code) == ("Postmark", False, "2.0.0")


def test_a_report_without_the_secret_is_refused(sent: Letter, post_report: Posting) -> None:
    assert post_report("postmark", bounced(sent), secret="eve:guess") == 400
    assert not DeliveryEvent.objects.exists()


def test_nobody_is_listened_to_without_a_secret(client: Client, db: None) -> None:
    assert client.post("/anymail/postmark/tracking/").status_code == 404


def test_a_report_that_comes_three_times_counts_once(
    sent: Letter, post_report: Posting, troubles: list[Any]
) -> None:
    for _ in range(3):
        assert post_report("postmark", bounced(sent)) == 200
        assert post_report("postmark", delivered(sent)) == 200
    assert DeliveryEvent.objects.count() == 2
    assert troubles == [(ADA, sent.pk, "bounced")]


def test_reports_may_come_in_any_order(sent: Letter, post_report: Posting) -> None:
    for minutes in (2, 1, 3):
        post_report("postmark", delivered(sent, NOON + timedelta(minutes=minutes)))
    post_report("postmark", bounced(sent, "Transient", NOON))
    sent.refresh_from_db()
    assert sent.delivered_at == NOON + timedelta(minutes=1)
    assert DeliveryEvent.objects.count() == 4
    assert not Suppression.objects.exists()


def test_a_hard_bounce_puts_the_address_aside(
    sent: Letter, post_report: Posting, troubles: list[Any]
) -> None:
    post_report("postmark", bounced(sent))
    suppression = Suppression.objects.get()
    assert (suppression.address, suppression.reason) == (ADA, "bounced")
    assert (suppression.since, suppression.lifted_at) == (NOON, None)
    assert DeliveryEvent.objects.get().code == "5.1.1"


@pytest.mark.parametrize(
    "kind", ["SoftBounce", "Transient", "DnsError", "AutoResponder", "Blocked"]
)
def test_what_may_pass_puts_nobody_aside(sent: Letter, post_report: Posting, kind: str) -> None:
    post_report("postmark", bounced(sent, kind))
    assert DeliveryEvent.objects.count() == 1
    assert not Suppression.objects.exists()


def test_a_complaint_puts_the_address_aside(
    sent: Letter, post_report: Posting, troubles: list[Any]
) -> None:
    said = bounced(sent, "SpamComplaint") | {"RecordType": "SpamComplaint"}
    post_report("postmark", said)
    assert Suppression.objects.get().reason == "complained"
    assert troubles == [(ADA, sent.pk, "complained")]


def test_a_report_about_a_letter_that_nobody_knows_is_kept(
    post_report: Posting, troubles: list[Any]
) -> None:
    assert post_report("postmark", bounced(None)) == 200
    assert DeliveryEvent.objects.get().letter is None
    assert troubles == [(ADA, None, "bounced")]


def test_a_receiver_that_fails_makes_the_provider_come_again(
    sent: Letter, post_report: Posting, client: Client
) -> None:
    def fail(**kwargs: Any) -> None:
        raise ZeroDivisionError

    client.raise_request_exception = False
    delivery_trouble.connect(fail)
    try:
        assert post_report("postmark", bounced(sent)) == 503
    finally:
        delivery_trouble.disconnect(fail)
    assert not DeliveryEvent.objects.exists()
    assert post_report("postmark", bounced(sent)) == 200
    assert Suppression.objects.exists()


def test_who_unsubscribes_at_the_provider_is_heard(
    make_letter: MakeLetter, post_report: Posting
) -> None:
    letter = make_letter(topic="game:1", provider_id="884982d3-4711")
    said = postmark(
        letter,
        "SubscriptionChange",
        ChangedAt=NOON.isoformat(),
        SuppressSending=True,
        SuppressionReason="ManualSuppression",
        Origin="Recipient",
    )
    post_report("postmark", said)
    assert [(wish.kind, wish.topic) for wish in mutes_of(ADA)] == [("story", "game:1")]


def test_who_reads_and_clicks_is_nobodys_business(sent: Letter, post_report: Posting) -> None:
    said = postmark(sent, "Open", ReceivedAt=NOON.isoformat(), FirstOpen=True, UserAgent="x")
    assert post_report("postmark", said) == 200
    assert not DeliveryEvent.objects.exists()


def mailgun(letter: Letter, event: str, **said: Any) -> dict[str, Any]:
    """What Mailgun says; it signs each posting anew."""
    token, timestamp = f"{next(NUMBERS):050}", "1794830400"
    signature = hmac.new(SIGNING_KEY.encode(), f"{timestamp}{token}".encode(), hashlib.sha256)
    return {
        "signature": {"timestamp": timestamp, "token": token, "signature": signature.hexdigest()},
        "event-data": {
            "event": event,
            "id": "G9Bn5sl1TC6nu79C8C0bwg",
            "timestamp": NOON.timestamp(),
            "recipient": ADA,
            "message": {"headers": {"message-id": letter.provider_id.strip("<>"), "to": ADA}},
            "user-variables": {"letter": letter.token},
            "tags": [],
            "flags": {"is-test-mode": False},
            **said,
        },
    }


@pytest.mark.parametrize(
    ("severity", "reason", "expected"),
    [
        ("permanent", "bounce", ("bounced", True)),
        ("permanent", "suppress-bounce", ("bounced", True)),
        ("temporary", "generic", ("deferred", False)),
    ],
)
def test_mailguns_failures_are_told_apart(
    make_letter: MakeLetter,
    post_report: Posting,
    severity: str,
    reason: str,
    expected: tuple[str, bool],
) -> None:
    letter = make_letter(provider_id="<20261116.1@duelpost.example>")
    load_addresses_of("mailgun")
    status = {"code": 550, "message": "5.1.1 User unknown", "description": ""}
    said = {"severity": severity, "reason": reason, "delivery-status": status}
    for _ in range(2):
        assert post_report("mailgun", mailgun(letter, "failed", **said)) == 200
    event = DeliveryEvent.objects.get()
    assert (event.letter, event.kind, event.is_final) == (letter, *expected)
