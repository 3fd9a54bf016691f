"""The sheet of a turn: the whole position and every legal move, in words, for one seat.

Letters, the page of a turn and the board page are made from it, so that they say the same.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from duel.games.base import LetterDrawing, MoveLinks, MoveLists, View
from duel.games.duel.letter import in_letter
from duel.games.duel.moves.lists import move_lists
from duel.games.duel.moves.prompts import turn_prompt
from duel.games.duel.position.grid import Cell, board_rows, text_rows
from duel.games.duel.position.offer import offer_of
from duel.games.duel.position.seat_view import SeatView
from duel.games.duel.position.standing import TableStanding, standing
from duel.games.duel.position.warnings import warning_words
from duel.games.gems.offer import CardLine
from engine.contract import Threat
from engine.turn import Win

TEMPLATES = "games/duel"
"""The folder of the templates that draw it."""


@dataclass(frozen=True)
class TurnSheet:
    """All that a seat needs to know to play, in the language that was active."""

    turn: int
    seat: int
    asked: str
    """What is asked of the reader now, as a sentence."""
    standing: TableStanding
    board: tuple[tuple[Cell, ...], ...]
    board_text: tuple[str, ...]
    """The board as lines of words in columns, for a fixed-width font."""
    cards: tuple[CardLine, ...]
    """The market from 3.1 to 1.5, then the reader's own reserve."""
    moves: MoveLists
    warning: str
    """How the opponent could win on the next turn; nothing if there is no way in sight."""

    decks: Mapping[str, int]
    """How many cards are left in each deck, by level."""

    templates: str = TEMPLATES

    @property
    def is_plain(self) -> bool:
        """Whether an action is asked for, as in most turns: the titles of the moves tell which."""
        return any(group.kind in ("take", "reserve", "buy") for group in self.moves.meant)

    @property
    def explains_final(self) -> bool:
        """Whether it is to be said which moves are final: not where a turn only has to be ended."""
        groups = (*self.moves.meant, *self.moves.rarer)
        return self.is_plain or any(item.final for group in groups for item in group.items)

    @property
    def filled(self) -> tuple[CardLine, ...]:
        """The slots with a card in them."""
        return tuple(card for card in self.cards if card.card)

    @property
    def empty_slots(self) -> str:
        """The names of the slots without a card; nothing if there is none."""
        return ", ".join(card.slot for card in self.cards if not card.card)

    def in_letter(
        self, links: MoveLinks | None = None, since: Sequence[Mapping[str, Any]] = ()
    ) -> LetterDrawing:
        """Return the sheet for the HTML part of a letter."""
        return in_letter(self, links, since)


def turn_sheet(
    view: View,
    legal: Sequence[str],
    seat: int,
    names: Sequence[str],
    *,
    wins: Mapping[str, Win] | None = None,
    threats: Sequence[Threat] = (),
    in_full: bool = False,
) -> TurnSheet:
    """Return the sheet of the seat whose view it is.

    `legal` is the sorted list of legal moves, and empty when the seat is not to move. `wins` are
    those of them that win the game, `threats` what the reader is to be warned of.
    """
    seen = SeatView(view, seat, names)
    board = board_rows(view)
    return TurnSheet(
        turn=view["turn"],
        seat=seat,
        asked=turn_prompt(legal, seen),
        standing=standing(view, names, seat),
        board=board,
        board_text=text_rows(board),
        cards=offer_of(seen),
        moves=move_lists(legal, seen, wins or {}, in_full=in_full),
        warning=warning_words(threats, seen),
        decks=view["decks"],
    )
