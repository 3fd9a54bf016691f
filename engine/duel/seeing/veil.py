"""A position in which nobody can use the reserved cards that a spectator does not see.

Whoever judges a move without knowing those cards judges it there: the answer is the same whatever
the cards are, so no answer tells which they are.
"""

from engine.duel.cards import CARDS, Card
from engine.duel.position import Position
from engine.gems.colours import GEMS
from engine.gems.reserve import reserve_veiled

_OUT_OF_REACH = 99
"""A price that nobody can pay."""


def _unknown_card(level: int) -> Card:
    return Card(
        id="unknown",
        level=level,
        colour=None,
        wild=False,
        bonus=0,
        points=0,
        crowns=0,
        ability="none",
        cost=tuple((colour, _OUT_OF_REACH) for colour in GEMS),
    )


UNKNOWN = {level: _unknown_card(level) for level in sorted({card.level for card in CARDS})}
"""By level, what stands for a card that is not known."""


def veiled(position: Position) -> Position:
    """Return a copy with an unknown card, too dear for anybody, in place of each hidden one.

    They still take up room in the hand. Whatever is legal in the copy is legal in truth.
    """
    copy = position.copy()
    for player in copy.players:
        player.reserved = reserve_veiled(player.reserved, UNKNOWN)
    return copy
