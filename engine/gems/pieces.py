"""Tokens and cards, as all games of gems have them: colours, decks, market, reserve, prices."""

import csv
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from importlib.resources import files
from operator import add
from typing import Any, Protocol, TypeVar

from engine.contract import Draw, Event
from engine.errors import Illegal

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
    """Return every choice of at most `most` colours, in order, of each a number within its span."""
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


def reserved(seat: int, card: CardOfLevel, *, from_deck: bool) -> Event:
    """Return the event that the seat reserved the card."""
    source = "deck" if from_deck else "market"
    return {"kind": "reserved", "seat": seat, "from": source, "level": card.level, "id": card.id}


def is_secret_reserve(event: Event) -> bool:
    """Return whether a card was reserved that only its player has seen."""
    return bool(event["kind"] == "reserved" and event["from"] == "deck")


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


class Refusing(Protocol):
    """A move that can be refused."""

    def refusal(self, reason: str) -> Illegal:
        """Return the error to raise."""


TOKEN_LIMIT = 10
"""Gold and pearls included."""


def discard_text(colours: Sequence[int], names: Sequence[str]) -> str:
    """Return the canonical text of a discard."""
    return "discard " + " ".join([names[colour] for colour in colours])


def discard_tokens(
    move: Refusing,
    colours: Sequence[int],
    tokens: list[int],
    stock: list[int],
    names: Sequence[str],
) -> None:
    """Return tokens of a player to the stock, exactly down to the limit, or raise Illegal."""
    excess = sum(tokens) - TOKEN_LIMIT
    if len(colours) != excess:
        raise move.refusal(f"exactly {excess} must be discarded")
    for colour in colours:
        if colours.count(colour) > tokens[colour]:
            raise move.refusal(f"there are not as many {names[colour]} tokens")
    for colour in colours:
        tokens[colour] -= 1
        stock[colour] += 1


def discard_texts(tokens: Sequence[int], names: tuple[str, ...]) -> list[str]:
    """Return every way to discard as canonical text, sorted."""
    excess = sum(tokens) - TOKEN_LIMIT
    return list(_discards(tuple([min(number, excess) for number in tokens]), excess, names))


@lru_cache(maxsize=2048)
def _discards(held: tuple[int, ...], excess: int, names: tuple[str, ...]) -> tuple[str, ...]:
    choices = selections([(colour, 0, number) for colour, number in enumerate(held)], excess)
    return tuple(sorted(discard_text(c, names) for c in choices if len(c) == excess))


PRICED = (*GEM_NAMES, "pearl")
"""The colours that a price can name; not every game has pearls."""


class PricedCard(CardOfLevel, Protocol):
    """A card with its price."""

    @property
    def cost(self) -> tuple[tuple[int, int], ...]:
        """Colour and amount, for each colour that is asked."""


class Buyer(Protocol):
    """A player, as far as prices go."""

    tokens: list[int]
    """By colour, gold last."""
    bonuses: list[int]


Priced = TypeVar("Priced", bound=PricedCard)


def find_card_to_buy(
    move: Refusing,
    card: Priced | None,
    market: Sequence[Sequence[Priced | None]],
    reserved: Iterable[tuple[Priced, bool]],
) -> tuple[Priced, int, bool]:
    """Return the card, its market slot (-1: in the reserve), and whether it was hidden."""
    if card is not None:
        row = market[card.level - 1]
        if card in row:
            return card, row.index(card), False
        for held, hidden in reserved:
            if held is card:
                return card, -1, hidden
    # One sentence for a foreign, an undrawn and an unknown card: it tells nothing hidden.
    raise move.refusal("that card is neither in the market nor among one's own reserved cards")


def payment_for(
    move: Refusing, card: PricedCard, buyer: Buyer, gold: Sequence[int], worth: int = 1
) -> list[tuple[int, int]]:
    """Return the colours to pay in, gold last, with their numbers; a gold is `worth` so many."""
    tokens, bonuses = buyer.tokens, buyer.bonuses
    payment = []
    replaced = 0
    for colour, amount in card.cost:
        due = amount - bonuses[colour]
        if due > 0:
            if gold:
                in_gold = gold.count(colour)
                if in_gold > -(-due // worth):
                    raise move.refusal(f"that is more gold for {PRICED[colour]} than is due")
                replaced += in_gold
                due = max(0, due - worth * in_gold)
            if due > tokens[colour]:
                raise move.refusal(f"there are too few {PRICED[colour]} tokens to pay for it")
            if due:
                payment.append((colour, due))
    if replaced < len(gold):
        raise move.refusal("gold is named for a colour in which nothing is due")
    if replaced > tokens[-1]:
        raise move.refusal("there is too little gold to pay for it")
    if replaced:
        payment.append((len(tokens) - 1, replaced))
    return payment


def affordable(buyer: Buyer, cards: Iterable[Priced | None], worth: int = 1) -> list[Priced]:
    """Return those of the cards that the buyer can pay for; a gold is `worth` so many tokens."""
    gold = buyer.tokens[-1]
    means = list(map(add, buyer.tokens, buyer.bonuses))
    found = []
    for card in cards:
        if card is not None:
            gold_left = gold
            for colour, amount in card.cost:
                if amount > means[colour]:
                    gold_left += (means[colour] - amount) // worth
                    if gold_left < 0:
                        break
            else:
                found.append(card)
    return found


def ways_to_pay(buyer: Buyer, card: PricedCard, worth: int = 1) -> Sequence[str]:
    """Return the end of each purchase of a card that is affordable, the least gold first."""
    # Gold may replace a token that one holds: the least is what is missing, the most what is due.
    tokens, bonuses = buyer.tokens, buyer.bonuses
    gold = tokens[-1]
    if not gold:
        return ("",)
    spans = []
    for colour, amount in card.cost:
        due = amount - bonuses[colour]
        if due > 0:
            missing = due - tokens[colour]
            # Part of the last gold may be lost.
            spans.append((colour, -(-missing // worth) if missing > 0 else 0, -(-due // worth)))
    return _gold_texts(tuple(spans), gold)


@lru_cache(maxsize=4096)
def _gold_texts(spans: tuple[tuple[int, int, int], ...], gold: int) -> tuple[str, ...]:
    return tuple(gold_text(chosen) for chosen in sorted(selections(spans, gold), key=len))


def gold_text(colours: Sequence[int]) -> str:
    """Return how a purchase ends in which gold is paid for these colours; nothing without gold."""
    return " gold " + " ".join([PRICED[colour] for colour in colours]) if colours else ""
