"""The position for spectators."""

from collections.abc import Sequence
from dataclasses import dataclass

from duel.games.base import View
from duel.games.duel.position.cards import card_words
from duel.games.duel.position.grid import Cell, board_rows
from duel.games.duel.position.standing import TableStanding, standing
from duel.games.gems.drawing import market_words


@dataclass(frozen=True)
class SpectatorView:
    """What anybody may see of a public game."""

    board: tuple[tuple[Cell, ...], ...]
    cards: tuple[tuple[str, str], ...]
    """The market from level 3 down: the slot and the card in words."""
    standing: TableStanding


def watched(view: View, names: Sequence[str]) -> SpectatorView:
    """Return the position as a spectator may see it."""
    return SpectatorView(
        board_rows(view), market_words(view, card_words), standing(view, names, None)
    )
