"""The offers of a game that wait for an answer: who made each, and who has agreed to it."""

from collections.abc import Collection
from dataclasses import dataclass

from engine.errors import Illegal
from engine.kinds import Kind

UNDO = "undo "
"""How the offer begins to take moves back; the ply to go back to follows."""


@dataclass(slots=True)
class _Offer:
    seat: int
    accepted: set[int]


class Offers:
    """The offers that stand, by their terms; `follow` takes one more entry about them."""

    def __init__(self) -> None:
        self._made: dict[str, _Offer] = {}

    @property
    def standing(self) -> dict[str, int]:
        """Each offer that waits for an answer, with the seat that made it."""
        return {terms: offer.seat for terms, offer in self._made.items()}

    def has_agreed(self, seat: int, terms: str) -> bool:
        """Whether the seat has made this offer or accepted it, and it waits for others."""
        return terms in self._made and seat in self._made[terms].accepted

    def follow(self, kind: Kind, seat: int, terms: str, *, playing: Collection[int]) -> bool:
        """Whether all who play have agreed by this entry; raises Illegal if it cannot be."""
        offer = self._made.get(terms)
        if kind is Kind.OFFER:
            if offer is not None:
                raise Illegal(f"Seat {offer.seat} has offered that already.")
            self._made[terms] = _Offer(seat, {seat})
            return False
        if offer is None:
            raise Illegal(f"There is no offer {terms!r} to {kind}.")
        if (kind is Kind.WITHDRAW) != (seat == offer.seat):
            raise Illegal("An offer is withdrawn by the seat that made it and answered by others.")
        is_unanimous = False
        if kind is Kind.ACCEPT:
            if seat in offer.accepted:
                raise Illegal(f"Seat {seat} has accepted that already.")
            offer.accepted.add(seat)
            is_unanimous = len(offer.accepted) == len(playing)
            if not is_unanimous:
                return False
        del self._made[terms]
        return is_unanimous

    def lapse(self) -> None:
        """Let all offers go."""
        self._made.clear()

    def lapse_to_undo(self) -> None:
        """Let the offers go that are about the position as it was."""
        for terms in [terms for terms in self._made if terms.startswith(UNDO)]:
            del self._made[terms]
