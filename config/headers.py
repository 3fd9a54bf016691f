"""The security headers that Django itself does not set."""

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
