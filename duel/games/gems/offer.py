"""The cards that a seat may buy, each with what it would pay and what is missing."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from django.utils.translation import gettext, ngettext

from duel.games.gems.purse import Purse
from duel.games.gems.seat_cards import P, SeatCards, market_slots
from duel.games.gems.vocabulary import GOLD, tokens_listed


@dataclass(frozen=True)
class CardLine:
    """One slot of the market or of one's own reserve. In an empty slot `card` is empty."""

    slot: str
    """`3.1` to `1.5`, or `r1` to `r3`."""
    level: int
    card: str
    """The card's id."""
    colour: str
    """The key of its colour; empty for wild and colourless cards."""
    words: str
    price: str
    """What the reader would pay after bonuses."""
    cost: dict[str, int]
    """The same in figures."""
    missing: str
    """What is missing, in words; empty if nothing is."""
    missing_count: int
    is_affordable: bool
    secret: str
    """Says that nobody else knows the card; else empty."""
    face: "Face | None" = None
    """What is printed on it."""

    @property
    def line(self) -> str:
        """The whole line behind the slot's name."""
        return self._line(self.price)

    @property
    def row(self) -> str:
        """The same for a letter's text part: shorter by the commas in the price."""
        return self._line(self.price.replace(", ", " "))

    def _line(self, price: str) -> str:
        if not self.card:
            return self.words
        words = {"card": self.words, "price": price}
        parts = [gettext("%(card)s: %(price)s") % words, self.missing]
        said = ", ".join(part for part in parts if part)
        return f"{said} ({self.secret})" if self.secret else said


@dataclass(frozen=True)
class Face:
    """What one sees of a card."""

    level: int
    colour: str
    """The key of its colour; empty for wild and colourless cards."""
    words: str
    name: str
    """The word for its colour, or that it has none."""
    points: int
    traits: tuple[str, ...]
    """What else is printed on it, but for its price."""


FaceOf = Callable[[str], Face]


def card_lines(seen: SeatCards[P], face_of: FaceOf, *, secret: str) -> Iterator[CardLine]:
    """Yield the market from level 3 down to level 1, then the seat's own reserve.

    `secret` is what is said of a card that nobody else knows.
    """
    for level, slot, card in market_slots(seen.view):
        yield _line(slot, card, face_of(card), seen.mine) if card else _empty(slot, level)
    for number, reserved in enumerate(seen.mine.reserved, 1):
        card = reserved["id"]
        said = secret if seen.is_hidden(card) else ""
        yield _line(f"r{number}", card, face_of(card), seen.mine, said)


def _empty(slot: str, level: int) -> CardLine:
    return CardLine(slot, level, "", "", gettext("empty"), "", {}, "", 0, False, "")


def _line(slot: str, card_id: str, face: Face, purse: Purse, secret: str = "") -> CardLine:
    price = purse.price(card_id)
    return CardLine(
        slot=slot,
        level=face.level,
        card=card_id,
        colour=face.colour,
        words=face.words,
        price=tokens_listed(price) or gettext("nothing to pay"),
        cost=dict(price),
        missing=missing_words(card_id, purse),
        missing_count=purse.missing(card_id),
        is_affordable=purse.can_pay(card_id),
        secret=secret,
        face=face,
    )


def missing_words(card_id: str, purse: Purse) -> str:
    """Return what a player lacks for a card; nothing if they can buy it without gold."""
    words = []
    if count := purse.missing(card_id):
        gold_will_do = purse.gold_needed(card_id) <= purse.tokens[GOLD]
        template = (
            ngettext(
                "%(count)d missing (gold will do)",
                "%(count)d missing (gold will do)",
                count,
            )
            if gold_will_do
            else ngettext("%(count)d missing", "%(count)d missing", count)
        )
        words.append(template % {"count": count})
    if purse.is_barred(card_id):
        words.append(gettext("you need a bonus first"))
    return ", ".join(words)
