"""The addresses of the API, and the headers of all its answers."""

from collections.abc import Callable
from functools import wraps

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.urls import URLPattern, path
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext
from django.views.decorators.csrf import csrf_exempt
from ninja import NinjaAPI

from duel.api import games, replays
from duel.api.errors import error_answer, handle_errors

api = NinjaAPI(
    title="Duelpost",
    version="1",
    description="Look at games and play in them: see docs/api.md.",
    docs_url=None,  # ninja's page of them loads from elsewhere, which our policy refuses
    openapi_url="openapi.json",
    urls_namespace="api",
)
api.add_router("/games", games.router)
api.add_router("/games", replays.analysis)
api.add_router("/replay", replays.files)
handle_errors(api)

View = Callable[..., HttpResponseBase]
_compress = GZipMiddleware(lambda request: HttpResponse()).process_response


def _with_common_headers(view: View) -> View:
    """Return the view with the headers of every answer, and errors as JSON."""

    @csrf_exempt  # `duel.api.auth` asks for the token where a cookie is what lets somebody in
    @wraps(view)
    def answer(request: HttpRequest, *args: object, **words: object) -> HttpResponseBase:
        response = view(request, *args, **words)
        if response.status_code == 405:
            allowed = response["Allow"]
            response = error_answer(405, "not_allowed", gettext("This cannot be asked here."))
            response["Allow"] = allowed
        response["Cache-Control"] = "no-store, private"
        response["X-Robots-Tag"] = "noindex, nofollow"
        patch_vary_headers(response, ["Authorization", "Cookie"])
        return _compress(request, response)

    return answer


def _nothing_here(request: HttpRequest, rest: str) -> HttpResponse:
    return error_answer(404, "unknown_address", gettext("There is nothing here."))


def _patterns() -> list[URLPattern]:
    patterns = [each for each in api.urls[0] if isinstance(each, URLPattern)]
    for pattern in patterns:
        pattern.callback = _with_common_headers(pattern.callback)
    return [*patterns, path("<path:rest>", _with_common_headers(_nothing_here), name="nothing")]


app_name = "api"
urlpatterns = _patterns()
