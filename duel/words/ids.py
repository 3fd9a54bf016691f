"""How people name a game among their others."""

from duel.models import Game


def short_id(game: Game) -> str:
    """Return what people call the game: enough of its id to tell it from the others."""
    return game.public_id[:4]
