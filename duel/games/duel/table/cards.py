"""Cards and royals of Splendor Duel, drawn."""

from functools import lru_cache

from django.utils.translation import get_language, gettext

from duel.games.duel.position.cards import card_words, royal_words
from duel.games.gems.table.cards import CardPicture, top_of
from duel.games.gems.table.pen import Pen, symbol
from engine.duel.facts import CARD_OF, COLOURS, ROYAL_OF, Card


def picture_of(card_id: str) -> CardPicture:
    """Return how a card is drawn."""
    return _picture(get_language(), card_id)


@lru_cache(maxsize=2**9)
def _picture(language: str | None, card_id: str) -> CardPicture:
    card = CARD_OF[card_id]
    extras = symbol("crown", "sign") * card.crowns
    if card.ability != "none":
        extras += symbol(card.ability, "sign ability")
    tint = _tint(card)
    signs = ["colourless"] if tint == "none" else [tint] * card.bonus
    return CardPicture(
        id=card_id,
        tint=tint,
        words=card_words(card_id),
        top=top_of(card.points, signs, extras),
        cost=tuple((COLOURS[colour], amount) for colour, amount in card.cost),
    )


def royal(pen: Pen, royal_id: str, *, mark: str, pick: str = "") -> str:
    """Return a royal, on offer or with a player."""
    facts = ROYAL_OF[royal_id]
    ability = "" if facts.ability == "none" else symbol(facts.ability, "sign ability")
    return pen.thing(
        "royal",
        f"{symbol('royal', 'figure')}<b>{facts.points}</b>{ability}",
        label=gettext("royal: %(royal)s") % {"royal": royal_words(royal_id)},
        pick=pick,
        mark=mark,
        value=royal_id,
    )


def _tint(card: Card) -> str:
    if card.wild:
        return "wild"
    return "none" if card.colour is None else COLOURS[card.colour]
