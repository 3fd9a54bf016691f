"""Moves in as few words as a line has room for beside an address."""

from django.utils.translation import gettext

from duel.games.gems.moves.purchases import payment
from duel.games.gems.vocabulary import GOLD, colours_listed, counted
from duel.games.splendor.position.seat_view import SeatView
from engine.gems.pieces import DECK_ROWS
from engine.splendor.moves import Option


def brief_phrases(option: Option, seen: SeatView) -> tuple[str, ...]:
    """Return a move that people mean in fewer and fewer words: the price stands with the card."""
    card = str(option.card)
    if option.verb == "discard":
        return (colours_listed(option.colours),)
    if option.verb not in ("buy", "reserve") or card in DECK_ROWS:
        return ()
    name = f"{seen.slots[card]} {seen.printed.colour_word(card)}"
    gold = payment(option, seen)[GOLD] if option.verb == "buy" else 0
    return (f"{name}, {counted(GOLD, gold)}", name) if gold else (name,)


def brief_variants(option: Option, seen: SeatView) -> tuple[str, ...]:
    """Return a rarer move in fewer words: what is paid with gold sets it apart."""
    if option.verb != "buy":
        return (colours_listed(option.colours),)
    words = {"card": seen.slots[str(option.card)], "colours": colours_listed(option.colours)}
    return (gettext("%(card)s, gold for %(colours)s") % words,)
