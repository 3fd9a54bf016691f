"""What moves have shown that was hidden, for whoever sets a game back."""

from typing import Any

from django.utils.translation import gettext

from duel.games.base import Disclosure, Event
from duel.games.duel.position.cards import card_words
from duel.games.gems.vocabulary import tokens_told


def disclosure_of(event: Event, *, ply: int, name: str) -> Disclosure | None:
    """Return what an event has shown; what one player alone has seen is not named."""
    words: dict[str, Any] = {"ply": ply, "name": name}
    match event:
        case {"kind": "revealed", "id": str(card), "level": level, "slot": slot}:
            told = gettext(
                "Ply %(ply)d by %(name)s turned up a card on %(slot)s (%(card)s); both players "
                "saw it."
            )
            words = {**words, "card": card_words(card), "slot": f"{level}.{slot}"}
            return Disclosure(("card", card), told % words)
        case {"kind": "replenished", "colors": colours, "cells": cells}:
            told = gettext(
                "Ply %(ply)d by %(name)s drew tokens from the bag: %(tokens)s; both players "
                "saw them."
            )
            words = {**words, "tokens": tokens_told(colours)}
            return Disclosure(("tokens", *zip(cells, colours, strict=True)), told % words)
        case {"kind": "reserved", "from": "deck", "id": card, "level": level, "seat": seat}:
            told = gettext(
                "Ply %(ply)d reserved the top card of level %(level)s; only %(name)s saw it."
            )
            return Disclosure(("card", card, seat), told % {**words, "level": level})
        case {"kind": "bought", "was_hidden": True, "id": str(card)}:
            told = gettext(
                "Ply %(ply)d by %(name)s bought a card that nobody else knew (%(card)s); both "
                "players saw it."
            )
            return Disclosure(("card", card), told % {**words, "card": card_words(card)})
    return None
