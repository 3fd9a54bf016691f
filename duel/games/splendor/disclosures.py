"""What moves have shown that was hidden, for whoever sets a game back."""

from typing import Any

from django.utils.translation import gettext

from duel.games.base import Disclosure, Event
from duel.games.splendor.printed_cards import PrintedCards


def disclosure_of(event: Event, printed: PrintedCards, *, ply: int, name: str) -> Disclosure | None:
    """Return what an event has shown; what one player alone has seen is not named."""
    words: dict[str, Any] = {"ply": ply, "name": name}
    match event:
        case {"kind": "revealed", "id": str(card), "level": level, "slot": slot}:
            told = gettext(
                "Ply %(ply)d by %(name)s turned up a card on %(slot)s (%(card)s); all players "
                "saw it."
            )
            words = {**words, "card": printed.card(card), "slot": f"{level}.{slot}"}
            return Disclosure(("card", card), told % words)
        case {"kind": "looked", "ids": cards, "level": level, "seat": seat}:
            told = gettext(
                "Ply %(ply)d looked at the top two cards of level %(level)s; only %(name)s saw "
                "them."
            )
            return Disclosure(("cards", *cards, seat), told % {**words, "level": level})
        case {"kind": "reserved", "from": "deck", "id": card, "level": level, "seat": seat}:
            told = gettext("Ply %(ply)d reserved a card of deck %(level)s; only %(name)s saw it.")
            return Disclosure(("card", card, seat), told % {**words, "level": level})
        case {"kind": "bought", "was_hidden": True, "id": str(card)}:
            told = gettext(
                "Ply %(ply)d by %(name)s bought a card that nobody else knew (%(card)s); all "
                "players saw it."
            )
            return Disclosure(("card", card), told % {**words, "card": printed.card(card)})
    return None
