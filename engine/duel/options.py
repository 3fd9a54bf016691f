"""A canonical move taken apart, for whoever compares it or tells of it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Option:
    """The parts of a canonical move."""

    move: str
    verb: str
    cells: tuple[str, ...] = ()
    card: str | None = None
    """A card, a royal, or a deck as `deck2`."""
    wild: str | None = None
    """The colour a wild card is to take."""
    colours: tuple[str, ...] = ()
    """What is stolen or discarded; in a purchase, what gold is paid for."""


def option_of(move: str) -> Option:
    """Return the parts of a canonical move."""
    verb, *words = move.split()
    match verb:
        case "buy":
            card, *rest = words
            wild = rest[1] if rest[:1] == ["as"] else None
            gold = rest[rest.index("gold") + 1 :] if "gold" in rest else []
            return Option(move, verb, card=card, wild=wild, colours=tuple(gold))
        case "reserve":
            return Option(move, verb, cells=(words[0],), card=words[1])
        case "royal":
            return Option(move, verb, card=words[0])
        case "steal" | "discard":
            return Option(move, verb, colours=tuple(words))
    return Option(move, verb, cells=tuple(words))
