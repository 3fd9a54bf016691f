"""Which card is meant: named by its id or its place, or told by what it is.

Only what the seat can see counts, so that a refusal tells nothing hidden.
"""

from collections.abc import Iterable
from typing import Any

from engine.duel.cards import CARD_OF, ROYAL_OF
from engine.duel.colours import COLOURS

View = dict[str, Any]


def card_id(named: str, view: View) -> str | None:
    """Return the id of a card named by id or by its place, None if the place is empty."""
    if named.startswith("place"):
        # The order in which the royals lie counts only where it is that of their numbers.
        royals, number = view["royals"], int(named.removeprefix("place"))
        royal = f"R-{number:02}"
        return royal if 0 < number <= len(royals) and royals[number - 1] == royal else None
    if named[0] == "r" and view["phase"] == "royal":
        return f"R-{int(named[1:]):02}"
    if named[0] == "r":
        held = held_by_mover(view)
        return held[int(named[1:]) - 1] if 0 < int(named[1:]) <= len(held) else None
    if "." in named:
        level, slot = named.split(".")
        row = view["market"].get(level, [])
        return row[int(slot) - 1] if 0 < int(slot) <= len(row) else None
    return named


def held_by_mover(view: View) -> list[str | None]:
    """Return the reserved cards of the seat to move, in their order."""
    return [card.get("id") for card in view["players"][view["to_move"]]["reserved"]]


def cards_within_reach(verb: str, view: View) -> set[str]:
    """Return what the seat can see and could buy, reserve or choose if the rest were right.

    A card that lies in a deck, is hidden in the opponent's hand or does not exist is equally
    out of reach.
    """
    if verb == "royal":
        return set(view["royals"])
    within = {card for row in view["market"].values() for card in row if card}
    if verb == "buy":
        within |= {card for card in held_by_mover(view) if card}
    else:
        within |= {f"deck{level}" for level, left in view["decks"].items() if left}
    return within


def fitting_cards(cards: Iterable[str], facts: Iterable[str], view: View) -> list[str]:
    """Return those of the cards of which all that is said is true, sorted."""
    return sorted(card for card in cards if all(is_true(fact, card, view) for fact in facts))


def is_true(fact: str, card: str, view: View) -> bool:
    """Return whether a fact such as `points 3` is true of the card."""
    name, said = fact.split(" ", 1)
    if card in ROYAL_OF:
        royal = ROYAL_OF[card]
        return said == {"points": str(royal.points), "ability": royal.ability}.get(name)
    if card not in CARD_OF:
        return fact == f"level {card[-1]}"
    known = CARD_OF[card]
    truth = {
        "level": str(known.level),
        "points": str(known.points),
        "crowns": str(known.crowns),
        "bonuses": str(known.bonus),
        "ability": known.ability,
        "colour": "wild" if known.wild else card_colour(card) or "none",
        "place": "reserve" if card in held_by_mover(view) else "market",
    }
    return truth.get(name) == said


def card_colour(card: str | None) -> str | None:
    """Return the colour of the card of that id, None for wild and colourless ones."""
    known = CARD_OF.get(card or "")
    return None if known is None or known.colour is None else COLOURS[known.colour]
