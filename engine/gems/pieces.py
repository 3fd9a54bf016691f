"""Tokens and cards, as all games of gems have them: colours, decks, market, reserve, limit.

The facts of a game are read from tables that lie beside its modules.
"""

import csv
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from importlib.resources import files
from typing import Any, Protocol, TypeVar

from engine.contract import Draw, Event

GEM_NAMES = ("white", "blue", "green", "red", "black")
WHITE, BLUE, GREEN, RED, BLACK = range(5)
GEMS = range(5)
"""The colours a card can have."""


def list_tokens(counts: Sequence[int]) -> list[int]:
    """Return the tokens one by one, in colour order."""
    tokens: list[int] = []
    for colour, number in enumerate(counts):
        tokens += [colour] * number
    return tokens


def selections(spans: Iterable[tuple[int, int, int]], most: int) -> list[tuple[int, ...]]:
    """Return every way to choose colours, in colour order, `most` of them at most.

    Of each colour a number from the least to the greatest of its span is chosen.
    """
    choices: list[tuple[int, ...]] = [()]
    for colour, least, greatest in spans:
        choices = [
            chosen + (colour,) * number
            for chosen in choices
            for number in range(least, min(greatest, most - len(chosen)) + 1)
        ]
    return choices


def rows(package: str, table: str) -> Iterator[dict[str, str]]:
    """Yield the rows of a table, each by the names of its columns."""
    yield from csv.DictReader(files(package).joinpath(table).read_text("utf-8").splitlines())


def amounts(row: Mapping[str, str], colours: Sequence[str]) -> tuple[tuple[int, int], ...]:
    """Return colour and amount, for each of the colours that the row asks for."""
    asked = ((colour, int(row[name])) for colour, name in enumerate(colours))
    return tuple((colour, amount) for colour, amount in asked if amount)


LEVELS = (1, 2, 3)
DECK_ROWS = {f"deck{level}": level - 1 for level in LEVELS}
"""Each deck by the name that moves give it, with its row."""

EventSink = list[Event] | None
"""Where a move tells what happens; None in replay, where nobody listens."""


class CardOfLevel(Protocol):
    """A card, as far as decks, market and reserve need to know it."""

    @property
    def id(self) -> str:
        """Its id."""

    @property
    def level(self) -> int:
        """Its level, which everybody sees on its back."""


Card = TypeVar("Card", bound=CardOfLevel)


class WithMarket(Protocol[Card]):
    """A position that has decks and a market, by level - 1."""

    decks: list[tuple[Card, ...]]
    market: list[list[Card | None]]


def turn_up_card(position: WithMarket[Card], row: int, slot: int, events: EventSink) -> None:
    """Replace the card that left the market from its deck; without one the slot stays empty."""
    deck = position.decks[row]
    if deck:
        position.market[row][slot] = deck[0]
        position.decks[row] = deck[1:]
        if events is not None:
            events.append(
                {"kind": "revealed", "level": row + 1, "slot": slot + 1, "id": deck[0].id}
            )
    else:
        position.market[row][slot] = None
        if events is not None:
            events.append({"kind": "slot_empty", "level": row + 1, "slot": slot + 1})


def reserve_view(
    reserved: Sequence[tuple[CardOfLevel, bool]], *, sees_all: bool
) -> list[dict[str, Any]]:
    """Return reserved cards as JSON: from a deck only their level, but for those who see all."""
    return [
        {"level": card.level, "from": "deck"}
        if from_deck and not sees_all
        else {"id": card.id, "from": "deck" if from_deck else "market"}
        for card, from_deck in reserved
    ]


def veil_reserve(
    reserved: Sequence[tuple[Card, bool]], unknown: Mapping[int, Card]
) -> list[tuple[Card, bool]]:
    """Return reserved cards with the unknown one of its level in place of each hidden one."""
    return [(unknown[card.level] if hidden else card, hidden) for card, hidden in reserved]


def first_draw(first: int, seats: int) -> Draw:
    """Return which of so many seats began."""
    numbers = tuple(str(seat) for seat in range(seats))
    return Draw("first", numbers, (str(first),), is_shuffle=False)


def deck_draws(
    cards_of_level: Mapping[int, Sequence[CardOfLevel]],
    market: Sequence[Sequence[CardOfLevel | None]],
    decks: Sequence[Sequence[CardOfLevel]],
) -> list[Draw]:
    """Return the order of each deck, its market included, as both lie at the start."""
    return [
        Draw(
            f"deck{level}",
            tuple(card.id for card in cards),
            tuple(card.id for card in (*market[level - 1], *decks[level - 1]) if card),
            is_shuffle=True,
        )
        for level, cards in cards_of_level.items()
    ]


TOKEN_LIMIT = 10
"""Gold and pearls included."""


def discard_text(colours: Sequence[int], names: Sequence[str]) -> str:
    """Return the canonical text of a discard."""
    return "discard " + " ".join([names[colour] for colour in colours])


def discard_fault(
    colours: Sequence[int], tokens: Sequence[int], names: Sequence[str]
) -> str | None:
    """Return why these tokens cannot be discarded: exactly down to the limit, of what one has."""
    excess = sum(tokens) - TOKEN_LIMIT
    if len(colours) != excess:
        return f"exactly {excess} must be discarded"
    for colour in colours:
        if colours.count(colour) > tokens[colour]:
            return f"there are not as many {names[colour]} tokens"
    return None


def discard_texts(tokens: Sequence[int], names: tuple[str, ...]) -> list[str]:
    """Return every way to discard as canonical text, sorted."""
    excess = sum(tokens) - TOKEN_LIMIT
    return list(_discards(tuple([min(number, excess) for number in tokens]), excess, names))


@lru_cache(maxsize=2048)
def _discards(held: tuple[int, ...], excess: int, names: tuple[str, ...]) -> tuple[str, ...]:
    choices = selections([(colour, 0, number) for colour, number in enumerate(held)], excess)
    return tuple(sorted(discard_text(c, names) for c in choices if len(c) == excess))
