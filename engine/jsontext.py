"""Text and JSON as strangers send it: one value, or one sentence about what is wrong."""

import json
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
