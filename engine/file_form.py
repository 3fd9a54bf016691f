"""The form of an exported file: every way in which a stranger's JSON value is none.

What the file says is looked at only when its form is right; see `engine.verify`.
"""

import re
from collections.abc import Iterator
from typing import Any

from engine.contract import Game
from engine.errors import UnknownGame
from engine.fairness import BadNonce, normalise_nonce
from engine.games import find_game
from engine.record import (
    DRAWN,
    FILE_KEYS,
    FORMATS,
    SIGNATURE,
    Problem,
    entry_problems,
    is_unicode,
)
from engine.signature import signature_form_problems

_ID = re.compile(r"[A-Za-z0-9_-]{1,64}", re.ASCII)
_HEX32 = re.compile(r"[0-9a-f]{64}", re.ASCII)


def form_problems(data: dict[str, Any]) -> Iterator[Problem]:
    """What is wrong with the shape of the file, so that its content cannot be looked at."""
    keys = (*FILE_KEYS, DRAWN) if FORMATS[data["format"]] > 1 else FILE_KEYS
    missing = [key for key in keys if key not in data]
    for key in missing:
        yield Problem(None, key, "is missing")
    for key in sorted(data.keys() - {*keys, SIGNATURE}):
        yield Problem(None, repr(key), "does not belong into the file")
    if missing:
        return
    try:
        game = find_game(data["game"], data["rules"])
        if type(data["rules"]) is not int:
            raise UnknownGame("The version of the rules is not a whole number.")
    except UnknownGame as error:
        yield Problem(None, "game", str(error))
    except TypeError:
        yield Problem(None, "game", "is not a name with a version of its rules")
    else:
        yield from _header_problems(data, game)
    if not isinstance(data["entries"], list):
        yield Problem(None, "entries", "is not a list")
        return
    if SIGNATURE in data:
        yield from signature_form_problems(data[SIGNATURE])
    for place, entry in enumerate(data["entries"], start=1):
        for name, sentence in entry_problems(entry):
            yield Problem(place, name, sentence)


def _header_problems(data: dict[str, Any], game: Game[Any]) -> Iterator[Problem]:
    if not _matches(_ID, data["id"]):
        yield Problem(None, "id", "is not an id")
    if not _matches(_HEX32, data["commitment"]):
        yield Problem(None, "commitment", "is not 64 lower-case hexadecimal digits")
    if data["secret"] is not None and not _matches(_HEX32, data["secret"]):
        yield Problem(None, "secret", "is neither null nor 64 lower-case hexadecimal digits")
    options = data["options"]
    if (
        not isinstance(options, dict)
        or options.keys() != set(game.option_names)
        or not all(isinstance(on, bool) for on in options.values())
    ):
        yield Problem(None, "options", "does not name every option of the game as on or off")
    if data["result"] is not None and not _is_result(data["result"]):
        yield Problem(None, "result", "is neither null nor an object of winners and reasons")
    nonces, names = data["nonces"], data["seats"]
    if not isinstance(nonces, list) or len(nonces) not in game.seat_counts:
        yield Problem(None, "nonces", "is not a list with one nonce for each seat")
        return
    for seat, nonce in enumerate(nonces):
        if not _is_nonce(nonce):
            yield Problem(None, "nonces", f"that of seat {seat} is not in its normal form")
    if not _is_list(names, str, len(nonces)):
        yield Problem(None, "seats", "is not a list with one name for each seat")
    elif not all(map(is_unicode, names)):
        yield Problem(None, "seats", "is not whole Unicode text")
    if DRAWN in data and not _is_list(data[DRAWN], bool, len(nonces)):
        yield Problem(None, DRAWN, "does not say of each seat whether its nonce is derived")


def _is_list(value: object, of: type, length: int) -> bool:
    return (
        isinstance(value, list)
        and len(value) == length
        and all(isinstance(item, of) for item in value)
    )


def _matches(pattern: re.Pattern[str], value: object) -> bool:
    return isinstance(value, str) and pattern.fullmatch(value) is not None


def _is_result(value: object) -> bool:
    return (
        isinstance(value, dict)
        and value.keys() == {"winners", "by"}
        and all(isinstance(items, list) for items in value.values())
        and all(type(seat) is int for seat in value["winners"])
        and all(isinstance(reason, str) and is_unicode(reason) for reason in value["by"])
    )


def _is_nonce(value: object) -> bool:
    try:
        return isinstance(value, str) and normalise_nonce(value) == value
    except BadNonce:
        return False
