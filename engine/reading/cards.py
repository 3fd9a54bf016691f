"""Which card is meant, by what the seat can see alone, so that a refusal tells nothing hidden."""

from typing import Any

View = dict[str, Any]


def card_at(named: str, view: View, seat: int) -> str | None:
    """Return the card at a place, `2.1` or `r2` of that seat; None if none can be seen there."""
    level, _, slot = named.rpartition(".")
    row = view["market"].get(level, []) if level else held_by(seat, view)
    number = int(slot if level else named[1:])
    return row[number - 1] if 0 < number <= len(row) else None


def held_by(seat: int, view: View) -> list[str | None]:
    """Return the reserved cards of a seat, in their order; None for those that are hidden."""
    return [card.get("id") for card in view["players"][seat]["reserved"]]


def cards_within_reach(verb: str, view: View) -> set[str]:
    """Return what the seat to move can see and could buy or reserve if the rest were right."""
    # A card in a deck, hidden in another hand, or that does not exist is equally out of reach.
    within = {card for row in view["market"].values() for card in row if card}
    if verb == "buy":
        within |= {card for card in held_by(view["to_move"], view) if card}
    else:
        within |= {f"deck{level}" for level, left in view["decks"].items() if left}
    return within


def place_of(card: str, view: View) -> str:
    """Return where a card within reach lies: in the reserve of the seat to move or the market."""
    return "reserve" if card in held_by(view["to_move"], view) else "market"
