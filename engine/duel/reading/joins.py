"""What belongs together only in Splendor Duel: lines of cells, royals, abilities of cards."""

from engine.duel.facts import CELL_NAMES, CELL_OF, LINES
from engine.duel.reading.words import BAD_RANGE, CELL, PRIVILEGE
from engine.reading import joins
from engine.reading.joins import Join, card, fact, join_single_facts, measured
from engine.reading.piece import GEM, VERB, Piece

_SINGLE_FACTS = joins.SINGLE_FACTS | {
    "wild": "colour wild",
    "colourless": "colour none",
    "again": "ability again",
    "steals": "ability steal",
}
_ABILITIES = {VERB: "steal", PRIVILEGE: "privilege", GEM: "token"}


def ability_in_brackets(piece: Piece) -> str | None:
    """Return the ability that a piece tells of in a description: "2.1 (green, steal)"."""
    if piece.kind in (PRIVILEGE, GEM) or (piece.kind == VERB and piece.value == "steal"):
        return f"ability {_ABILITIES[piece.kind]}"
    return None


def _range(run: list[Piece]) -> list[Piece]:
    first, last = (piece.value for piece in run if piece.kind == CELL)
    for line in LINES:
        if len(line) > 1 and {line[0], line[-1]} == {CELL_OF[first], CELL_OF[last]}:
            cells = line if line[0] == CELL_OF[first] else line[::-1]
            return [Piece(CELL, CELL_NAMES[cell], CELL_NAMES[cell]) for cell in cells]
    return [Piece(CELL, first, first), Piece(BAD_RANGE, first, last), Piece(CELL, last, last)]


def _royal_with_ability(run: list[Piece]) -> list[Piece]:
    """Read "the royal: 2 points + steal"; another verb there begins another move."""
    if run[-1].kind == VERB and run[-1].value != "steal":
        return run
    return [*run[:-2], fact(run[-1:], f"ability {_ABILITIES[run[-1].kind]}")]


_MEASURED = (measured(_SINGLE_FACTS), join_single_facts(_SINGLE_FACTS))

JOINS = (
    Join("f?a*c(?:t[Aa]?|A|-)a*c", _range),
    *_MEASURED,
    joins.BESIDE_GOLD,
    *joins.DECKS,
    *joins.SLOTS,
    Join("K~C?~:?~q&~[vP]", _royal_with_ability),
    Join("P~K", lambda run: [fact(run[:1], "ability privilege"), run[-1]]),
    Join("o~C?~K~C?", card("place{0}")),
    Join("C?~KC?n", card("r{0}")),
    joins.HELD,
    joins.LEVEL,
    *joins.IN_RESERVE,
    Join("n~[PC]", joins.one),
)
IN_BRACKETS = (_MEASURED[0], joins.LEVEL, _MEASURED[1])
