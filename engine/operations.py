"""One request, one answer: what the command line and `serve` both offer.

A request is a JSON object with `op` and what that operation needs:

| op     | needs                                              | answer                      |
|--------|----------------------------------------------------|-----------------------------|
| new    | `game` `seed` [`players`] [`options`]              | position                    |
| legal  | `position`                                         | canonical moves, sorted     |
| apply  | `position` `move`                                  | position                    |
| play   | `game` `seed` [`players`] [`options`] `moves`      | position after the last one |
| view   | `position` `seat` (number or `spectator`)          | view                        |
| perft  | `position` `depth`                                 | number of move sequences    |
| read   | `position` `text` [`language`]                     | what a person's text means  |
| retire | `position` `seat`                                  | position after it has left  |

Keys that an operation does not need are left alone. Nothing in a request is trusted.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any

from engine.contract import Game
from engine.errors import BadPosition, EngineError, Illegal, Unreadable
from engine.games import find_game
from engine.perft import perft
from engine.turn import read_turn

_SEED = re.compile(r"[0-9a-fA-F]{64}", re.ASCII)
_REQUIRED: Any = object()


class BadRequest(EngineError):
    """A request that lacks something, or has it in the wrong form."""


def answer(request: object, *, perft_at_most: int | None = None) -> Any:
    """The JSON-able answer to a request; raises an EngineError with one sentence."""
    if not isinstance(request, dict):
        raise BadRequest("A request is a JSON object.")
    op = _text(request, "op")
    if op == "perft":
        game, position = _position(request)
        return perft(game, position, _number(request, "depth"), at_most=perft_at_most)
    if op not in _OPERATIONS:
        names = ", ".join(sorted([*_OPERATIONS, "perft"]))
        raise BadRequest(f"There is no operation {op!r}; there are: {names}.")
    return _OPERATIONS[op](request)


def _new(request: Mapping[str, Any]) -> Any:
    game, position = _beginning(request)
    return game.dump(position)


def _legal(request: Mapping[str, Any]) -> Any:
    game, position = _position(request)
    return game.legal(position)


def _apply(request: Mapping[str, Any]) -> Any:
    game, position = _position(request)
    game.play(position, _text(request, "move"))
    return game.dump(position)


def _play(request: Mapping[str, Any]) -> Any:
    game, position = _beginning(request)
    for number, move in enumerate(_texts(request, "moves"), start=1):
        try:
            game.play(position, move)
        except (Unreadable, Illegal) as error:
            raise type(error)(f"Move {number}: {error}") from error
    return game.dump(position)


def _view(request: Mapping[str, Any]) -> Any:
    game, position = _position(request)
    seat = _get(request, "seat")
    if seat == "spectator":
        return game.view(position, None)
    seats = len(game.dump(position)["players"])
    if type(seat) is not int or not 0 <= seat < seats:
        raise BadRequest(f'The seat is a number from 0 to {seats - 1}, or "spectator".')
    return game.view(position, seat)


def _retire(request: Mapping[str, Any]) -> Any:
    game, position = _position(request)
    return game.dump(game.retire(position, _number(request, "seat")).position)


def _read(request: Mapping[str, Any]) -> Any:
    """Return the moves that the text means for the seat to move, or why it means none."""
    game, position = _position(request)
    text, language = _text(request, "text"), request.get("language")
    if language is not None and not isinstance(language, str):
        raise BadRequest("'language' must be a text.")
    if position.to_move is None:
        return {"refused": "over", "understood": [], "nearest": []}
    reading = read_turn(game, position, position.to_move, text, language)
    if reading.problem is None:
        return {"moves": list(reading.moves)}
    understood = [*reading.before, reading.understood]
    return {
        "refused": reading.problem.code,
        "understood": [part for part in understood if part],
        "nearest": list(reading.suggestions),
    }


_OPERATIONS: dict[str, Callable[[Mapping[str, Any]], Any]] = {
    "new": _new,
    "legal": _legal,
    "apply": _apply,
    "play": _play,
    "view": _view,
    "read": _read,
    "retire": _retire,
}


def _beginning(request: Mapping[str, Any]) -> tuple[Game[Any], Any]:
    game = find_game(_text(request, "game"))
    seed = _text(request, "seed")
    if not _SEED.fullmatch(seed):
        raise BadRequest("The seed is written as 64 hexadecimal digits.")
    return game, game.new(
        bytes.fromhex(seed),
        seats=_number(request, "players", game.seat_counts[0]),
        options=_texts(request, "options", []),
    )


def _position(request: Mapping[str, Any]) -> tuple[Game[Any], Any]:
    data = _get(request, "position")
    if not isinstance(data, dict):
        raise BadPosition(("it is not an object",))
    name, rules = data.get("game"), data.get("rules")
    if not isinstance(name, str):
        raise BadPosition(("game is missing or not a text",))
    # Where the version is nonsense, the current rules name that among all other problems.
    game = find_game(name, rules) if type(rules) is int else find_game(name)
    return game, game.load(data)


def _get(request: Mapping[str, Any], key: str, default: Any = _REQUIRED) -> Any:
    value = request.get(key, default)
    if value is _REQUIRED:
        raise BadRequest(f"The request lacks {key!r}.")
    return value


def _text(request: Mapping[str, Any], key: str) -> str:
    value = _get(request, key)
    if not isinstance(value, str):
        raise BadRequest(f"{key!r} must be a text.")
    return value


def _number(request: Mapping[str, Any], key: str, default: Any = _REQUIRED) -> int:
    value = _get(request, key, default)
    if type(value) is not int:
        raise BadRequest(f"{key!r} must be a whole number.")
    return value


def _texts(request: Mapping[str, Any], key: str, default: Any = _REQUIRED) -> list[str]:
    value = _get(request, key, default)
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise BadRequest(f"{key!r} must be a list of texts.")
    return value
