"""Whatever is sent to the address for reports gets a clear answer, and never an error of ours."""

import base64
import gzip
import json
import random
from collections.abc import Iterator
from typing import Any
from urllib.parse import parse_qs, urlencode

import pytest
from anymail.webhooks.base import AnymailCoreWebhookView
from django.test import Client

from mail.models import DeliveryEvent, Suppression
from mail.reports.views import MOST_EVENTS
from tests.mail.conftest import MakeLetter
from tests.mail.providers import PROVIDERS, Said
from tests.mail.reporting import reports_taken_of
from tests.mail.test_providers import set_up

pytestmark = [
    pytest.mark.words,
    pytest.mark.django_db,
    pytest.mark.filterwarnings("ignore::anymail.exceptions.AnymailWarning"),
]

NAMES = [name for name, provider in PROVIDERS.items() if provider.reports]
ANSWERS = {200, 400, 401, 405, 413}
SECRET = {"Authorization": "Basic " + base64.b64encode(b"name:password").decode()}
METHODS = ["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE", "TRACE", "CONNECT", "BREW"]
FORMS = ("multipart/form-data; boundary=b", "application/x-www-form-urlencoded")
DEEP = b"[" * 100_000
ODD: list[Any] = [
    None, True, -1, 10**400, 1e308, float("nan"), "", "\0", "\ud800", "x" * 300, "9999-12-31",
    "1969-12-31T23:59:59+23:59", [], [[]], {}, {"": {"\0": None}}, ["@", {"letter": [1]}],
]  # fmt: skip
BODIES = [
    b"", b"\0", b"null", b"[]", b"{}", b"0", b'"', b"\xff\xfe", b"[null]", b"[[]]", b'{"a":' * 999,
    DEEP, b'{"event-data": 1}', b"mandrill_events=[1]", b"a=" + b"%00" * 99,
    random.Random(1).randbytes(5000),
    gzip.compress(b"{}")[:-4], b"--b\r\nContent-Disposition: form-data; name=",
]  # fmt: skip
TYPES = [
    "application/json", "application/json; charset=utf-16", "application/json; charset=nonsense",
    "multipart/form-data; boundary=b", "multipart/form-data", "text/plain", "",
    "application/x-www-form-urlencoded", "application/x-www-form-urlencoded; charset=latin-1",
]  # fmt: skip


@pytest.fixture(params=NAMES)
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def address(name: str, settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Where this provider reports."""
    set_up(PROVIDERS[name], "http://127.0.0.1:9/", settings, monkeypatch)
    with reports_taken_of(name):
        yield f"/anymail/{name}/tracking/"


def altered(said: Any) -> Iterator[Any]:
    """The report, each time with one of its parts replaced by something odd, or without it."""
    if isinstance(said, dict):
        for key, value in said.items():
            yield {other: said[other] for other in said if other != key}
            yield from ({**said, key: each} for each in [*ODD, *altered(value)])
    elif isinstance(said, list):
        for place, value in enumerate(said):
            yield from ([*said[:place], each, *said[place + 1 :]] for each in altered(value))
    elif isinstance(said, str) and said.startswith("{"):
        yield from (json.dumps(each) for each in altered(json.loads(said)))


def alterations(report: Said) -> Iterator[bytes]:
    if report.content_type == "application/json":
        yield from (json.dumps(each).encode() for each in altered(json.loads(report.body)))
        return
    for field, (value,) in parse_qs(report.body.decode()).items():
        for each in altered(json.loads(value)):
            yield urlencode({field: json.dumps(each)}).encode()


@pytest.mark.only_on("postgresql")  # it takes fewer texts than SQLite
def test_any_method_any_body_and_any_type_gets_an_answer(
    name: str, address: str, client: Client
) -> None:
    client.raise_request_exception = False
    reports = PROVIDERS[name].reports
    assert reports is not None
    report = reports("0123456789abcdef")
    sent = [(method, b"{}", TYPES[0]) for method in METHODS]
    sent += [("POST", body, kind) for body in BODIES for kind in (report.content_type, *FORMS)]
    sent += [("POST", report.body, kind) for kind in TYPES]
    for method, body, kind in sent:
        for headers in ({**report.headers, **SECRET}, SECRET, {"Authorization": "Basic \xff"}):
            answer = client.generic(method, address, body, kind, headers=headers)
            assert answer.status_code in ANSWERS, (method, kind, body[:40])
    assert not Suppression.objects.exists()


def test_too_much_at_once_is_said_to_be_that(name: str, address: str, client: Client) -> None:
    reports = PROVIDERS[name].reports
    assert reports is not None
    report = reports("0123456789abcdef")
    answer = client.post(
        address, b"x" * 3_000_000, report.content_type, headers={**report.headers, **SECRET}
    )
    assert answer.status_code == 413


@pytest.mark.parametrize("name", ["postmark", "sendgrid"])
def test_more_reports_than_can_be_kept_at_once_are_not_begun(
    name: str, address: str, client: Client
) -> None:
    event = {"event": "bounce", "email": "ada@duelpost.example", "timestamp": 1794830400}
    body = json.dumps([event] * (MOST_EVENTS + 1))
    answer = client.post(address, body, "application/json", headers=SECRET)
    assert answer.status_code in (400, 413)
    assert not DeliveryEvent.objects.exists()


@pytest.mark.only_on("postgresql")  # it takes fewer texts than SQLite
def test_a_report_altered_in_any_part_gets_an_answer(
    name: str,
    address: str,
    client: Client,
    make_letter: MakeLetter,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As the provider itself would send it: what proves its reports is not asked for here."""
    client.raise_request_exception = False
    monkeypatch.setattr(AnymailCoreWebhookView, "run_validators", lambda self, request: None)
    reports = PROVIDERS[name].reports
    assert reports is not None
    report = reports(make_letter().token)
    headers = {**report.headers, **SECRET}
    tried = 0
    for body in alterations(report):
        answer = client.post(address, body, report.content_type, headers=headers)
        assert answer.status_code in ANSWERS, body[:300]
        tried += 1
    assert tried > 50
    assert (
        client.post(address, report.body, report.content_type, headers=headers).status_code == 200
    )
