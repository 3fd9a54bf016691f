"""The webhooks of the mail provider: for reports and, by `mail/inbound/ways/webhook.py`, for mail.

Answers say whether to come again: 400 for what nobody can read or prove, 413 for too much at once,
503 for a report that we could not keep just now.
"""

from collections.abc import Callable
from typing import Any

import structlog
from anymail.webhooks.base import AnymailCoreWebhookView
from django.conf import settings
from django.core.exceptions import RequestDataTooBig, SuspiciousOperation
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.urls import URLPattern, path
from django.views.decorators.csrf import csrf_exempt

log = structlog.get_logger(__name__)

COME_AGAIN_AFTER = 300
"""Seconds; providers that do not heed it have a rhythm of their own."""

MOST_EVENTS = 5000
"""In one report; each costs some queries. Providers put at most some hundreds together."""


class UnreadableReport(Exception):
    """What was sent is no report of this provider."""


class ReportWebhook(AnymailCoreWebhookView):  # type: ignore[misc]
    """Tells what cannot be read or proved from what cannot be kept.

    Both are decided by what was sent alone, which may be anything: no error in it is ours.
    """

    def run_validators(self, request: HttpRequest) -> None:
        """Raise unless the report comes from the provider."""
        _attempt(super().run_validators, request)

    def parse_events(self, request: HttpRequest) -> list[Any]:
        """Return what is reported; raise if it is more than anybody reports at a time."""
        events = list(_attempt(super().parse_events, request))
        if len(events) > MOST_EVENTS:
            raise RequestDataTooBig
        return events


def report_pages() -> list[URLPattern]:
    """Return the addresses for reports of our provider alone."""
    # Without a secret there are none: anybody could report anything.
    provider = provider_with_secret()
    return [path(f"anymail/{route.pattern}", page_of(route)) for route in _routes(provider)]


def provider_with_secret() -> str:
    """Return the name of the provider that carries our letters, if a secret proves what it says."""
    room, _, provider = settings.EMAIL_BACKEND.removesuffix(".EmailBackend").rpartition(".")
    is_proved = room == "anymail.backends" and settings.ANYMAIL.get("WEBHOOK_SECRET")
    return provider if is_proved else ""


def report_view(provider: str) -> type[AnymailCoreWebhookView]:
    """Return the class that reads this provider's reports."""
    return _routes(provider)[0].callback.view_class  # type: ignore[no-any-return]


def _routes(provider: str) -> list[Any]:
    """Return where django-anymail takes this provider's reports: at one address, two or none."""
    if not provider:
        return []  # django-anymail's addresses import the libraries of all providers
    return routes_named(f"{provider}_tracking_webhook", f"{provider}_webhook")


def routes_named(*names: str) -> list[Any]:
    """Return those of django-anymail's addresses that have one of these names."""
    from anymail.urls import urlpatterns  # noqa: PLC0415 - only where a provider calls

    return [route for route in urlpatterns if route.name in names]


def page_of(
    route: Any, reading: type[ReportWebhook] = ReportWebhook
) -> Callable[..., HttpResponseBase]:
    """Return the page at one of django-anymail's addresses, with our answers."""
    view_class: Any = type("ReportView", (reading, route.callback.view_class), {})
    view: Callable[[HttpRequest], HttpResponseBase] = view_class.as_view()

    @csrf_exempt  # a secret or a signature proves it
    def take(request: HttpRequest, *parts: str) -> HttpResponseBase:
        try:
            return view(request)
        except RequestDataTooBig:
            return _answer(413, "This is too much at once.")
        except SuspiciousOperation:
            return _answer(400, "Nothing proves that this comes from the provider.")
        except UnreadableReport as error:
            log.warning("report_unreadable", error=type(error.__cause__).__name__)
            return _answer(400, "This is no report that we can read.")
        except Exception:
            log.exception("report_not_kept")
            answer = _answer(503, "This report could not be kept. Please send it again.")
            answer.headers["Retry-After"] = str(COME_AGAIN_AFTER)
            return answer

    return take


def _attempt(read: Callable[[HttpRequest], Any], request: HttpRequest) -> Any:
    try:
        return read(request)
    except SuspiciousOperation:
        raise
    except Exception as error:
        raise UnreadableReport from error


def _answer(status: int, sentence: str) -> HttpResponse:
    return HttpResponse(f"{sentence}\n", status=status, content_type="text/plain; charset=utf-8")
