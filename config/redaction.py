"""What must not reach a log line: bearer links, tokens, passwords and people's addresses.

Two nets. Links are known by the shape of their path; whatever else looks drawn at random is
taken for a token. Ids of requests and tasks (UUIDs) stay readable: nothing here is opened by one.
"""

import re
from collections.abc import Mapping, MutableMapping
from typing import Any

GONE = "[redacted]"

BEARER_PATHS = (
    "go",
    "board",
    "letter",
    "calendar",
    "pay",
    "more",
    "time",
    "trouble",
    "timeline",
    "again",
    "in",
    "me",
    "join",
    "challenge",
    "play",
    "mailbox",
)
"""First parts of the paths that let their holder act or read: moves, boards, sign-ins, wishes,
invitations, letters. What follows them is never logged."""

SECRET_KEYS = frozenset(
    [
        "address",
        "authorization",
        "cookie",
        "email",
        "link",
        "password",
        "recipient",
        "secret",
        "to",
        "token",
    ]
)
"""Names of values that are never logged, whatever they look like."""

_LINK = re.compile(rf"/({'|'.join(BEARER_PATHS)})/[^\s\"'<>?#,;)\]}}]+")
_QUERY = re.compile(r"(?<=[\w/\]])\?[^\s\"'<>]*")
_USERINFO = re.compile(r"(?<=://)[^/\s@]*@")
# Bounded before the sign that they look for: a long run without it is gone through once, not again
# from each of its characters.
_EMAIL = re.compile(r"[^\s<>\"'(),:;=@\[\]]{1,128}@[\w-]+(?:\.[\w-]+)*")
_SIGNED = re.compile(r"[\w.-]{1,128}:[\w-]{1,128}:[\w-]{20,}")
_LONG = re.compile(r"[A-Za-z0-9_-]{16,}")
_UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_WORD = re.compile(r"[a-z]{1,16}\d{0,2}|[A-Z]{1,16}\d{0,2}|(?:[A-Z]{1,4}[a-z]{2,15})+|\d+")


def redacted(text: str) -> str:
    """Return the text without links, query strings, passwords in addresses, e-mails and tokens."""
    text = _USERINFO.sub(f"{GONE}@", text)
    text = _LINK.sub(rf"/\1/{GONE}", text)
    text = _QUERY.sub(_unless_it_is_a_question, text)
    text = _EMAIL.sub(GONE, text)
    text = _SIGNED.sub(GONE, text)
    return _LONG.sub(_unless_it_is_a_name, text)


def redact_event(_logger: Any, _method: str, event: MutableMapping[str, Any]) -> Any:
    """Return a structlog event in which every value is redacted."""
    return {name: _value(name, value) for name, value in event.items()}


def _value(name: str, value: Any) -> Any:
    if value is None or isinstance(value, (bool, int, float)):
        return value
    if name.lower() in SECRET_KEYS:
        return GONE
    if isinstance(value, Mapping):
        return {str(key): _value(str(key), inner) for key, inner in value.items()}
    if isinstance(value, (list, tuple, set, frozenset)):
        return [_value("", inner) for inner in value]
    return redacted(str(value))


def _unless_it_is_a_question(match: re.Match[str]) -> str:
    return f"?{GONE}" if any(sign in match[0] for sign in "=&%") else match[0]


def _unless_it_is_a_name(match: re.Match[str]) -> str:
    found = match[0]
    if _UUID.fullmatch(found):
        return found
    words = [word for word in re.split("[_-]+", found) if word]
    return found if all(_WORD.fullmatch(word) for word in words) else GONE
