"""A bot asked by a stranger: nothing of what is asked is trusted."""

import re
from collections.abc import Mapping
from typing import Any

from engine.bots.deciding import decide
from engine.contract import Game
from engine.errors import Illegal
from engine.request import BadRequest, a_number, a_text, texts

MOST_NODES = 1_000_000
MOST_SECONDS = 60

_CHANCE = re.compile(r"([0-9a-fA-F]{2}){1,64}", re.ASCII)


def bot_move(game: Game[Any], view: Any, request: Mapping[str, Any]) -> str:
    """Return a bot's move, of those that the request names if it does; raise an EngineError."""
    chance = a_text(request, "chance")
    if not _CHANCE.fullmatch(chance):
        raise BadRequest("The chance is written as 2 to 128 hexadecimal digits, two for each byte.")
    own_chance = bytes.fromhex(chance)
    position = game.imagine(view, own_chance)
    if position.to_move is None:
        raise BadRequest("The game is over: there is nothing to decide.")
    if game.view(position, position.to_move) != view:
        raise BadRequest("The view must be that of the seat to move.")
    return decide(
        view,
        _among(game.legal(position), request),
        level=a_text(request, "level"),
        chance=own_chance,
        nodes=_nodes(request),
        seconds=_seconds(request),
    )


def _among(legal: list[str], request: Mapping[str, Any]) -> list[str]:
    """Return the moves to choose from."""
    named = texts(request, "legal", legal)
    if not named:
        raise BadRequest("There must be a legal move to choose.")
    if strange := sorted(set(named) - set(legal)):
        raise Illegal(f"{strange[0][:80]!r} is not a legal move in this view.")
    return named


def _nodes(request: Mapping[str, Any]) -> int | None:
    if request.get("nodes") is None:
        return None
    nodes = a_number(request, "nodes")
    if not 1 <= nodes <= MOST_NODES:
        raise BadRequest(f"'nodes' must be a whole number from 1 to {MOST_NODES}.")
    return nodes


def _seconds(request: Mapping[str, Any]) -> float | None:
    seconds = request.get("seconds")
    if seconds is None:
        return None
    if type(seconds) not in (int, float) or not 0 < seconds <= MOST_SECONDS:
        raise BadRequest(f"'seconds' must be a number above 0 and up to {MOST_SECONDS}.")
    return float(seconds)
