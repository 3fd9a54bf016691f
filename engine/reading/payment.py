"""Which purchases fit the colours that were named for them.

A colour may name what gold stands for ("gold red"), what is paid ("for 1 red 1 gold"), the card
("the red card") or the colour a card takes. Every sense that the words allow is tried; if two
senses lead to different moves, both are returned, and the reader refuses to choose.
"""

import re
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Sequence
from typing import Generic

from engine.reading import O
from engine.reading.cards import View
from engine.reading.counting import tally
from engine.reading.piece import (
    AS,
    CARD,
    CARD_WORD,
    COLOUR,
    FACT,
    FOR,
    FREE,
    INSTEAD,
    PAY,
    WITH,
    Piece,
    kinds_of,
)

GOLD = "gold"
_MARKS = (AS, FOR, WITH, PAY, INSTEAD, FREE)
_CARD_WORDS = (CARD, CARD_WORD, FACT)

Sense = tuple[list[Piece], list[O]]
"""The words that tell how a card is paid, and the purchases among which they choose."""


def colours_of_card(pieces: Sequence[Piece]) -> tuple[list[Piece], list[Piece]]:
    """Return the colours that describe the card, and the other pieces that matter for paying."""
    # No number counts such a colour, and it stands before the card's name or beside the word
    # "card": "the red card 1.4", "la carte rouge".
    kinds = [piece for piece in pieces if piece.kind in (COLOUR, *_CARD_WORDS, *_MARKS)]
    end = next((at for at, piece in enumerate(kinds) if piece.kind in _MARKS), len(kinds))
    described: list[Piece] = []
    rest: list[Piece] = []
    for at, piece in enumerate(kinds):
        if piece.kind in _CARD_WORDS:
            continue
        before = kinds[at - 1].kind if at else ""
        after = [other.kind for other in kinds[at + 1 : end]]
        beside = before == CARD_WORD or CARD in after or after[:1] in ([CARD_WORD], [FACT])
        plain = piece.kind == COLOUR and piece.value != GOLD and not piece.times
        (described if plain and at < end and beside else rest).append(piece)
    return described, rest


