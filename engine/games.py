"""The games there are, by name and version of their rules."""

from typing import Any

from engine import duel, splendor
from engine.contract import Game
from engine.errors import UnknownGame

GAMES: dict[tuple[str, int], Game[Any]] = {
    (game.name, game.rules): game for game in (duel.GAME, splendor.GAME)
}


def find_game(name: str, rules: int = 1) -> Game[Any]:
    """Return the game of that name under those rules; raise UnknownGame if it is missing."""
    game = GAMES.get((name, rules))
    if game is None:
        names = ", ".join(sorted({known for known, _ in GAMES}))
        raise UnknownGame(
            f"There is no game {name[:40]!r} with rules version {rules!r}; the games are: {names}."
        )
    return game
