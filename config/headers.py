"""The security headers that Django itself does not set, and answers that are only headers."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse


def security_headers(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Return middleware that adds them, unless a page has set a policy of its own."""

    def add_headers(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.setdefault("Content-Security-Policy", settings.CONTENT_SECURITY_POLICY)
        response.setdefault("Permissions-Policy", settings.PERMISSIONS_POLICY)
        return response

    return add_headers


def bodiless_heads(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Return middleware that leaves the body out where only the headers were asked for.

    Those who scan letters ask so for every link; gunicorn warns of each body it has to drop.
    """

    def leave_body_out(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if request.method == "HEAD" and not response.streaming:
            response.content = b""
        return response

    return leave_body_out
