"""A move in words: short in a list, whole by itself, brief beside an address; why it is final.

A buyer, taker or reserver is always the reader, so the words are in the second person. What a
move would turn up is nowhere in a view, and so never here. What brief words leave out stands
elsewhere in a letter: the prices with the cards, the cells between the ends of a line on the board.
"""

from collections import Counter

from django.utils.translation import gettext, pgettext

from duel.games.base import View
from duel.games.duel.seat_view import SeatView
from duel.games.duel.vocabulary import brief_words, card_words, colour_of_card, royal_words
from duel.games.gems.move_lists import (
    MovePhrases,
    card_with_price,
    payment,
    pays_for,
    what_turns_up,
)
from duel.games.gems.vocabulary import (
    GOLD,
    card_colour_word,
    colour_list,
    colour_word,
    count_words,
    token_list,
    token_phrase,
)
from engine.duel.facts import CARD_OF, CELL_OF, COLOUR_OF
from engine.duel.moves import Option
from engine.duel.token_moves import brings_privilege
from engine.gems.pieces import DECK_ROWS


def can_win(move: str, view: View) -> bool:
    """Return whether a move is of a kind that may win the game: cards and royals bring points."""
    return move.startswith(("buy ", "royal "))


def final_words(option: Option, side: SeatView) -> str:
    """Return why a legal move is final; nothing if it is not."""
    words = {
        "tokens": gettext("Final: it turns up tokens."),
        "card": gettext("Final: it turns up a card."),
        "own": gettext("Final: it turns up a card, for you alone."),
        "hidden": gettext("Final: it shows %(name)s a card.") % {"name": side.opponent},
        None: "",
    }
    return words[turns_up(option, side)]


def turns_up(option: Option, side: SeatView) -> str | None:
    """Return what the move turns up: `tokens`, a `card`, one's `own` or a `hidden` one, or None."""
    card = option.card
    if option.verb == "replenish":
        return "tokens"
    if option.verb not in ("buy", "reserve") or card is None:
        return None
    return what_turns_up(card, 0 if card in DECK_ROWS else CARD_OF[card].level, side)


def colours_on(option: Option, side: SeatView) -> list[str]:
    """Return the colours that lie on the cells of the move, in their order."""
    return [side.view["board"][CELL_OF[cell]] for cell in option.cells]


def gives_a_privilege(option: Option, side: SeatView) -> bool:
    """Return whether the opponent gets a privilege for the move."""
    is_due = option.verb == "replenish" or (
        option.verb == "take"
        and brings_privilege([COLOUR_OF[colour] for colour in colours_on(option, side)])
    )
    return is_due and side.opponent_can_take_privilege()


def pays_with(option: Option, side: SeatView) -> list[str]:
    """Return the slots of the cards that can be paid with what the move takes, and not without."""
    return pays_for(Counter(colours_on(option, side)), side)


def short_phrase(option: Option, side: SeatView, in_full: bool) -> str:
    """Return the move as in a list under its group's title; a card in brief, or `in_full`."""
    match option.verb:
        case "buy":
            return _short_purchase(option, side, in_full=in_full)
        case "reserve":
            return _short_source(str(option.card), side, in_full=in_full)
        case "take" | "use" | "token":
            return gettext("%(cells)s: %(colours)s") % _cells(option, side)
        case "replenish":
            return gettext("replenish the board")
        case "steal":
            return colour_word(option.colours[0])
        case "discard":
            return token_list(option.colours)
        case "royal":
            return royal_words(str(option.card))
    return phrase(option, side)


def phrase(option: Option, side: SeatView) -> str:
    """Return the move as a phrase that can stand alone."""
    match option.verb:
        case "buy":
            return _purchase(option, side)
        case "reserve":
            words = {"cell": option.cells[0], "card": named_card(str(option.card), side)}
            if option.card in DECK_ROWS:
                words["level"] = str(option.card)[-1]
                return (
                    gettext("reserve the top card of level %(level)s with the gold on %(cell)s")
                    % words
                )
            return gettext("reserve %(card)s with the gold on %(cell)s") % words
        case "take" | "token":
            words = {**_cells(option, side), "name": side.opponent}
            if gives_a_privilege(option, side):
                return gettext("take %(cells)s: %(colours)s; %(name)s takes a privilege") % words
            return gettext("take %(cells)s: %(colours)s") % words
        case "replenish":
            if gives_a_privilege(option, side):
                return gettext("replenish the board; %(name)s takes a privilege") % {
                    "name": side.opponent
                }
            return gettext("replenish the board")
        case "use":
            return gettext("use a privilege: %(colours)s on %(cells)s") % _cells(option, side)
        case "steal":
            words = {"token": token_phrase(option.colours), "name": side.opponent}
            return gettext("steal %(token)s from %(name)s") % words
        case "royal":
            return gettext("take the royal: %(royal)s") % {"royal": royal_words(str(option.card))}
    return gettext("return %(tokens)s to the bag") % {"tokens": token_phrase(option.colours)}


