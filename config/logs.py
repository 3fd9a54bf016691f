"""Structured logs: one line an event, with the request id that travels into tasks.

All libraries log through the one formatter below, which redacts. Tracebacks show code, never the
values of local variables.

Links are known by their path; all else that looks random is taken for a token. Ids of requests and
tasks (UUIDs) stay readable: they open nothing.
"""

import re
from collections.abc import Mapping, MutableMapping
from typing import Any

import structlog
from django.dispatch import receiver
from django_structlog.celery.signals import bind_extra_task_metadata
from structlog.typing import EventDict, WrappedLogger

from config.schedule import sweep_names

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


def redact(text: str) -> str:
    """Return the text without links, query strings, passwords in addresses, e-mails and tokens."""
    text = _USERINFO.sub(f"{GONE}@", text)
    text = _LINK.sub(rf"/\1/{GONE}", text)
    text = _QUERY.sub(_unless_it_is_a_question, text)
    text = _EMAIL.sub(GONE, text)
    text = _SIGNED.sub(GONE, text)
    return _LONG.sub(_unless_it_is_a_name, text)


def redact_event(_logger: Any, _method: str, event: MutableMapping[str, Any]) -> Any:
    """Return a structlog event in which every value is redacted."""
    return {name: _redact_value(name, value) for name, value in event.items()}


def _redact_value(name: str, value: Any) -> Any:
    if value is None or isinstance(value, (bool, int, float)):
        return value
    if name.lower() in SECRET_KEYS:
        return GONE
    if isinstance(value, Mapping):
        return {str(key): _redact_value(str(key), inner) for key, inner in value.items()}
    if isinstance(value, (list, tuple, set, frozenset)):
        return [_redact_value("", inner) for inner in value]
    return redact(str(value))


def _unless_it_is_a_question(match: re.Match[str]) -> str:
    return f"?{GONE}" if any(sign in match[0] for sign in "=&%") else match[0]


def _unless_it_is_a_name(match: re.Match[str]) -> str:
    found = match[0]
    if _UUID.fullmatch(found):
        return found
    words = [word for word in re.split("[_-]+", found) if word]
    return found if all(_WORD.fullmatch(word) for word in words) else GONE


SLOW_SWEEP_MS = 1000
_SWEEPS = sweep_names()
_OF_A_TASK = frozenset({"task_enqueued", "task_started", "task_succeeded", "task_revoked"})


@receiver(bind_extra_task_metadata)
def bind_task_name(task: Any, **_: Any) -> None:
    """Let every line of a task name it."""
    structlog.contextvars.bind_contextvars(task=task.name)


def leave_out_sweeps(logger: WrappedLogger, method: str, event: EventDict) -> EventDict:
    """Drop the lines about a sweep of the scheduler that was quick and succeeded, or expired."""
    # One every other second would fill the disk of an idle service. Logged are the tasks that a
    # sweep calls, and a sweep that fails or is slow. Sweeps expire while a worker starts: the next
    # one does their work, and `/readyz` says if none comes.
    if event["event"] not in _OF_A_TASK or "request_id" in event:
        return event
    if event.get("duration_ms", 0) >= SLOW_SWEEP_MS or event.get("terminated"):
        return event
    if event.get("child_task_name", event.get("task")) in _SWEEPS:
        raise structlog.DropEvent
    return event


_SHARED: list[Any] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_log_level,
    structlog.stdlib.add_logger_name,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
]


def logging_settings(*, level: str, form: str) -> dict[str, Any]:
    """Return Django's LOGGING for lines in `json` or `plain` form, and set structlog up alike."""
    structlog.configure(
        processors=[
            *_SHARED,
            leave_out_sweeps,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=True,
    )
    renderer: Any = (
        structlog.processors.JSONRenderer()
        if form == "json"
        else structlog.dev.ConsoleRenderer(
            colors=False, exception_formatter=structlog.dev.plain_traceback
        )
    )
    passed_on: dict[str, Any] = {"handlers": [], "propagate": True}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "lines": {
                "()": structlog.stdlib.ProcessorFormatter,
                "foreign_pre_chain": _SHARED,
                "processors": [
                    structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                    structlog.processors.format_exc_info,
                    redact_event,
                    renderer,
                ],
            }
        },
        "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "lines"}},
        "root": {"handlers": ["console"], "level": level},
        "loggers": {
            # Django would also mail errors, with the request in full, to ADMINS.
            "django": passed_on,
            "django.server": passed_on,
            # Says once more, without the request id, what `request_finished` and
            # `request_failed` say.
            "django.request": {**passed_on, "level": "CRITICAL"},
            # Scanners ask by any host name; that they got a 400 is in the line of their request.
            "django.security.DisallowedHost": {**passed_on, "level": "CRITICAL"},
            # Say once more, without the request id, what `task_started` and its kin say.
            "celery.worker.strategy": {**passed_on, "level": "WARNING"},
            "celery.app.trace": {**passed_on, "level": "CRITICAL"},
            # Says of every sweep that it is due.
            "celery.beat": {**passed_on, "level": "WARNING"},
            # Would write down each call of a provider's API, and each query.
            "urllib3": {**passed_on, "level": "WARNING"},
            "django.db.backends": {**passed_on, "level": "INFO"},
            # Would write down the addresses of every mail that comes in.
            "mail.log": {**passed_on, "level": "WARNING"},
            "gunicorn.error": passed_on,
            "gunicorn.access": {**passed_on, "level": "CRITICAL"},
        },
    }
