"""A position in which nobody can use the cards that a spectator does not see.

Whoever judges a move without knowing those cards judges it there: the answer is the same whatever
the cards are, so no answer tells which they are.
"""

from engine.gems.reserve import reserve_veiled
from engine.splendor.facts import UNKNOWN
from engine.splendor.position import Position


def veiled(position: Position) -> Position:
    """Return a copy with an unknown card, too dear for anybody, in place of each hidden one.

    They still take up room in the hand. Whatever is legal in the copy is legal in truth; so nobody
    can pass there who holds such a card: in truth it might be affordable.
    """
    copy = position.copy()
    copy.drawn = tuple(UNKNOWN[card.level] for card in copy.drawn)
    for player in copy.players:
        player.reserved = reserve_veiled(player.reserved, UNKNOWN)
    return copy
