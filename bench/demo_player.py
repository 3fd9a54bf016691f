"""How the people of the first demo played: plainly, but not without sense. Duel only."""

import random
from collections.abc import Sequence

from engine.duel.facts import CARD_OF, ROYAL_OF
from engine.duel.moves import Option, option_of
from engine.gems.pieces import DECK_ROWS


def sensible_move(legal: Sequence[str], chance: random.Random) -> str:
    """Return the move that a beginner would like best; among equals, any."""
    options = [option_of(move) for move in legal]
    longest = max((len(option.cells) for option in options if option.verb == "take"), default=0)
    return max(options, key=lambda option: (_liking(option, longest), chance.random())).move


def _liking(option: Option, longest_line: int) -> int:
    match option.verb:
        case "buy":
            card = CARD_OF[str(option.card)]
            return 100 + 10 * card.points + 5 * card.crowns - 3 * len(option.colours)
        case "royal":
            return ROYAL_OF[str(option.card)].points
        case "take":
            return 10 * len(option.cells)
        case "reserve":
            # A card that one sees, and rather one that will be worth something.
            return 0 if option.card in DECK_ROWS else 10 + 3 * CARD_OF[str(option.card)].points
        case "replenish":
            return 15 if longest_line < 2 else 0
        case "use":
            return 25 if longest_line < 3 else 0
    return 0
