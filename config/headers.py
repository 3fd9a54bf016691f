"""The one security header that neither Django nor django-csp sets."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

POLICY = "camera=(), geolocation=(), microphone=(), payment=(), usb=()"


def permissions_policy(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Return middleware by which no page may ask for a device, a place or a payment."""

    def add_header(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.setdefault("Permissions-Policy", POLICY)
        return response

    return add_header
