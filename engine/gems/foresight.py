"""A turn as far as its player can foresee it: played out before anything hidden is turned up.

A list of moves is taken or refused as a whole. If that hung on how chance falls out, lists could be
sent until one is accepted, and each refusal would tell something. So a list is tried on a shadow of
the position; what it allows is allowed in truth, whatever is hidden.

Nothing that is left of the turn rests on the cards that it turns up or draws. But what the shadow
shows is shown to its player, before anything is played: so its decks hold unknown cards alone.
"""

from collections.abc import Mapping
from typing import Any, Generic, Protocol, Self, TypeVar

from engine.contract import AnyPosition
from engine.gems.reserve import CardOfLevel


class Shadowed(AnyPosition, Protocol):
    """A position of which a shadow can be made."""

    seat: int
    decks: list[Any]
    """By level - 1, the cards of each."""
    market: list[Any]
    players: list[Any]

    def copy(self) -> Self:
        """Return an independent copy."""


Position = TypeVar("Position", bound=Shadowed)


class TurnAhead(Generic[Position]):
    """The turn of the seat to move, on a shadow of the position.

    `unknown_cards` are those that stand for what nobody has seen, by level.
    """

    def __init__(self, position: Position, unknown_cards: Mapping[int, CardOfLevel]) -> None:
        self._shadow = position.copy()
        self._shadow.decks = [
            (unknown_cards[level],) * len(deck) for level, deck in enumerate(position.decks, 1)
        ]
        self._unknown_ids = {card.id for card in unknown_cards.values()}
        self._seat = position.seat
        self._turn = position.turn
        self.unknown = False
        """Whether what comes next hangs on something that nobody has seen yet."""

    @property
    def ended(self) -> bool:
        """Whether the turn is over."""
        return self._shadow.turn != self._turn or self._shadow.to_move is None

    @property
    def again(self) -> bool:
        """Whether the same seat then has another turn."""
        return self.ended and self._shadow.to_move == self._seat

    @property
    def _hangs_on_unknown(self) -> bool:
        """Whether what may follow hangs on cards that the turn is yet to turn up.

        Within the turn nothing does; the next one may buy or reserve them.
        """
        shown = (card for row in self._shadow.market for card in row if card is not None)
        return self.unknown or (self.ended and any(card.id in self._unknown_ids for card in shown))

    def _without_unknown(self, seen: dict[str, Any]) -> dict[str, Any]:
        """Return the view of the shadow with what is not known yet as nobody's eyes see it.

        A slot whose card is yet to be turned up is empty; a card yet to be drawn shows its back.
        """
        for row in seen["market"].values():
            row[:] = [None if card in self._unknown_ids else card for card in row]
        hand = self._shadow.players[self._seat].reserved
        own = seen["players"][self._seat]
        own["reserved"] = [
            {"level": card.level, "from": "deck"} if card.id in self._unknown_ids else told
            for told, (card, _) in zip(own["reserved"], hand, strict=True)
        ]
        return seen
