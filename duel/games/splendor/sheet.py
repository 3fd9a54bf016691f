"""The sheet of a turn: the whole position and every legal move, in words, for one seat.

Letters, the page of a turn and the board page are made from it, so that they say the same.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext

from duel.games.base import LetterDrawing, MoveLinks, MoveLists
from duel.games.gems.offer import CardLine, Face, card_lines
from duel.games.splendor.letter import in_letter
from duel.games.splendor.moves.lists import move_lists
from duel.games.splendor.moves.prompts import turn_prompt
from duel.games.splendor.position.seat_view import SeatView
from duel.games.splendor.position.standing import TableStanding, standing
from duel.games.splendor.position.warnings import warning_words
from engine.contract import Threat
from engine.turn import Win

TEMPLATES = "games/splendor"
"""The folder of the templates that draw it."""


@dataclass(frozen=True)
class TurnSheet:
    """All that a seat needs to know to play, in the language that was active."""

    turn: int
    seat: int
    asked: str
    """What is asked of the reader now, as a sentence."""
    standing: TableStanding
    cards: tuple[CardLine, ...]
    """The market from 3.1 to 1.4, then the reader's own reserve."""
    reminders: tuple[str, ...]
    """What the reader has seen and no view tells any more."""
    moves: MoveLists
    warning: str
    """How others could bring the end near on their next turn; nothing if no way is in sight."""

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
    legal: Sequence[str],
    seen: SeatView,
    *,
    wins: Mapping[str, Win] | None = None,
    threats: Sequence[Threat] = (),
    reminders: Sequence[str] = (),
    in_full: bool = False,
) -> TurnSheet:
    """Return the sheet of the seat whose view it is."""
    return TurnSheet(
        turn=seen.view["turn"],
        seat=seen.seat,
        asked=turn_prompt(legal, seen),
        standing=standing(seen.view, seen.names, seen.seat, seen.printed),
        cards=_offer(seen),
        reminders=tuple(reminders),
        moves=move_lists(legal, seen, wins or {}, in_full=in_full),
        warning=warning_words(threats, seen),
        decks=seen.view["decks"],
    )


def _offer(seen: SeatView) -> tuple[CardLine, ...]:
    """Return the market from level 3 down to level 1, then the seat's own reserve."""

    def face(card_id: str) -> Face:
        card, printed = seen.printed.facts.card_of[card_id], seen.printed
        return Face(
            level=card.level,
            colour=printed.colour(card_id),
            words=printed.card(card_id),
            name=printed.colour_word(card_id),
            points=card.points,
            traits=(),
        )

    return tuple(card_lines(seen, face, secret=gettext("nobody else knows this card")))
