"""Answers as JSON."""

import json
from typing import Any

from django.http import HttpResponse


def json_answer(data: Any, *, status: int = 200) -> HttpResponse:
    """Return the data as an answer: as short as can be, and readable as it is.

    It is made of plain values that are ours; what it promises to programs (`duel.api.schemas`) is
    held by tests, so that no answer has to be checked before it leaves.
    """
    content = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return HttpResponse(content, status=status, content_type="application/json; charset=utf-8")
