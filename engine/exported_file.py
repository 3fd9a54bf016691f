"""The exported file of a game: its keys, how it is made and signed, and the form it must have.

`signature` in a file is an object: `key`, the public key of the service; `made_at`, when it was
signed; `signature`, Ed25519 over the canonical JSON of all the rest of the file, `key` and
`made_at` included. Key and signature are lower-case hex. What a stranger's file says is looked at
only when its form is right; see `engine.verify`.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from engine import ed25519
from engine.contract import Game
from engine.errors import UnknownGame
from engine.fairness import BadNonce, normalise_nonce
from engine.games import find_game
from engine.record import (
    DRAWN,
    Entry,
    Header,
    Problem,
    canonical_json,
    entry_problems,
    is_time,
    is_unicode,
)

FORMATS = {"duelpost-game-1": 1, "duelpost-game-2": 2}
"""What a file calls its format, and the number of that. Format 2 says which nonces are derived
from the secret; in format 1 the server drew them freely, and nobody can tell them apart."""
FILE_KEYS = (
    "format",
    "id",
    "game",
    "rules",
    "options",
    "seats",
    "commitment",
    "secret",
    "nonces",
    "entries",
    "result",
)
SIGNATURE = "signature"
_FORMAT_NAMES = {number: name for name, number in FORMATS.items()}

SIGNATURE_KEYS = ("key", "made_at", "signature")
_FORMS = {
    "key": re.compile(r"[0-9a-f]{64}", re.ASCII),
    "signature": re.compile(r"[0-9a-f]{128}", re.ASCII),
}


def signed_bytes(data: Mapping[str, Any], *, key: str, made_at: str) -> bytes:
    """What is signed of an exported file by the owner of this public key, at this time."""
    return canonical_json({**data, SIGNATURE: {"key": key, "made_at": made_at}})


def signature_form_problems(value: object) -> Iterator[Problem]:
    """What keeps the value from being the signature of a file."""
    if not isinstance(value, dict) or value.keys() != set(SIGNATURE_KEYS):
        yield Problem(None, SIGNATURE, f"is not an object of {', '.join(SIGNATURE_KEYS)}")
        return
    for name, form in _FORMS.items():
        if not isinstance(value[name], str) or not form.fullmatch(value[name]):
            yield Problem(None, SIGNATURE, f"its {name} is not in lower-case hexadecimal digits")
    if not isinstance(value["made_at"], str) or not is_time(value["made_at"]):
        yield Problem(None, SIGNATURE, "its made_at is no moment")


def is_signed(data: Mapping[str, Any]) -> bool:
    """Whether the signature of a file, which has the right form, was made by its key."""
    made = data[SIGNATURE]
    return ed25519.is_valid(
        bytes.fromhex(made["key"]),
        signed_bytes(data, key=made["key"], made_at=made["made_at"]),
        bytes.fromhex(made["signature"]),
    )


def export(
    header: Header,
    entries: Iterable[Entry],
    *,
    names: Sequence[str],
    secret: bytes | None,
    result: Mapping[str, Any] | None,
) -> dict[str, Any]:
    """The exported file of a game as a JSON object; `secret` is None until it may be shown."""
    return {
        "format": _FORMAT_NAMES[header.format],
        "id": header.id,
        "game": header.game,
        "rules": header.rules,
        "options": dict(header.options),
        "seats": list(names),
        "commitment": header.commitment,
        "secret": None if secret is None else secret.hex(),
        "nonces": list(header.nonces),
        **header.later_keys,
        "entries": [asdict(entry) for entry in entries],
        "result": result,
    }


def header_of_file(data: dict[str, Any]) -> Header:
    """What was settled before the first entry of a file that has the right form."""
    return Header(
        id=data["id"],
        game=data["game"],
        rules=data["rules"],
        options=data["options"],
        commitment=data["commitment"],
        nonces=data["nonces"],
        drawn=data.get(DRAWN),
    )


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
