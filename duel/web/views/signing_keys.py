"""The public keys of the service, at a fixed address."""

from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from duel.record.export import published_keys
from engine.record import timestamp


@require_safe
@cache_control(public=True, max_age=300)
def signing_keys(request: HttpRequest) -> JsonResponse:
    """Return every key with which files of games were ever signed, the one in use first."""
    keys = [
        {
            "key": key.public,
            "made_at": timestamp(key.made_at),
            "retired_at": timestamp(key.retired_at) if key.retired_at else None,
        }
        for key in published_keys()
    ]
    return JsonResponse({"algorithm": "Ed25519", "keys": keys})
