"""Moves in as few words as a line has room for beside an address.

What they leave out stands elsewhere in a letter: the prices with the cards, the cells between the
ends of a line on the board.
"""

from django.utils.translation import gettext

from duel.games.duel.cards import colour_of_card
from duel.games.duel.moves import colours_on, payment
from duel.games.duel.seen import GOLD, Seen
from duel.games.duel.vocabulary import card_colour_word, colour_word, counted, tokens_listed
from engine.duel.options import Option
from engine.duel.reserving import DECK_ROWS


def brief_phrase(option: Option, seen: Seen) -> str:
    """Return fewer words for a move that people mean: there is only one way to pay for a card."""
    card = str(option.card)
    if option.verb == "buy":
        name = (
            _taken_colour(option) if option.wild else f"{seen.slots[card]} {colour_of_card(card)}"
        )
        gold = payment(option, seen)[GOLD]
        return f"{name}, {counted(GOLD, gold)}" if gold else name
    if option.verb == "reserve" and card not in DECK_ROWS:
        return f"{seen.slots[card]} {colour_of_card(card)}"
    return _line(option, seen)


def brief_variant(option: Option, seen: Seen) -> str:
    """Return fewer words for a rarer move: the payment is what sets it apart."""
    if option.verb == "buy" and not option.wild:
        words = {
            "card": seen.slots[str(option.card)],
            "price": tokens_listed(payment(option, seen)),
        }
        return gettext("%(card)s for %(price)s") % words
    return _line(option, seen)


def _taken_colour(option: Option) -> str:
    return gettext("as %(colour)s") % {"colour": card_colour_word(str(option.wild))}


def _line(option: Option, seen: Seen) -> str:
    """Return three tokens in a line by its ends and their colours."""
    if option.verb != "take" or len(option.cells) < 3:
        return ""
    colours = " ".join(map(colour_word, colours_on(option, seen)))
    return f"{option.cells[0]}-{option.cells[-1]} {colours}"
