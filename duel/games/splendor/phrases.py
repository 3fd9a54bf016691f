"""A move in words: short in a list, whole by itself, brief beside an address; why it is final.

A buyer, taker or reserver is always the reader, so the words are in the second person. What a
move would turn up is nowhere in a view, and so never here.
"""

from django.utils.translation import gettext

from duel.games.base import View
from duel.games.gems.move_lists import MovePhrases, card_with_price, payment, what_turns_up
from duel.games.gems.vocabulary import (
    GOLD,
    colour_list,
    colour_word,
    count_words,
    token_list,
    token_phrase,
)
from duel.games.splendor.seat_view import SeatView
from duel.words.naming import joined
from engine.gems.pieces import DECK_ROWS
from engine.splendor.facts import DRAW_TWO, TOKEN_AFTER_BUY
from engine.splendor.moves import Option


def can_win(move: str, view: View) -> bool:
    """Return whether a move may win the game: in the last round any that ends it may."""
    return bool(view["last_round"]) or move.startswith(("buy ", "noble ", "post "))


def turns_up(option: Option, side: SeatView) -> str | None:
    """Return what the move turns up: a `card`, one's `own`, `two`, a `hidden` one, or None."""
    # A slot that waits for an extra token is filled after that token.
    if option.verb == "extra":
        return "card" if side.open_slot() else None
    if option.verb not in ("buy", "reserve"):
        return None
    card = str(option.card)
    if card in DECK_ROWS:
        return "two" if looks_at_two(option, side) else "own"
    found = what_turns_up(card, side.printed.facts.card_of[card].level, side)
    return None if found == "card" and brings_a_token(option, side) else found


def final_words(option: Option, side: SeatView) -> str:
    """Return why a legal move is final; nothing if it is not."""
    words = {
        "card": gettext("Final: it turns up a card."),
        "own": gettext("Final: it turns up a card, for you alone."),
        "two": gettext("Final: it turns up two cards, for you alone."),
        "hidden": gettext("Final: it shows the others a card."),
        None: "",
    }
    return words[turns_up(option, side)]


def looks_at_two(option: Option, side: SeatView) -> bool:
    """Return whether a trading post lets the player choose between two cards of the deck."""
    deck = str(option.card)
    return deck in DECK_ROWS and side.mine.has_power(DRAW_TWO) and side.deck_size(int(deck[-1])) > 1


def brings_a_token(option: Option, side: SeatView) -> bool:
    """Return whether a trading post brings a token after this purchase."""
    if option.verb != "buy" or not side.mine.has_power(TOKEN_AFTER_BUY):
        return False
    paid = payment(option, side)
    del paid[GOLD]
    return (side.gems_in_bank + paid).total() > 0


def short_phrase(option: Option, side: SeatView, in_full: bool) -> str:
    """Return the move as in a list under its group's title; a card in brief, or `in_full`."""
    match option.verb:
        case "buy":
            card = str(option.card)
            brief = f"{side.slots[card]} {side.printed.colour_word(card)}"
            name = named_card(card, side) if in_full else brief
            return card_with_price(name, token_list(payment(option, side)))
        case "reserve":
            return _short_source(str(option.card), side, in_full=in_full)
        case "take" if _is_pair(option):
            return count_words(option.colours[0], 2)
        case "take" | "extra":
            return colour_list(option.colours)
        case "discard":
            return token_list(option.colours)
        case "keep":
            return kept_card(option, side)
        case "noble":
            return side.printed.noble(str(option.card))
        case "post":
            return side.printed.post_name(str(option.card))
    return phrase(option, side)


def phrase(option: Option, side: SeatView) -> str:
    """Return the move as a phrase that can stand alone."""
    match option.verb:
        case "buy":
            return _purchase(option, side)
        case "reserve" if option.card in DECK_ROWS:
            level = {"level": str(option.card)[-1]}
            return gettext("reserve the top card of level %(level)s") % level
        case "reserve":
            return gettext("reserve %(card)s") % {"card": named_card(str(option.card), side)}
        case "take":
            return gettext("take %(tokens)s") % {"tokens": tokens_taken(option)}
        case "extra":
            return gettext("take an extra token: %(colour)s") % {
                "colour": colour_word(option.colours[0])
            }
        case "keep":
            words = {"number": option.number, "card": kept_card(option, side)}
            return gettext("keep card %(number)d: %(card)s") % words
        case "discard":
            words = {"tokens": token_phrase(option.colours)}
            return gettext("return %(tokens)s to the bank") % words
        case "noble":
            words = {"cards": side.printed.noble(str(option.card))}
            return gettext("choose the noble: %(cards)s") % words
        case "post":
            words = {"post": side.printed.post_name(str(option.card))}
            return gettext("choose the trading post: %(post)s") % words
    return gettext("pass")


def tokens_taken(option: Option) -> str:
    """Return the tokens of a take within a sentence, as in “white, blue and red” or “2 red”."""
    if _is_pair(option):
        return count_words(option.colours[0], 2)
    return joined([colour_word(colour) for colour in option.colours])


def kept_card(option: Option, side: SeatView) -> str:
    """Return which of two cards is kept."""
    return side.printed.card(side.view["drawn"][(option.number or 1) - 1])


def named_card(card: str, side: SeatView) -> str:
    """Return the slot and the description of a card, as in “2.3 (green, 1 point)”."""
    return f"{side.slots[card]} ({side.printed.card(card)})"


def _is_pair(option: Option) -> bool:
    return len(set(option.colours)) < len(option.colours)


def _short_source(source: str, side: SeatView, *, in_full: bool) -> str:
    if source in DECK_ROWS:
        return gettext("top of level %(level)s") % {"level": source[-1]}
    brief = f"{side.slots[source]} {side.printed.card(source)}"
    return named_card(source, side) if in_full else brief


def _purchase(option: Option, side: SeatView) -> str:
    price = token_phrase(payment(option, side))
    words = {"card": named_card(str(option.card), side), "price": price}
    if price:
        return gettext("buy %(card)s for %(price)s") % words
    return gettext("buy %(card)s for nothing") % words


def brief_phrases(option: Option, side: SeatView) -> tuple[str, ...]:
    """Return a move that people mean in fewer and fewer words: the price stands with the card."""
    card = str(option.card)
    if option.verb == "discard":
        return (colour_list(option.colours),)
    if option.verb not in ("buy", "reserve") or card in DECK_ROWS:
        return ()
    name = f"{side.slots[card]} {side.printed.colour_word(card)}"
    gold = payment(option, side)[GOLD] if option.verb == "buy" else 0
    return (f"{name}, {count_words(GOLD, gold)}", name) if gold else (name,)


def brief_variants(option: Option, side: SeatView) -> tuple[str, ...]:
    """Return a rarer move in fewer words: what is paid with gold sets it apart."""
    if option.verb != "buy":
        return (colour_list(option.colours),)
    words = {"card": side.slots[str(option.card)], "colours": colour_list(option.colours)}
    return (gettext("%(card)s, gold for %(colours)s") % words,)


PHRASES = MovePhrases(phrase, short_phrase, brief_phrases, brief_variants, turns_up)
