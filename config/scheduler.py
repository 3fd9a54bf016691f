"""The scheduler (`celery beat`), which does itself what it cannot hand over.

Without the broker no worker hears of anything. The sweeps need none: they find in the database what
is due. So while it is away, letters and clocks go on, as fast as this one process can see to them.
Bots wait for it.
"""

from typing import Any

import structlog
from celery.beat import PersistentScheduler, SchedulingError
from django.db import connections

log = structlog.get_logger(__name__)

WAITS_FOR_BROKER = "duel.bots."
"""How the names begin of tasks that are not done here: a search would keep letters and clocks."""


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
