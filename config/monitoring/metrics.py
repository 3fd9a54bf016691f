"""`/metrics`: the figures of the admin's front page for Prometheus, in its text format.

Not there unless `METRICS_TOKEN` is set, and then only for whoever shows it. Like the health
checks it comes before the rest of the site, as a monitor may ask a container by any name.
"""

from collections.abc import Callable, Iterator
from math import inf

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from prometheus_client import CollectorRegistry, Metric, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4
from prometheus_client.registry import Collector

from config.monitoring.health import broker_state, database_state
from config.version import VERSION
from support.status.disk import free_bytes
from support.status.figures import MOST, StatusFigure, status_figures

Respond = Callable[[HttpRequest], HttpResponse]


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
