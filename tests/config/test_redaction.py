"""What never reaches a log line."""

import secrets
import uuid
from collections.abc import Iterable, Iterator

import pytest
from django.urls import URLPattern, URLResolver, get_resolver

from config.logs import BEARER_PATHS, GONE, redact, redact_event


@pytest.mark.parametrize(
    "text",
    [
        "GET /go/Xk4.31.7.Qw9",
        "GET /in/WyJhZGEi:1tAbc:sig HTTP/1.1",
        "Not Found: /me/abc/",
        "https://duelpost.example/join/abc-def opened",
        "open('/mailbox/1731.M2P3.host/html')",
        'Invalid request line: "POST /go/abc"',
    ],
)
def test_the_rest_of_a_bearer_path_is_left_out(text: str) -> None:
    line = redact(text)
    assert GONE in line
    for secret in ("Xk4", "WyJ", "sig", "abc", "1731"):
        assert secret not in line


def routes(patterns: Iterable[URLPattern | URLResolver], before: str = "") -> Iterator[str]:
    for pattern in patterns:
        route = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from routes(pattern.url_patterns, route)
        else:
            yield route


def test_no_address_with_a_token_in_it_is_forgotten() -> None:
    bearing = {route for route in routes(get_resolver().url_patterns) if "token>" in route}
    assert bearing
    assert {route.split("/")[0] for route in bearing} <= set(BEARER_PATHS)


def test_a_path_that_opens_nothing_stays_readable() -> None:
    assert redact("GET /imprint/") == "GET /imprint/"
    assert redact("GET /go/x y") == f"GET /go/{GONE} y"


def test_query_strings_are_left_out() -> None:
    assert redact("GET /sign-in/?next=/in/abc") == f"GET /sign-in/?{GONE}"
    assert redact("Is it true? Yes.") == "Is it true? Yes."


@pytest.mark.parametrize(
    "address", ["ada@duelpost.example", "ada.l+x@mail.duelpost.example", "ada@localhost"]
)
def test_addresses_of_people_are_left_out(address: str) -> None:
    for text in (address, f"<{address}>", f"to={address}, next", f"550 {address}: no such user"):
        assert address not in redact(text)
        assert "duelpost.example" not in redact(text)


def test_passwords_in_service_addresses_are_left_out() -> None:
    line = redact("cannot reach redis://:s3cret@redis:6379/0")
    assert "s3cret" not in line
    assert "redis:6379" in line


def test_anything_drawn_at_random_is_left_out() -> None:
    for _ in range(300):
        for drawn in (secrets.token_urlsafe(32), secrets.token_hex(32)):
            assert drawn in f"token was {drawn}."
            assert drawn not in redact(f"token was {drawn}.")
            assert redact(f"hash {drawn}") == f"hash {GONE}"


@pytest.mark.parametrize(
    "text",
    [
        str(uuid.UUID(int=2**127 + 12345678901234567890)),
        "CompressedManifestStaticFilesStorage",
        "mail_letter_being_sent_has_a_claim",
        "django.core.exceptions.ImproperlyConfigured",
        "2026-11-16T03:42:00.123456Z",
        'File "/usr/lib/python3.11/site-packages/django/core/handlers/exception.py", line 55',
    ],
)
def test_names_ids_and_times_stay_readable(text: str) -> None:
    assert redact(text) == text


def test_values_are_redacted_however_deep_and_by_their_name() -> None:
    event = {
        "event": "sent to ada@duelpost.example",
        "code": 200,
        "token": "short",
        "inner": [{"email": "x", "path": "/go/abc"}, ValueError("ada@duelpost.example")],
    }
    assert redact_event(None, "info", event) == {
        "event": f"sent to {GONE}",
        "code": 200,
        "token": GONE,
        "inner": [{"email": GONE, "path": f"/go/{GONE}"}, GONE],
    }
