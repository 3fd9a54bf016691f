"""Moves in as few words as a line has room for beside an address.

What they leave out stands elsewhere in a letter: the prices with the cards, the cells between the
ends of a line on the board.
"""

from django.utils.translation import gettext, pgettext

from duel.games.duel.moves.phrases import colours_on
from duel.games.duel.position.cards import colour_of_card
from duel.games.duel.position.seat_view import SeatView
from duel.games.gems.moves.purchases import payment
from duel.games.gems.vocabulary import GOLD, card_colour_word, colour_word, colours_listed, counted
from engine.duel.moves import Option
from engine.gems.pieces import DECK_ROWS


def brief_phrases(option: Option, seen: SeatView) -> tuple[str, ...]:
    """Return a move that people mean in fewer and fewer words: a card is paid in one way only."""
    match option.verb:
        case "buy":
            gold = payment(option, seen)[GOLD]
            name = _bought(option, seen)
            return (f"{name}, {counted(GOLD, gold)}", name) if gold else (name,)
        case "reserve" if option.card not in DECK_ROWS:
            return (_named(option, seen),)
        case "replenish":
            return (pgettext("the board", "replenish"),)
    return _brief_tokens(option, seen)


def brief_variants(option: Option, seen: SeatView) -> tuple[str, ...]:
    """Return a rarer move in fewer words: what is paid with gold sets it apart."""
    if option.verb != "buy":
        return _brief_tokens(option, seen)
    card = card_colour_word(option.wild) if option.wild else seen.slots[str(option.card)]
    words = {"card": card, "colours": colours_listed(option.colours)}
    return (gettext("%(card)s, gold for %(colours)s") % words,)


def _brief_tokens(option: Option, seen: SeatView) -> tuple[str, ...]:
    """Return three tokens in a line by its ends, and what is given back, by their colours."""
    if option.verb == "discard":
        return (colours_listed(option.colours),)
    if option.verb != "take" or len(option.cells) < 3:
        return ()
    colours = " ".join(map(colour_word, colours_on(option, seen)))
    return (f"{option.cells[0]}-{option.cells[-1]} {colours}",)


def _bought(option: Option, seen: SeatView) -> str:
    """Return where the card lies and its colour; of a wild one, that which it takes."""
    if option.wild:
        return f"{seen.slots[str(option.card)]} {card_colour_word(option.wild)}"
    return _named(option, seen)


def _named(option: Option, seen: SeatView) -> str:
    card = str(option.card)
    return f"{seen.slots[card]} {colour_of_card(card)}"
