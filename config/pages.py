"""What every page and answer gets: headers, words about the site, error pages, file names."""

import sqlite3
import sys
from collections.abc import Callable

from django.conf import settings
from django.core.exceptions import BadRequest
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.utils.translation import gettext
from django.views.defaults import server_error
from whitenoise.storage import CompressedManifestStaticFilesStorage

Respond = Callable[[HttpRequest], HttpResponse]

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


def security_headers(get_response: Respond) -> Respond:
    """Return middleware that adds them, unless a page has set a policy of its own."""

    def add_headers(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.setdefault("Content-Security-Policy", settings.CONTENT_SECURITY_POLICY)
        response.setdefault("Permissions-Policy", settings.PERMISSIONS_POLICY)
        return response

    return add_headers


def bodiless_heads(get_response: Respond) -> Respond:
    """Return middleware that leaves the body out of answers to HEAD, as gunicorn warns of each."""

    def leave_body_out(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if request.method == "HEAD" and not response.streaming:
            response.content = b""
        return response

    return leave_body_out


def refuse_nul_characters(get_response: Respond) -> Respond:
    """Return middleware that answers 400 to a NUL character, which PostgreSQL refuses."""

    def respond(request: HttpRequest) -> HttpResponse:
        if "\0" in request.path_info or "%00" in request.META.get("QUERY_STRING", ""):
            raise BadRequest("There is a NUL character in the address.")
        return get_response(request)

    return respond


def site(request: HttpRequest) -> dict[str, object]:
    """Return the site's name, contact and imprint for the templates."""
    return {
        "site_name": settings.SITE_NAME,
        "contact_address": settings.CONTACT_ADDRESS,
        "imprint": [line.strip() for line in settings.IMPRINT.split("|") if line.strip()],
        "mailbox_enabled": settings.MAILBOX_ENABLED,
        "club_page": settings.CLUB_PAGE,
    }


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


class HashedStaticFilesStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """WhiteNoise's storage, which also rewrites `import "./other.js"` to the hashed name."""

    support_js_module_import_aggregation = True
