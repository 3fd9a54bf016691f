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
| bot    | `view` `level` `chance` [`legal`] [`nodes`] [`seconds`] | the move that a bot makes |

Keys that an operation does not need are left alone. Nothing in a request is trusted.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any

from engine.bots.bot_request import bot_move
from engine.contract import Game
from engine.errors import BadPosition, EngineError, Illegal, Unreadable
from engine.games import find_game
from engine.request import BadRequest, a_number, a_text, a_value, texts
from engine.turn import read_turn

DEEPEST = 100


class TooMuch(EngineError):
    """More work than one request may cause."""


def perft(game: Game[Any], position: Any, depth: int, *, at_most: int | None = None) -> int:
    """Return the number of sequences of `depth` legal moves that begin in `position`."""
    # A game that ends earlier adds nothing. Raises TooMuch if depth is out of range, or as soon as
    # moves of more than `at_most` positions would have to be listed.
    if not 0 <= depth <= DEEPEST:
        raise TooMuch(f"The depth must be between 0 and {DEEPEST}.")
    listed = 0

    def count(position: Any, depth: int) -> int:
        nonlocal listed
        if depth == 0:
            return 1
        if listed == at_most:
            raise TooMuch(f"More than {at_most} positions would have to be looked at.")
        listed += 1
        moves = game.legal(position)
        if depth == 1:
            return len(moves)
        return sum(count(game.apply(position, move), depth - 1) for move in moves)

    return count(position, depth)


_SEED = re.compile(r"[0-9a-fA-F]{64}", re.ASCII)


def answer(request: object, *, perft_at_most: int | None = None) -> Any:
    """The JSON-able answer to a request; raises an EngineError with one sentence."""
    if not isinstance(request, dict):
        raise BadRequest("A request is a JSON object.")
    op = a_text(request, "op")
    if op == "perft":
        game, position = _position(request)
        return perft(game, position, a_number(request, "depth"), at_most=perft_at_most)
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
    game.play(position, a_text(request, "move"))
    return game.dump(position)


def _play(request: Mapping[str, Any]) -> Any:
    game, position = _beginning(request)
    for number, move in enumerate(texts(request, "moves"), start=1):
        try:
            game.play(position, move)
        except (Unreadable, Illegal) as error:
            raise type(error)(f"Move {number}: {error}") from error
    return game.dump(position)


def _view(request: Mapping[str, Any]) -> Any:
    game, position = _position(request)
    seat = a_value(request, "seat")
    if seat == "spectator":
        return game.view(position, None)
    seats = len(game.dump(position)["players"])
    if type(seat) is not int or not 0 <= seat < seats:
        raise BadRequest(f'The seat is a number from 0 to {seats - 1}, or "spectator".')
    return game.view(position, seat)


def _retire(request: Mapping[str, Any]) -> Any:
    game, position = _position(request)
    return game.dump(game.retire(position, a_number(request, "seat")).position)


def _read(request: Mapping[str, Any]) -> Any:
    """Return the moves that the text means for the seat to move, or why it means none."""
    game, position = _position(request)
    text, language = a_text(request, "text"), request.get("language")
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


def _bot(request: Mapping[str, Any]) -> Any:
    """Return the move of a bot that sees the view of the seat to move, and nothing else."""
    view = a_value(request, "view")
    return bot_move(_game_of(view), view, request)


_OPERATIONS: dict[str, Callable[[Mapping[str, Any]], Any]] = {
    "new": _new,
    "legal": _legal,
    "apply": _apply,
    "play": _play,
    "view": _view,
    "read": _read,
    "retire": _retire,
    "bot": _bot,
}


def _beginning(request: Mapping[str, Any]) -> tuple[Game[Any], Any]:
    game = find_game(a_text(request, "game"))
    seed = a_text(request, "seed")
    if not _SEED.fullmatch(seed):
        raise BadRequest("The seed is written as 64 hexadecimal digits.")
    return game, game.new(
        bytes.fromhex(seed),
        seats=a_number(request, "players", game.seat_counts[0]),
        options=texts(request, "options", []),
    )


def _position(request: Mapping[str, Any]) -> tuple[Game[Any], Any]:
    data = a_value(request, "position")
    return (game := _game_of(data)), game.load(data)


def _game_of(data: object) -> Game[Any]:
    """Return the game of a position or view."""
    if not isinstance(data, dict):
        raise BadPosition(("it is not an object",))
    name, rules = data.get("game"), data.get("rules")
    if not isinstance(name, str):
        raise BadPosition(("game is missing or not a text",))
    # Where the version is nonsense, the current rules name that among all other problems.
    return find_game(name, rules) if type(rules) is int else find_game(name)
