"""Which purchases fit the colours that were named for them.

A colour may name what gold stands for ("gold red"), what is paid ("for 1 red 1 gold"), the card
("the red card") or the colour a wild card takes. Every sense that the words allow is tried; if
two senses lead to different moves, both are returned, and the reader refuses to choose.
"""

import re
from collections import Counter
from collections.abc import Sequence
from typing import Any

from engine.duel.cards import CARD_OF
from engine.duel.colours import COLOURS
from engine.duel.options import Option
from engine.duel.reading.described import card_colour
from engine.duel.reading.piece import (
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
)

GOLD = "gold"
_MARKS = (AS, FOR, WITH, PAY, INSTEAD, FREE)
_CARD_WORDS = (CARD, CARD_WORD, FACT)


def colours_of_card(pieces: Sequence[Piece]) -> tuple[list[Piece], list[Piece]]:
    """Return the colours that describe the card, and the other pieces that matter for paying.

    A colour describes the card if no number counts it and it stands before the card's name, or
    beside the word "card": "the red card 1.4", "la carte rouge".
    """
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


def fitting_purchases(
    pieces: Sequence[Piece], options: list[Option], view: dict[str, Any], *, added: bool
) -> list[Option]:
    """Return the purchases of one card, among the legal ones, that fit the words.

    `added` says that a colour behind the card stands apart from it, by a comma or "and", so that
    it does not describe it.
    """
    described, rest = colours_of_card(pieces)
    for piece in described:
        options = _of_colour(options, piece.value)
    senses = _without_wild_colour(rest, options)
    found = [option for words, among in senses for option in _paid_as_said(words, among, view)]
    if added and [piece.kind for piece in rest] == [COLOUR]:
        found = [option for option in found if _is_spent(rest, option, view)]
    return list(dict.fromkeys(found))


def least_gold(options: list[Option]) -> list[Option]:
    """Return the options that pay the least gold: just what is missing, so one per wild colour."""
    least = min((len(option.colours) for option in options), default=0)
    return [option for option in options if len(option.colours) == least]


def _of_colour(options: list[Option], colour: str) -> list[Option]:
    """Return the options in which the card has the colour, or takes it."""
    return [o for o in options if colour in (o.wild, card_colour(o.card))]


def _without_wild_colour(
    pieces: list[Piece], options: list[Option]
) -> list[tuple[list[Piece], list[Option]]]:
    """Take out the colour that a wild card takes; right after "gold" it may be the gold's."""
    kinds = "".join(piece.kind for piece in pieces)
    if AS not in kinds:
        first = pieces[0] if pieces else None
        if re.match("h[FWx]", kinds) and first and first.value != GOLD and not first.times:
            return [(pieces[1:], _of_colour(options, first.value))]  # "1.2 green with gold"
        return [(pieces, options)]
    at = kinds.index(AS)
    named = pieces[at + 1 : at + 2]
    if not named or named[0].kind != COLOUR or named[0].times:
        return []
    wild = [option for option in options if option.wild == named[0].value]
    senses = [(pieces[:at] + pieces[at + 2 :], wild)]
    if at and pieces[at - 1].value == GOLD:
        replaced = [*pieces[:at], pieces[at]._replace(kind=FOR), *pieces[at + 1 :]]
        senses.append((replaced, options))
    return senses


def _paid_as_said(pieces: list[Piece], options: list[Option], view: dict[str, Any]) -> list[Option]:
    """Return the options that are paid as the words say, in any of their senses."""
    if not pieces:
        return least_gold(options)
    letters = "".join(_letter(piece) for piece in pieces)
    named = [piece for piece in pieces if piece.kind == COLOUR]
    found: list[Option] = []
    if letters == FREE:
        return [option for option in options if not _spent(option, view)]
    # "With 1 gold and 1 white" counts what is paid; "gold white" says what gold stands for.
    is_price = letters[0] in "FWx" and any(piece.times for piece in named[1:])
    if re.fullmatch("[FWx]?[Wx]?o(?:[Fi]h+|h*)", letters) and not (
        is_price and letters.endswith("oh")
    ):
        found += _gold_as_said(named[0], named[1:], options)
    if re.fullmatch("[FWx]?[Wx]?[oh]+", letters) and not re.fullmatch("oh*|[FWx]+o", letters):
        found += [option for option in options if _is_spent(named, option, view)]
    if match := re.fullmatch("([FWx]?[Wx]?[oh]*[FWx]?o)[Fi](h+)", letters):
        paid = named[: len(re.findall("[oh]", match[1]))]
        replaced = named[len(paid) :]
        if len(paid) > 1:
            found += [
                option
                for option in _gold_as_said(Piece(COLOUR, GOLD, ""), replaced, options)
                if _spent(option, view) == _counted(paid)
            ]
    if letters == "h" and not named[0].times:
        found += least_gold(_of_colour(options, named[0].value))
    return found


def _letter(piece: Piece) -> str:
    return "o" if piece.value == GOLD else piece.kind


def _gold_as_said(gold: Piece, replaced: list[Piece], options: list[Option]) -> list[Option]:
    """Return the options in which gold stands for those colours, or for any if none is named."""
    options = [o for o in options if o.colours and gold.times in (0, len(o.colours))]
    if not replaced:
        return least_gold(options)
    wanted = _counted(replaced)
    return [option for option in options if Counter(option.colours) == wanted]


def _is_spent(named: list[Piece], option: Option, view: dict[str, Any]) -> bool:
    """Return whether just these tokens are spent; without any number, of just these colours."""
    spent = _spent(option, view)
    colours = [piece.value for piece in named]
    once = not any(piece.times for piece in named) and len(set(colours)) == len(colours)
    return spent == _counted(named) or (once and set(spent) == set(colours))


def _counted(pieces: list[Piece]) -> Counter[str]:
    return Counter(piece.value for piece in pieces for _ in range(piece.times or 1))


def _spent(option: Option, view: dict[str, Any]) -> Counter[str]:
    """Return the tokens that the purchase costs the seat to move."""
    price = Counter({COLOURS[colour]: n for colour, n in CARD_OF[str(option.card)].cost})
    for owned in view["players"][view["to_move"]]["cards"]:
        price -= Counter({owned["color"]: CARD_OF[owned["id"]].bonus})
    price -= Counter(option.colours)
    return price + Counter({GOLD: len(option.colours)})