class Payment(ABC, Generic[O]):
    """What a game knows of prices, and which purchases fit the words on them."""

    @abstractmethod
    def spent(self, option: O, view: View) -> Counter[str]:
        """Return the tokens that the purchase costs the seat to move."""

    @abstractmethod
    def has_colour(self, option: O, colour: str) -> bool:
        """Return whether the card has that colour, or takes it."""

    def takes_colour(self, option: O, colour: str) -> bool:
        """Return whether the card is one that takes a colour when it is bought, and takes this."""
        return False

    def gold_stands_for(self, option: O, wanted: Counter[str], view: View) -> bool:
        """Return whether gold is paid "for" just these tokens."""
        return Counter(option.colours) == wanted

    def fitting(
        self, pieces: Sequence[Piece], options: list[O], view: View, *, added: bool
    ) -> list[O]:
        """Return the purchases of one card, among the legal ones, that fit the words."""
        # `added`: a comma or "and" parts a colour behind the card from it: it does not describe it.
        described, rest = colours_of_card(pieces)
        for piece in described:
            options = self._of_colour(options, piece.value)
        senses = self._without_taken_colour(rest, options)
        found = [option for sense in senses for option in self._paid_as_written(sense, view)]
        if added and [piece.kind for piece in rest] == [COLOUR]:
            found = [option for option in found if self._is_spent(rest, option, view)]
        return list(dict.fromkeys(found))

    def _of_colour(self, options: list[O], colour: str) -> list[O]:
        return [option for option in options if self.has_colour(option, colour)]

    def _without_taken_colour(self, pieces: list[Piece], options: list[O]) -> list[Sense[O]]:
        """Take out the colour that the card takes; right after "gold" it may be the gold's."""
        kinds = kinds_of(pieces)
        if AS not in kinds:
            first = pieces[0] if pieces else None
            if re.match("h[FWx]", kinds) and first and first.value != GOLD and not first.times:
                # "1.2 green with gold"
                return [(pieces[1:], self._of_colour(options, first.value))]
            return [(pieces, options)]
        at = kinds.index(AS)
        named = pieces[at + 1 : at + 2]
        if not named or named[0].kind != COLOUR or named[0].times:
            return []
        taken = [option for option in options if self.takes_colour(option, named[0].value)]
        senses = [(pieces[:at] + pieces[at + 2 :], taken)]
        if at and pieces[at - 1].value == GOLD:
            replaced = [*pieces[:at], pieces[at]._replace(kind=FOR), *pieces[at + 1 :]]
            senses.append((replaced, options))
        return senses

    def _paid_as_written(self, sense: Sense[O], view: View) -> list[O]:
        """Return the options that are paid as the words say, in any of their senses."""
        pieces, options = sense
        if not pieces:
            return least_gold(options)
        letters = "".join(_letter(piece) for piece in pieces)
        named = [piece for piece in pieces if piece.kind == COLOUR]
        found: list[O] = []
        if letters == FREE:
            return [option for option in options if not self.spent(option, view)]
        # "With 1 gold and 1 white" counts what is paid; "gold white" says what gold stands for.
        is_price = letters[0] in "FWx" and any(piece.times for piece in named[1:])
        if re.fullmatch("[FWx]?[Wx]?o(?:[Fi]h+|h*)", letters) and not (
            is_price and letters.endswith("oh")
        ):
            is_plain = re.search("o[Fi]", letters) is None
            found += self._gold_as_written(named[0], named[1:], options, None if is_plain else view)
        if re.fullmatch("[FWx]?[Wx]?[oh]+", letters) and not re.fullmatch("oh*|[FWx]+o", letters):
            found += [option for option in options if self._is_spent(named, option, view)]
        if match := re.fullmatch("([FWx]?[Wx]?[oh]*[FWx]?o)[Fi](h+)", letters):
            paid = named[: len(re.findall("[oh]", match[1]))]
            found += self._price_and_gold(paid, named[len(paid) :], options, view)
        if letters == "h" and not named[0].times:
            found += least_gold(self._of_colour(options, named[0].value))
        return found

    def _price_and_gold(
        self, paid: list[Piece], replaced: list[Piece], options: list[O], view: View
    ) -> list[O]:
        """Return the options with that price, in which gold stands for those colours."""
        if len(paid) == 1:  # gold alone is no price
            return []
        fitting = self._gold_as_written(Piece(COLOUR, GOLD, ""), replaced, options, view)
        return [option for option in fitting if self.spent(option, view) == tally(paid)]

    def _gold_as_written(
        self, gold: Piece, replaced: list[Piece], options: list[O], view: View | None
    ) -> list[O]:
        """Return the options in which gold stands for those colours; if none is named, for any."""
        # Without a view each colour has its own gold ("gold red red").
        # With one, gold is said to be "for" so many tokens.
        options = [o for o in options if o.colours and gold.times in (0, len(o.colours))]
        if not replaced:
            return least_gold(options)
        wanted = tally(replaced)
        if view is None:
            return [option for option in options if Counter(option.colours) == wanted]
        return [option for option in options if self.gold_stands_for(option, wanted, view)]

    def _is_spent(self, named: list[Piece], option: O, view: View) -> bool:
        """Return whether just these tokens are spent; without any number, of just these colours."""
        spent = self.spent(option, view)
        colours = [piece.value for piece in named]
        once = not any(piece.times for piece in named) and len(set(colours)) == len(colours)
        return spent == tally(named) or (once and set(spent) == set(colours))


def least_gold(options: list[O]) -> list[O]:
    """Return the options that pay the least gold: just what is missing."""
    least = min((len(option.colours) for option in options), default=0)
    return [option for option in options if len(option.colours) == least]


def _letter(piece: Piece) -> str:
    return "o" if piece.value == GOLD else piece.kind
