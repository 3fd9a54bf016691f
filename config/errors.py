"""The page of an error that nobody foresaw, and the one that says that the database is away."""

import sqlite3
import sys

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.utils.translation import gettext
from django.views.defaults import server_error

from config.site import site

RETRY_SECONDS = 60

# SQLite calls a faulty query an OperationalError as well; these are about its file.
_SQLITE_TROUBLE = (
    "SQLITE_BUSY",
    "SQLITE_CANTOPEN",
    "SQLITE_FULL",
    "SQLITE_IOERR",
    "SQLITE_LOCKED",
    "SQLITE_READONLY",
)


def answer_error(request: HttpRequest) -> HttpResponse:
    """Return the answer to a request that broke off; Django calls it while it handles the error."""
    if database_is_away(sys.exception()):
        return _say_that_the_database_is_away(request)
    return server_error(request)


def database_is_away(error: BaseException | None) -> bool:
    """Return whether the error is that the database cannot be used now, not that we misused it."""
    if not isinstance(error, OperationalError | InterfaceError):
        return False
    cause = error.__cause__
    if isinstance(cause, sqlite3.Error):
        return getattr(cause, "sqlite_errorname", "").startswith(_SQLITE_TROUBLE)
    return True


def _say_that_the_database_is_away(request: HttpRequest) -> HttpResponse:
    """Return 503 without a query: a page for browsers, a sentence for programs."""
    headers = {"Retry-After": str(RETRY_SECONDS), "Cache-Control": "no-store"}
    wanted = request.headers.get("Accept", "")
    if "text/html" in wanted:
        # Without the request: what the pages tell of its reader would have to be looked up.
        page = render_to_string("503.html", site(request))
        return HttpResponse(page, status=503, headers=headers)
    sentence = gettext("Our database does not answer. Please try again in a few minutes.")
    if "application/json" in wanted:
        return JsonResponse({"error": sentence}, status=503, headers=headers)
    return HttpResponse(
        f"{sentence}\n", status=503, headers=headers, content_type="text/plain; charset=utf-8"
    )
