"""The sheet of a turn: the whole position and every legal move, in words, for one seat.

Letters, the page of a turn and the board page are made from it, so that they say the same.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from duel.wording.asked import asked_now
from duel.wording.grid import Cell, board_rows, text_rows
from duel.wording.lists import CollectedPayments, MoveGroup, move_groups
from duel.wording.offer import CardLine, card_lines
from duel.wording.seen import Seen, View
from duel.wording.standing import Standing, standing


@dataclass(frozen=True)
class TurnSheet:
    """All that a seat needs to know to play, in the language that was active."""

    turn: int
    seat: int
    asked: str
    """What is asked of the reader now, as a sentence."""
    standing: Standing
    board: tuple[tuple[Cell, ...], ...]
    board_text: tuple[str, ...]
    """The board as lines of words in columns, for a fixed-width font."""
    cards: tuple[CardLine, ...]
    """The market from 3.1 to 1.5, then the reader's own reserve."""
    groups: tuple[MoveGroup, ...]
    """The moves that people mean."""
    rarer: tuple[MoveGroup, ...]
    """The rest: shorter takes, other payments, other gold cells."""
    collected: tuple[CollectedPayments, ...]
    """In a very long list, the payments with needless gold, by card; else nothing."""


def turn_sheet(view: View, legal: Sequence[str], seat: int, names: Sequence[str]) -> TurnSheet:
    """Return the sheet of the seat whose view it is.

    `legal` is the sorted list of legal moves, and empty when the seat is not to move. A move's
    number is its place in that list, from 1.
    """
    seen = Seen(view, seat, names)
    board = board_rows(view)
    groups, rarer, collected = move_groups(legal, seen)
    return TurnSheet(
        turn=view["turn"],
        seat=seat,
        asked=asked_now(legal, seen),
        standing=standing(view, names, seat),
        board=board,
        board_text=text_rows(board),
        cards=tuple(card_lines(seen)),
        groups=groups,
        rarer=rarer,
        collected=collected,
    )
