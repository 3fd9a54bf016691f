"""Text, JSON and requests as strangers send them: each is read, or refused with one sentence."""

import json
from collections.abc import Mapping
from typing import Any

from engine.errors import EngineError


class BadInput(EngineError):
    """The bytes are not UTF-8, or not one JSON value."""


def _no_constant(name: str) -> None:
    raise BadInput(f"The input is not JSON: {name} is no number.")


def _object_without_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    # Two readers could take a different one of two equal keys for the truth.
    result = dict(pairs)
    if len(result) != len(pairs):
        raise BadInput("The input is not JSON that can be trusted: an object has a key twice.")
    return result


_decode = json.JSONDecoder(
    object_pairs_hook=_object_without_doubles, parse_constant=_no_constant
).decode


def read_text(data: bytes) -> str:
    """The text written in `data`; raises BadInput if it is not UTF-8."""
    try:
        return data.decode("utf-8-sig")  # some systems put a mark before the text
    except UnicodeDecodeError as error:
        raise BadInput(f"The input is not UTF-8: byte {error.start + 1} cannot be read.") from None


def read_json(data: bytes) -> Any:
    """The value written in `data`; raises BadInput for anything that is not one JSON value."""
    text = read_text(data)
    if not text.strip():
        raise BadInput("The input is empty where a JSON value was expected.")
    try:
        return _decode(text)
    except json.JSONDecodeError as error:
        raise BadInput(
            f"The input is not JSON: line {error.lineno}, column {error.colno}."
        ) from None
    except RecursionError:
        raise BadInput("The input is nested too deeply.") from None
    except ValueError:
        # Python refuses to convert a number of thousands of digits.
        raise BadInput("The input holds a number that is too long.") from None


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
