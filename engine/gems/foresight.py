"""A turn as far as its player can foresee it: played out before anything hidden is turned up.

A list of moves is taken or refused as a whole. If that hung on how chance falls out, lists could be
sent until one is accepted, and each refusal would tell something. So a list is tried on a shadow of
the position; what it allows is allowed in truth, whatever is hidden.

Nothing that is left of the turn rests on the cards that it turns up or draws. But what the shadow
shows is shown to its player, before anything is played: so its decks hold unknown cards alone.

Whoever tries the game out plays on beyond the turn, for all seats. On such a shadow the hidden
cards of other seats are unknown too, and nobody can use a card that is not known.
"""

from collections.abc import Mapping
from typing import Any, Generic, Protocol, Self, TypeVar

from engine.contract import AnyPosition
from engine.gems.pieces import CardOfLevel, veil_reserve


class ShadowablePosition(AnyPosition, Protocol):
    """A position of which a shadow can be made."""

    seat: int
    decks: list[Any]
    """By level - 1, the cards of each."""
    market: list[Any]
    players: list[Any]

    def copy(self) -> Self:
        """Return an independent copy."""


Position = TypeVar("Position", bound=ShadowablePosition)


class TurnAhead(Generic[Position]):
    """The turn of the seat to move, on a shadow of the position.

    `unknown_cards` are those that stand for what nobody has seen, by level. With `tried_by` the
    game goes on after the turn, as far as that seat knows it.
    """

    def __init__(
        self,
        position: Position,
        unknown_cards: Mapping[int, CardOfLevel],
        *,
        tried_by: int | None = None,
    ) -> None:
        self._shadow = position.copy()
        self._shadow.decks = [
            (unknown_cards[level],) * len(deck) for level, deck in enumerate(position.decks, 1)
        ]
        self._unknown_ids = {card.id for card in unknown_cards.values()}
        self._seat = position.seat
        self._turn = position.turn
        self._goes_on = tried_by is not None
        if tried_by is not None:
            self._seat = tried_by
            for number, player in enumerate(self._shadow.players):
                if number != tried_by:
                    player.reserved = veil_reserve(player.reserved, unknown_cards)
        self.unknown = False
        """Whether what comes next hangs on something that nobody has seen yet."""

    @property
    def ended(self) -> bool:
        """Whether the turn is over; the game, where it goes on after the turn."""
        is_passed = self._shadow.turn != self._turn and not self._goes_on
        return is_passed or self._shadow.to_move is None

    @property
    def again(self) -> bool:
        """Whether the same seat then has another turn."""
        return self.ended and self._shadow.to_move == self._seat

    @property
    def _hangs_on_unknown(self) -> bool:
        """Whether what may follow hangs on cards that the turn is yet to turn up.

        Within the turn nothing does; the next one may buy or reserve them.
        """
        return self.unknown or (self.ended and self._shows_unknown)

    @property
    def _shows_unknown(self) -> bool:
        """Whether there is a card in the market that is not known."""
        shown = (card for row in self._shadow.market for card in row if card is not None)
        return any(card.id in self._unknown_ids for card in shown)

    def _usable(self) -> Position:
        """Return the shadow with an empty slot in place of each card that is not known."""
        if not self._shows_unknown:
            return self._shadow
        usable = self._shadow.copy()
        for row in usable.market:
            row[:] = [None if card and card.id in self._unknown_ids else card for card in row]
        return usable

    def _without_unknown(self, seen: dict[str, Any]) -> dict[str, Any]:
        """Return the view of the shadow with what is not known yet as nobody's eyes see it.

        A slot whose card is yet to be turned up is empty; a card yet to be drawn shows its back.
        """
        for row in seen["market"].values():
            row[:] = [None if card in self._unknown_ids else card for card in row]
        hand = self._shadow.players[self._seat].reserved
        own = seen["players"][self._seat]
        own["reserved"] = [
            {"level": card.level, "from": "deck"} if card.id in self._unknown_ids else shown
            for shown, (card, _) in zip(own["reserved"], hand, strict=True)
        ]
        return seen
