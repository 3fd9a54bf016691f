"""Answers as JSON."""

import gzip
import json
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers

_TYPE = "application/json; charset=utf-8"


def json_answer(data: Any, *, status: int = 200) -> HttpResponse:
    """Return the data as an answer: as short as can be, and readable as it is.

    It is made of plain values that are ours; what it promises to programs (`duel.api.schemas`) is
    held by tests, so that no answer has to be checked before it leaves.
    """
    content = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return HttpResponse(content, status=status, content_type=_TYPE)


def packed_answer(request: HttpRequest, packed: bytes) -> HttpResponse:
    """Return JSON that gzip has packed already: as it is, for all who can read that."""
    is_read = "gzip" in request.headers.get("Accept-Encoding", "")
    response = HttpResponse(packed if is_read else gzip.decompress(packed), content_type=_TYPE)
    if is_read:
        response["Content-Encoding"] = "gzip"
    patch_vary_headers(response, ["Accept-Encoding"])
    return response
