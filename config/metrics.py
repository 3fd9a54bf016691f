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

from config.health import broker_state, database_state
from config.version import VERSION
from duel.operators.status.figures import MOST, Reading, readings

Respond = Callable[[HttpRequest], HttpResponse]
Samples = list[tuple[str, float]]
"""Labels, as they are written, and the value that goes with them."""

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"


def answer_metrics(get_response: Respond) -> Respond:
    """Return middleware that answers `/metrics`, if it is wanted, and passes on all else."""

    def respond(request: HttpRequest) -> HttpResponse:
        if request.path_info != "/metrics" or not settings.METRICS_TOKEN:
            return get_response(request)
        headers = {"Cache-Control": "no-store"}
        if not _may_read(request):
            headers["WWW-Authenticate"] = 'Bearer realm="metrics"'
            return HttpResponse(status=401, headers=headers)
        return HttpResponse("\n".join(lines()) + "\n", content_type=CONTENT_TYPE, headers=headers)

    return respond


def lines() -> Iterator[str]:
    """Yield every metric with its help and type; without a database those that need none."""
    has_database = database_state() == "ok"
    yield from _metric("up", "This process answers.", [("", 1)])
    version = f'{{version="{VERSION}",mode="{settings.MODE}"}}'
    yield from _metric("info", "Which Duelpost this is.", [(version, 1)])
    yield from _metric("database_up", "The database answers.", [("", has_database)])
    yield from _metric("broker_up", "Tasks can be handed over.", [("", broker_state() == "ok")])
    if has_database:
        yield from _figures(readings(reader=None))


def _figures(found: list[Reading]) -> Iterator[str]:
    now = timezone.now()
    sweeps: Samples = []
    attention: Samples = []
    for reading in found:
        family, _colon, sweep = reading.name.partition(":")
        age = (now - reading.since).total_seconds() if reading.since else None
        attention.append((f'{{figure="{reading.name}"}}', not reading.is_fine))
        if sweep:
            # One that never ran is not a young one.
            sweeps.append((f'{{sweep="{sweep}"}}', inf if age is None else age))
            continue
        words = f"How many there are; nothing is counted beyond {MOST + 1}."
        yield from _metric(family, words, [("", reading.number)])
        if age is not None:
            yield from _metric(f"{family}_age_seconds", "How long ago.", [("", age)])
    yield from _metric("sweep_age_seconds", "How long ago a sweep came to its end.", sweeps)
    yield from _metric("needs_attention", "An operator should look at it.", attention)


def _metric(name: str, words: str, samples: Samples) -> Iterator[str]:
    yield f"# HELP duelpost_{name} {words}"
    yield f"# TYPE duelpost_{name} gauge"
    for labels, value in samples:
        number = "+Inf" if value == inf else f"{float(value):.10g}"
        yield f"duelpost_{name}{labels} {number}"


def _may_read(request: HttpRequest) -> bool:
    scheme, _space, token = request.headers.get("Authorization", "").partition(" ")
    return scheme.lower() == "bearer" and constant_time_compare(
        token.strip(), settings.METRICS_TOKEN
    )
