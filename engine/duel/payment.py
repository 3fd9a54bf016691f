"""Which purchases fit the colours that were named for them.

A colour may name what gold stands for ("gold red"), what is paid ("for 1 red 1 gold"), the card
("the red card") or the colour a wild card takes. Every sense that the words allow is tried; if
two senses lead to different moves, both are returned, and the reader refuses to choose.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from engine.duel.cards import CARD_OF
from engine.duel.colours import COLOURS
from engine.duel.options import Option
from engine.duel.pieces import AS, CARD, COLOUR, PAY, Piece

GOLD = "gold"


def fitting_purchases(
    pieces: Sequence[Piece], options: list[Option], view: dict[str, Any]
) -> list[Option]:
    """Return the purchases of one card, among the legal ones, that fit the words."""
    if not options:
        return []
    pieces, options = _without_description(pieces, options)
    senses = _without_wild_colour(pieces, options)
    found = [option for rest, among in senses for option in _paid_as_said(rest, among, view)]
    return list(dict.fromkeys(found))


def least_gold(options: list[Option]) -> list[Option]:
    """Return the options that pay the least gold: just what is missing, so one per wild colour."""
    least = min((len(option.colours) for option in options), default=0)
    return [option for option in options if len(option.colours) == least]


def _of_colour(options: list[Option], colour: str) -> list[Option]:
    """Return the options in which the card has the colour, or takes it."""
    return [o for o in options if colour in (o.wild, card_colour(o.card))]


def card_colour(card: str | None) -> str | None:
    """Return the colour of the card of that id, None for wild and colourless ones."""
    known = CARD_OF.get(card or "")
    return None if known is None or known.colour is None else COLOURS[known.colour]


def _without_description(
    pieces: Sequence[Piece], options: list[Option]
) -> tuple[list[Piece], list[Option]]:
    """Take out a colour that stands before the card: it says which card is meant."""
    rest = [piece for piece in pieces if piece.kind != CARD]
    first = pieces[0]
    if first.kind == COLOUR and first.value != GOLD and not first.times:
        return rest[1:], _of_colour(options, first.value)
    return rest, options


def _without_wild_colour(
    pieces: list[Piece], options: list[Option]
) -> list[tuple[list[Piece], list[Option]]]:
    """Take out "as COLOUR"; right after "gold" it may speak of the gold as well."""
    kinds = [piece.kind for piece in pieces]
    if AS not in kinds:
        return [(pieces, options)]
    at = kinds.index(AS)
    named = pieces[at + 1 : at + 2]
    without_as = pieces[:at] + pieces[at + 1 :]
    if not named or named[0].kind != COLOUR:
        return [(without_as, options)]
    wild = [option for option in options if option.wild == named[0].value]
    senses = [(pieces[:at] + pieces[at + 2 :], wild)]
    if at and pieces[at - 1].value == GOLD:
        senses.append((without_as, options))
    return senses


def _paid_as_said(pieces: list[Piece], options: list[Option], view: dict[str, Any]) -> list[Option]:
    named = [piece for piece in pieces if piece.kind == COLOUR]
    if not named:
        return least_gold(options)
    golds = [index for index, piece in enumerate(named) if piece.value == GOLD]
    found: list[Option] = []
    if golds == [0]:
        found += _gold_as_said(named[0], named[1:], options)
    if golds != [0] or pieces[0].kind == PAY:  # "for 1 gold 1 red", not "gold for the red"
        wanted = _counted(named)
        found += [option for option in options if _spent(option, view) == wanted]
    if len(named) == 1 and not golds and not named[0].times:
        found += least_gold(_of_colour(options, named[0].value))
    return found


def _gold_as_said(gold: Piece, replaced: list[Piece], options: list[Option]) -> list[Option]:
    """Return the options in which gold stands for those colours, or for any if none is named."""
    options = [o for o in options if o.colours and gold.times in (0, len(o.colours))]
    if not replaced:
        return least_gold(options)
    wanted = _counted(replaced)
    return [option for option in options if Counter(option.colours) == wanted]


def _counted(pieces: list[Piece]) -> Counter[str]:
    return Counter(piece.value for piece in pieces for _ in range(piece.times or 1))


def _spent(option: Option, view: dict[str, Any]) -> Counter[str]:
    """Return the tokens that the purchase costs the seat to move."""
    price = Counter({COLOURS[colour]: n for colour, n in CARD_OF[str(option.card)].cost})
    for owned in view["players"][view["to_move"]]["cards"]:
        price -= Counter({owned["color"]: CARD_OF[owned["id"]].bonus})
    price -= Counter(option.colours)
    return price + Counter({GOLD: len(option.colours)})
