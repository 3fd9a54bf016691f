"""The members of a request, as strangers send them: each is read or refused with a sentence."""

from collections.abc import Mapping
from typing import Any

from engine.errors import EngineError

_REQUIRED: Any = object()


class BadRequest(EngineError):
    """A request that lacks something, or has it in the wrong form."""


def a_value(request: Mapping[str, Any], key: str, default: Any = _REQUIRED) -> Any:
    """Return what stands under the key, or the default if there is one."""
    value = request.get(key, default)
    if value is _REQUIRED:
        raise BadRequest(f"The request lacks {key!r}.")
    return value


def a_text(request: Mapping[str, Any], key: str) -> str:
    """Return the text under the key."""
    value = a_value(request, key)
    if not isinstance(value, str):
        raise BadRequest(f"{key!r} must be a text.")
    return value


def a_number(request: Mapping[str, Any], key: str, default: Any = _REQUIRED) -> int:
    """Return the whole number under the key."""
    value = a_value(request, key, default)
    if type(value) is not int:
        raise BadRequest(f"{key!r} must be a whole number.")
    return value


def texts(request: Mapping[str, Any], key: str, default: Any = _REQUIRED) -> list[str]:
    """Return the list of texts under the key."""
    value = a_value(request, key, default)
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise BadRequest(f"{key!r} must be a list of texts.")
    return value
