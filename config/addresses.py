"""Addresses that no page can have: refused before any part of the site reads them."""

from collections.abc import Callable

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse

Respond = Callable[[HttpRequest], HttpResponse]


def refuse_nul_characters(get_response: Respond) -> Respond:
    """Return middleware that answers an address with a NUL character in it with 400.

    PostgreSQL keeps none, so nothing of ours has one, and to look for it raises an error.
    """

    def respond(request: HttpRequest) -> HttpResponse:
        if "\0" in request.path_info or "%00" in request.META.get("QUERY_STRING", ""):
            raise BadRequest("There is a NUL character in the address.")
        return get_response(request)

    return respond
