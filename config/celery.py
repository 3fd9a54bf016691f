"""The Celery app (tasks of all rooms, settings from Django), and its scheduler.

While the broker is away, the scheduler runs the sweeps itself: they find in the database what is
due. Bots wait for the broker.
"""

import os
from typing import Any

import structlog
from celery import Celery, states
from celery.beat import PersistentScheduler, SchedulingError
from celery.signals import beat_init, task_postrun, task_prerun, worker_init
from django.core.exceptions import ImproperlyConfigured
from django.db import close_old_connections, connections
from django_structlog.celery.steps import DjangoStructLogInitStep
from kombu.exceptions import OperationalError

from config.cache import REDIS

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")


class App(Celery):
    """Hands tasks over, and keeps nobody waiting for a broker that did not answer just now."""

    def send_task(self, *args: Any, **options: Any) -> Any:
        """Hand the task over; raise OperationalError if the broker is away."""
        if not REDIS.lets_ask():
            raise OperationalError("The broker did not answer a moment ago.")
        try:
            handed_over = super().send_task(*args, **options)
        except OperationalError as error:
            REDIS.note_failure(error)
            raise
        REDIS.note_answer()
        return handed_over


app = App("duelpost")
# Without this, threads other than the one that got here first would publish to no broker of ours.
app.set_default()
app.config_from_object("django.conf:settings", namespace="CELERY")
app.steps["worker"].add(DjangoStructLogInitStep)
app.autodiscover_tasks()


@task_prerun.connect
def look_at_connections(**_: Any) -> None:
    """Let a task begin as a request does: a connection that is old or dead is replaced."""
    close_old_connections()


@task_postrun.connect
def trust_no_connection_after_an_error(task: Any, state: str | None, **_: Any) -> None:
    """Close the connections of a task that broke off: it may have been in the middle of a query."""
    if state != states.SUCCESS and not task.request.is_eager:
        connections.close_all()


@worker_init.connect
@beat_init.connect
def stop_if_misconfigured(**_: Any) -> None:
    """Refuse to start a worker or a scheduler that a system check warns of in earnest."""
    from config.checks import stop_if_misconfigured as check  # noqa: PLC0415  (needs the apps)

    try:
        check()
    except ImproperlyConfigured as error:
        # Celery logs and forgets every other exception of a signal's receiver.
        raise SystemExit(str(error)) from None


log = structlog.get_logger(__name__)

WAITS_FOR_BROKER = "duel.bots."
"""The prefix of tasks that the scheduler never runs: a search would delay letters and clocks."""


class Scheduler(PersistentScheduler):
    """What `CELERY_BEAT_SCHEDULER` names."""

    producer = None  # type: ignore[assignment]
    """Celery's own would wait for the broker before anything is done; the app has one as well."""

    def apply_async(
        self, entry: Any, producer: Any = None, advance: bool = True, **options: Any
    ) -> Any:
        """Hand the task over, or do it here and now."""
        try:
            return super().apply_async(entry, producer, advance, **options)
        except SchedulingError as error:
            if entry.task.startswith(WAITS_FOR_BROKER):
                return None
            log.warning("done_without_broker", task=entry.task, error=str(error))
            try:
                return self.app.tasks[entry.task].apply()
            finally:
                connections.close_all()
