"""Which moves of Splendor Duel are worth a look.

Of moves that come to much the same, one is enough: the same colours from other cells, the same card
with another gold from the board or with more gold than it takes.
"""

from collections.abc import Iterable, Sequence

from engine.bots.gems.discarding import plain_discard
from engine.duel.board import CELL_NAMES, CELL_OF, LINES
from engine.duel.cards import CARDS_OF_LEVEL
from engine.duel.colours import COLOURS
from engine.duel.position import ACTION, DISCARD, START, TOKEN, Position

_ENOUGH = 11
"""With more gems and pearls on the board nobody gives a privilege away for others."""

_USES_BEFORE_A_TAKE = 1
"""More privileges than that are only used for a purchase."""

_NOT_RESERVED = frozenset({"deck1", *(card.id for card in CARDS_OF_LEVEL[1])})
"""Cards of the first level are not worth a turn."""

_TAKEN = {"take " + " ".join([CELL_NAMES[cell] for cell in line]): line for line in LINES}
"""The cells of each take."""

_Colours = tuple[int, ...]


def moves_worth_a_look(position: Position, legal: Sequence[str], turn: Sequence[str]) -> list[str]:
    """Return those of the legal moves that a sensible player thinks of, at least one."""
    if position.phase == TOKEN:
        return [legal[0]]  # of the cells with that colour, any
    if position.phase == DISCARD and turn:
        player = position.players[position.seat]
        return [plain_discard(player.tokens, player.bonuses, COLOURS)]
    if position.phase not in (START, ACTION):
        return list(legal)
    found = _ways_to_act(position.board, legal, turn)
    if position.gem_cells.bit_count() > _ENOUGH and "replenish" in found:
        found.remove("replenish")
    return found or [legal[0]]


def _ways_to_act(board: Sequence[int], legal: Sequence[str], turn: Sequence[str]) -> list[str]:
    buys: dict[str, str] = {}
    reserves: dict[str, str] = {}
    takes: dict[_Colours, str] = {}
    uses: dict[int, str] = {}
    others: list[str] = []
    for move in legal:
        verb = move[:3]
        if verb == "tak":
            takes[tuple(sorted([board[cell] for cell in _TAKEN[move]]))] = move
        elif verb == "buy":
            stem = move.partition(" gold")[0]
            if stem not in buys or len(move) < len(buys[stem]):
                buys[stem] = move
        elif verb == "res":
            reserves[move.rpartition(" ")[2]] = move
        elif verb == "use":
            uses.setdefault(board[CELL_OF[move[4:]]], move)
        else:
            others.append(move)
    used = [move for move in turn if move.startswith("use")]
    found = [*others, *buys.values()]
    if len(used) <= _USES_BEFORE_A_TAKE:
        found += _greatest(takes)
    if not used:
        found += [move for source, move in reserves.items() if source not in _NOT_RESERVED]
    # Several privileges are used in the order of cells, else each set would be met in every order.
    found += [move for move in uses.values() if not used or move > used[-1]]
    return found


def _greatest(takes: dict[_Colours, str]) -> Iterable[str]:
    """Return the takes that are not part of one of three tokens."""
    threes = [set(colours) for colours in takes if len(colours) == 3]
    for colours, move in takes.items():
        if len(colours) == 3 or not any(three.issuperset(colours) for three in threes):
            yield move
