"""Mail that providers post to us: kept once it is proved, and never an error of ours."""

import json
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any
from urllib.parse import parse_qs, urlencode

import pytest
import time_machine
from anymail.webhooks.base import AnymailCoreWebhookView
from django.test import Client
from django.urls import Resolver404, resolve
from django.utils import timezone

from mail.addresses import reply_address
from mail.inbound.ways.webhook import _moment
from mail.models import InboundMail
from tests.mail.inbound.conftest import ADA, FORGED, KEY, MailReader, raw_mail
from tests.mail.inbound.posted import posted
from tests.mail.providers import NOON, PROVIDERS, Said
from tests.mail.reporting import reports_taken_of
from tests.mail.test_providers import set_up
from tests.mail.test_report_page import ANSWERS, BODIES, SECRET, TYPES, altered

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.filterwarnings("ignore::anymail.exceptions.AnymailWarning"),
]

TAKES_MAIL = [name for name in PROVIDERS if posted(name, raw_mail(to="x"), to="x", sender="y")]
FETCHED = ("mailtrap", "resend")
"""They only say that there is a mail; it is fetched from them."""

MORE = {
    "mailersend": {"MAILERSEND_INBOUND_SECRET": "secret"},
    "resend": {"RESEND_INBOUND_SECRET": "whsec_c2VjcmV0"},
}


@pytest.fixture(params=TAKES_MAIL)
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def page(name: str, reader: MailReader, settings: Any, monkeypatch: Any) -> Iterator[str]:
    """Where this provider posts mail; what proves it is asked for in a test of its own."""
    set_up(PROVIDERS[name], "http://127.0.0.1:9/", settings, monkeypatch)
    settings.ANYMAIL |= MORE.get(name, {})
    monkeypatch.setattr(AnymailCoreWebhookView, "run_validators", lambda self, request: None)
    with reports_taken_of(name):
        yield f"/anymail/{name}/" if name == "mandrill" else f"/anymail/{name}/inbound/"


def post_mail(client: Client, page: str, said: Said) -> int:
    return client.post(
        page, said.body, said.content_type, headers={**said.headers, **SECRET}
    ).status_code


def said_by(name: str, raw: bytes, *, to: str = "", sender: str = ADA) -> Said:
    said = posted(name, raw, to=to or reply_address(KEY), sender=sender)
    assert said is not None
    return said


def test_a_reply_is_kept_once(name: str, page: str, client: Client) -> None:
    raw = raw_mail("take a1 – grüße")
    if name in FETCHED:  # the provider is away
        assert post_mail(client, page, said_by(name, raw)) == 503
        return
    for _ in range(2):
        assert post_mail(client, page, said_by(name, raw)) == 200
    mail = InboundMail.objects.get()
    assert (mail.way, mail.about, mail.sender, mail.is_owner) == ("webhook", "seat:0", ADA, True)
    assert mail.status == InboundMail.Status.WAITING
    assert KEY.encode() not in bytes(mail.raw)


def test_mail_for_nobody_is_answered_and_not_kept(name: str, page: str, client: Client) -> None:
    if name in FETCHED:
        return
    to = reply_address(FORGED)
    assert post_mail(client, page, said_by(name, raw_mail(to=to), to=to)) == 200
    assert not InboundMail.objects.exists()


def test_too_much_is_said_to_be_that(name: str, page: str, client: Client, settings: Any) -> None:
    if name in FETCHED:
        return
    settings.INBOUND_MOST_BYTES = 1000
    assert post_mail(client, page, said_by(name, raw_mail("x" * 1000))) == 413
    assert not InboundMail.objects.exists()


def alterations(said: Said) -> Iterator[bytes]:
    if said.content_type == "application/json":
        yield from (json.dumps(each).encode() for each in altered(json.loads(said.body)))
        return
    fields = {field: value for field, (value,) in parse_qs(said.body.decode()).items()}
    for field, value in fields.items():
        others = {other: fields[other] for other in fields if other != field}
        yield urlencode(others).encode()
        for odd in ("", "\0", "x" * 300, "{", "[]", "\r\n\r\n", *altered(value)):
            yield urlencode({**others, field: str(odd)}, errors="replace").encode()


def test_whatever_is_posted_gets_an_answer(name: str, page: str, client: Client) -> None:
    client.raise_request_exception = False
    said = said_by(name, raw_mail())
    bodies = [(body, said.content_type) for body in (*BODIES, *alterations(said))]
    bodies += [(said.body, kind) for kind in TYPES]
    for body, kind in bodies:
        answer = client.generic("POST", page, body, kind, headers={**said.headers, **SECRET})
        may_be = ANSWERS | {503} if name in (*FETCHED, "brevo", "amazon_ses") else ANSWERS
        assert answer.status_code in may_be, (kind, body[:300])
    assert len(bodies) > 30


@pytest.mark.parametrize("name", ["postmark"])
def test_without_the_secret_nothing_is_taken(
    name: str, reader: MailReader, settings: Any, monkeypatch: Any, client: Client
) -> None:
    set_up(PROVIDERS[name], "http://127.0.0.1:9/", settings, monkeypatch)
    said = said_by(name, raw_mail())
    with reports_taken_of(name):
        answer = client.post("/anymail/postmark/inbound/", said.body, said.content_type)
        assert answer.status_code in (400, 401)
        with pytest.raises(Resolver404):
            resolve("/anymail/mailgun/inbound/")
    assert not InboundMail.objects.exists()
    for missing in (
        {"WAYS_IN": ["smtp"]},
        {"REPLY_TO": ""},
        {"ANYMAIL": {"POSTMARK_SERVER_TOKEN": "x"}},
    ):
        for setting, value in missing.items():
            setattr(settings, setting, value)
        with reports_taken_of(name), pytest.raises(Resolver404):
            resolve("/anymail/postmark/inbound/")


def test_a_bounce_that_comes_through_the_provider_is_no_reply(
    reader: MailReader, settings: Any, monkeypatch: Any, client: Client
) -> None:
    set_up(PROVIDERS["postmark"], "http://127.0.0.1:9/", settings, monkeypatch)
    with reports_taken_of("postmark"):
        said = said_by("postmark", raw_mail(), sender="")
        assert post_mail(client, "/anymail/postmark/inbound/", said) == 200
    assert InboundMail.objects.get().outcome == "machine"


@time_machine.travel(NOON, tick=False)
def test_the_providers_moment_is_believed_within_two_days() -> None:
    now = timezone.now()
    hour = timedelta(hours=1)
    assert _moment(now - hour) == now - hour
    for odd in (now + hour, now - timedelta(days=3), datetime(2026, 11, 16), None, "noon"):  # noqa: DTZ001
        assert _moment(odd) == now
