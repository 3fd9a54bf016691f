"""Structured logs: one line an event, with the request id that travels into tasks.

Everything that is logged, by whatever library, ends in the one formatter below and is redacted
there. Tracebacks are plain: they show code, never the values of local variables.
"""

from typing import Any

import structlog
from django.dispatch import receiver
from django_structlog.celery.signals import bind_extra_task_metadata
from structlog.typing import EventDict, WrappedLogger

from config.redaction import redact_event
from config.schedule import sweep_names

SLOW_SWEEP_MS = 1000
_SWEEPS = sweep_names()
_OF_A_TASK = frozenset({"task_enqueued", "task_started", "task_succeeded"})


@receiver(bind_extra_task_metadata)
def bind_task_name(task: Any, **_: Any) -> None:
    """Let every line of a task name it."""
    structlog.contextvars.bind_contextvars(task=task.name)


def leave_out_sweeps(logger: WrappedLogger, method: str, event: EventDict) -> EventDict:
    """Drop what is said of a sweep that the scheduler called and that was quick and well.

    There is one every other second, and an idle service would fill its disk with them. What a sweep
    does is told by the tasks that it calls; one that fails or is slow is told of.
    """
    if event["event"] not in _OF_A_TASK or "request_id" in event:
        return event
    if event.get("duration_ms", 0) >= SLOW_SWEEP_MS:
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
