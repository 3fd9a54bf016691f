"""Answers to "are you alive?" and "can you do your work?", for containers and monitors.

`/healthz`: this process answers. `/readyz`: so do the database and the broker, no migration is
pending, the sweeps over the database run, and replies reach us. Both come before any other part of
the site: they need no host name, no https, no session, and leave no line in the log.
"""

import os
from collections.abc import Callable
from datetime import timedelta

from django.conf import settings
from django.db import Error, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from kombu.exceptions import OperationalError

from config.celery import app
from config.monitoring.causes import database_trouble
from duel.timekeeping.front_door import shut_doors
from mail.inbound.heartbeats import ways_in_are_silent, ways_in_with_full_port
from mail.models import Sweep

Respond = Callable[[HttpRequest], HttpResponse]

SWEEPS = settings.SWEEPS
"""The periodic tasks without which letters or clocks stand still; the settings name them."""


def answer_health_checks(get_response: Respond) -> Respond:
    """Return middleware that answers `/healthz` and `/readyz` and passes on all else."""

    def respond(request: HttpRequest) -> HttpResponse:
        if request.path_info == "/healthz":
            return _answer({"process": "ok"})
        if request.path_info == "/readyz":
            return _answer(readiness())
        return get_response(request)

    return respond


def readiness() -> dict[str, str]:
    """Return a word on each part that the service needs; all are `ok` when it can do its work."""
    database = database_state()
    answers = database == "ok"
    return {
        "database": database,
        "broker": broker_state(),
        "migrations": migrations_state() if answers else "unknown",
        "sweeps": sweeps_state() if answers else "unknown",
        "replies": replies_state() if answers else "unknown",
    }


def database_state() -> str:
    """Return `ok`, or `down` if the database does not answer."""
    return "down" if database_trouble() else "ok"


def migrations_state() -> str:
    """Return `ok`, or `pending` if the database is older than the code."""
    executor = MigrationExecutor(connection)
    return "pending" if executor.migration_plan(executor.loader.graph.leaf_nodes()) else "ok"


def broker_state() -> str:
    """Return `ok`, or `down` if tasks cannot be handed over."""
    if not settings.REDIS_URL:
        folder = settings.CELERY_BROKER_TRANSPORT_OPTIONS["data_folder_out"]
        return "ok" if os.access(folder, os.W_OK) else "down"
    try:
        with app.connection_for_write() as broker:
            broker.ensure_connection(max_retries=1, interval_start=0, interval_step=0)
    except (OperationalError, OSError):
        return "down"
    return "ok"


def sweeps_state() -> str:
    """Return `ok`, `late` if one has not ended for a while, or `missing` if one never ran."""
    try:
        ran = dict(Sweep.objects.filter(name__in=SWEEPS).values_list("name", "ran_at"))
    except Error:  # a database that was never migrated
        return "missing"
    if len(ran) < len(SWEEPS):
        return "missing"
    patience = timedelta(seconds=settings.SWEEP_PATIENCE_SECONDS)
    return "late" if min(ran.values()) < timezone.now() - patience else "ok"


def replies_state() -> str:
    """Return `ok`, `full`, `shut` or `silent`.

    `full`: the mail server has no place for who comes. `shut`: the mail port greets nobody; it is
    asked each minute. `silent`: replies may lie where we have not looked for a while.
    """
    now = timezone.now()
    try:
        if ways_in_with_full_port():
            return "full"
        if "mail" in shut_doors(now):
            return "shut"
        return "silent" if ways_in_are_silent(now) else "ok"
    except Error:  # a database that was never migrated
        return "unknown"


def _answer(parts: dict[str, str]) -> HttpResponse:
    status = 200 if all(word == "ok" for word in parts.values()) else 503
    return JsonResponse(parts, status=status, headers={"Cache-Control": "no-store"})