def named_card(card: str, side: SeatView) -> str:
    """Return the slot and the description of a card, as in “2.3 (green, 1 point, steal)”."""
    return "" if card in DECK_ROWS else f"{side.slots[card]} ({card_words(card)})"


def _cells(option: Option, side: SeatView) -> dict[str, str]:
    colours = colour_list(colours_on(option, side))
    return {"cells": " ".join(option.cells), "colours": colours}


def _short_source(source: str, side: SeatView, *, in_full: bool) -> str:
    if source in DECK_ROWS:
        return gettext("top of level %(level)s") % {"level": source[-1]}
    return named_card(source, side) if in_full else f"{side.slots[source]} {brief_words(source)}"


def _short_purchase(option: Option, side: SeatView, *, in_full: bool) -> str:
    price = token_list(payment(option, side))
    card = str(option.card)
    name = named_card(card, side) if in_full else f"{side.slots[card]} {colour_of_card(card)}"
    if option.wild:  # the title of its group says which card it is
        words = {"colour": card_colour_word(option.wild), "price": price}
        if price:
            return gettext("as %(colour)s for %(price)s") % words
        return gettext("as %(colour)s for nothing") % words
    return card_with_price(name, price)


def _purchase(option: Option, side: SeatView) -> str:
    price = token_phrase(payment(option, side))
    words = {"card": named_card(str(option.card), side), "price": price}
    if option.wild:
        words["colour"] = card_colour_word(option.wild)
        if price:
            return gettext("buy %(card)s as %(colour)s for %(price)s") % words
        return gettext("buy %(card)s as %(colour)s for nothing") % words
    if price:
        return gettext("buy %(card)s for %(price)s") % words
    return gettext("buy %(card)s for nothing") % words


def brief_phrases(option: Option, side: SeatView) -> tuple[str, ...]:
    """Return a move that people mean in fewer and fewer words: a card is paid in one way only."""
    match option.verb:
        case "buy":
            gold = payment(option, side)[GOLD]
            name = _brief_purchase(option, side)
            return (f"{name}, {count_words(GOLD, gold)}", name) if gold else (name,)
        case "reserve" if option.card not in DECK_ROWS:
            return (_brief_card(option, side),)
        case "replenish":
            return (pgettext("the board", "replenish"),)
    return _brief_tokens(option, side)


def brief_variants(option: Option, side: SeatView) -> tuple[str, ...]:
    """Return a rarer move in fewer words: what is paid with gold sets it apart."""
    if option.verb != "buy":
        return _brief_tokens(option, side)
    card = card_colour_word(option.wild) if option.wild else side.slots[str(option.card)]
    words = {"card": card, "colours": colour_list(option.colours)}
    return (gettext("%(card)s, gold for %(colours)s") % words,)


def _brief_tokens(option: Option, side: SeatView) -> tuple[str, ...]:
    """Return three tokens in a line by its ends, and what is given back, by their colours."""
    if option.verb == "discard":
        return (colour_list(option.colours),)
    if option.verb != "take" or len(option.cells) < 3:
        return ()
    colours = " ".join(map(colour_word, colours_on(option, side)))
    return (f"{option.cells[0]}-{option.cells[-1]} {colours}",)


def _brief_purchase(option: Option, side: SeatView) -> str:
    """Return where the card lies and its colour; of a wild one, that which it takes."""
    if option.wild:
        return f"{side.slots[str(option.card)]} {card_colour_word(option.wild)}"
    return _brief_card(option, side)


def _brief_card(option: Option, side: SeatView) -> str:
    card = str(option.card)
    return f"{side.slots[card]} {colour_of_card(card)}"


PHRASES = MovePhrases(phrase, short_phrase, brief_phrases, brief_variants, turns_up)
