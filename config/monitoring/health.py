"""Answers to "are you alive?", "can you do your work?" and "how are you?", for monitors.

`/healthz`: this process answers. `/readyz`: so do database and broker, no migration is pending, the
sweeps run, and replies reach us. They come before all other middleware: they need no host name, no
https, no session, and are not logged.

`/metrics` has the figures of the admin's front page for Prometheus, for those who send
`METRICS_TOKEN`; without that setting there is no such page.
"""

import os
from collections.abc import Callable, Iterator
from datetime import timedelta
from math import inf

from django.conf import settings
from django.db import Error, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from kombu.exceptions import OperationalError
from prometheus_client import CollectorRegistry, Metric, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4
from prometheus_client.registry import Collector

from config import VERSION
from config.celery import app
from config.monitoring.findings import database_trouble
from duel.timekeeping.front_door import shut_doors
from mail.inbound.heartbeats import ways_in_are_silent, ways_in_with_full_port
from mail.models import Sweep
from support.status.figures import MOST, StatusFigure, free_bytes, status_figures

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
    """Return `ok`, `full` (the mail server has no place for who comes), `shut` or `silent`."""
    # `shut`: the mail port, which is asked each minute, greets nobody. `silent`: replies may lie
    # where we have not looked for a while.
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


def answer_metrics(get_response: Respond) -> Respond:
    """Return middleware that answers `/metrics`, if it is wanted, and passes on all else."""

    def respond(request: HttpRequest) -> HttpResponse:
        if request.path_info != "/metrics" or not settings.METRICS_TOKEN:
            return get_response(request)
        headers = {"Cache-Control": "no-store"}
        if not _may_read(request):
            headers["WWW-Authenticate"] = 'Bearer realm="metrics"'
            return HttpResponse(status=401, headers=headers)
        figures = generate_latest(_REGISTRY)
        return HttpResponse(figures, content_type=CONTENT_TYPE_PLAIN_0_0_4, headers=headers)

    return respond


class _Service(Collector):
    """What is asked of the service at each scrape; nothing is counted in between."""

    def collect(self) -> Iterator[Metric]:
        """Yield every metric with its samples; without a database those that need none."""
        has_database = database_state() == "ok"
        yield _gauge("up", "This process answers.", 1)
        info = _family("info", "Which Duelpost this is.", "version", "mode")
        info.add_metric([VERSION, settings.MODE], 1)
        yield info
        yield _gauge("database_up", "The database answers.", has_database)
        yield _gauge("broker_up", "Tasks can be handed over.", broker_state() == "ok")
        yield _gauge("disk_free_bytes", "Free on the disk of this process.", free_bytes())
        if has_database:
            yield from _figures(status_figures(reader=None))


def _figures(found: list[StatusFigure]) -> Iterator[Metric]:
    now = timezone.now()
    sweeps = _family("sweep_age_seconds", "How long ago a sweep came to its end.", "sweep")
    ways = _family("way_in_age_seconds", "How long ago a way in for replies was well.", "way_in")
    members = {"sweep": sweeps, "way_in": ways}
    attention = _family("needs_attention", "An operator should look at it.", "figure")
    for figure in found:
        family, _colon, member = figure.name.partition(":")
        age = (now - figure.since).total_seconds() if figure.since else None
        attention.add_metric([figure.name], not figure.is_fine)
        if member:
            # One that never ran is not a young one.
            members[family].add_metric([member], inf if age is None else age)
            continue
        if disk := figure.disk:
            yield _gauge("database_bytes", "The database.", disk.database)
            yield _gauge("raw_mail_bytes", "Mail that came in, of the database.", disk.raw_mail)
            continue
        words = f"How many there are; nothing is counted beyond {MOST + 1}."
        yield _gauge(family, words, figure.number)
        if age is not None:
            yield _gauge(f"{family}_age_seconds", "How long ago.", age)
    yield from members.values()
    yield attention


def _gauge(name: str, words: str, value: float) -> GaugeMetricFamily:
    return GaugeMetricFamily(f"duelpost_{name}", words, value=value)


def _family(name: str, words: str, *labels: str) -> GaugeMetricFamily:
    return GaugeMetricFamily(f"duelpost_{name}", words, labels=labels)


def _may_read(request: HttpRequest) -> bool:
    scheme, _space, token = request.headers.get("Authorization", "").partition(" ")
    return scheme.lower() == "bearer" and constant_time_compare(
        token.strip(), settings.METRICS_TOKEN
    )


# Of its own: the library's holds figures of one process, and which one answers is chance.
_REGISTRY = CollectorRegistry()
_REGISTRY.register(_Service())
