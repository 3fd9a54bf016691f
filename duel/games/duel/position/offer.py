"""The cards that a seat may buy, each with what it would pay and what is missing."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext, ngettext

from duel.games.duel.position.cards import card_words
from duel.games.duel.position.seen import GOLD, Seen
from duel.games.duel.vocabulary import tokens_listed
from engine.duel.cards import CARD_OF
from engine.duel.colours import COLOURS
from engine.gems.market import LEVELS


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
    """Says that the opponent does not know the card; else empty."""

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


def card_lines(seen: Seen) -> Iterator[CardLine]:
    """Yield the market from level 3 down to level 1, then the seat's own reserve."""
    for level in reversed(LEVELS):
        for number, card in enumerate(seen.view["market"][str(level)], 1):
            slot = f"{level}.{number}"
            yield _line(slot, card, seen) if card else _empty(slot, level)
    for number, reserved in enumerate(seen.mine.reserved, 1):
        yield _line(f"r{number}", reserved["id"], seen)


def _empty(slot: str, level: int) -> CardLine:
    return CardLine(slot, level, "", "", gettext("empty"), "", {}, "", 0, False, "")


def _line(slot: str, card_id: str, seen: Seen) -> CardLine:
    card = CARD_OF[card_id]
    price = seen.mine.price(card_id)
    missing = seen.mine.missing(card_id)
    has_no_bonus = seen.mine.lacks_a_bonus_for(card_id)
    gold_will_do = missing <= seen.mine.tokens[GOLD]
    name = {"name": seen.opponent}
    return CardLine(
        slot=slot,
        level=card.level,
        card=card_id,
        colour="" if card.colour is None else COLOURS[card.colour],
        words=card_words(card_id),
        price=tokens_listed(price) or gettext("nothing to pay"),
        cost=dict(price),
        missing=_missing(missing, gold_will_do=gold_will_do, has_no_bonus=has_no_bonus),
        missing_count=missing,
        is_affordable=seen.mine.can_pay(card_id),
        secret=gettext("%(name)s does not know this card") % name
        if seen.is_hidden(card_id)
        else "",
    )


def _missing(count: int, *, gold_will_do: bool, has_no_bonus: bool) -> str:
    words = []
    if count:
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
    if has_no_bonus:
        words.append(gettext("you need a bonus first"))
    return ", ".join(words)
