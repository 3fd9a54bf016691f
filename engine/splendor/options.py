"""A canonical move taken apart, for whoever compares it or tells of it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Option:
    """The parts of a canonical move."""

    move: str
    verb: str
    card: str | None = None
    """A card, a noble, a post, or a deck as `deck2`."""
    colours: tuple[str, ...] = ()
    """What is taken or discarded; in a purchase, what gold is paid for."""
    number: int | None = None
    """Which of two cards is kept."""


def option_of(move: str) -> Option:
    """Return the parts of a canonical move."""
    verb, *words = move.split()
    match verb:
        case "buy":
            return Option(move, verb, card=words[0], colours=tuple(words[2:]))
        case "reserve" | "noble" | "post":
            return Option(move, verb, card=words[0])
        case "keep":
            return Option(move, verb, number=int(words[0]))
    return Option(move, verb, colours=tuple(words))
