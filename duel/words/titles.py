"""What the games are called."""

from duel.models import Game
from engine.games import GAMES

# Proper names, the same in every language.
_TITLES = {"duel": "Splendor Duel", "splendor": "Splendor"}


def game_title(name: str) -> str:
    """Return what people call the game."""
    return _TITLES.get(name, name)


def game_choices() -> list[tuple[str, str]]:
    """Return the games that can be begun, each by its name and what people call it."""
    return [(name, game_title(name)) for name in dict.fromkeys(name for name, _ in GAMES)]


def short_id(game: Game) -> str:
    """Return what people call the game: enough of its id to tell it from the others."""
    return game.public_id[:4]
