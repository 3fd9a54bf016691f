"""The Celery app: tasks of all rooms, settings from Django."""

import os
from typing import Any

from celery import Celery
from celery.signals import beat_init, worker_init
from django.core.exceptions import ImproperlyConfigured
from django_structlog.celery.steps import DjangoStructLogInitStep

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("duelpost")
# Without this, threads other than the one that got here first would publish to no broker of ours.
app.set_default()
app.config_from_object("django.conf:settings", namespace="CELERY")
app.steps["worker"].add(DjangoStructLogInitStep)
app.autodiscover_tasks()


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
