"""How the opponent could win on the next turn, as a warning to the reader."""

from collections.abc import Sequence

from django.utils.translation import gettext, ngettext

from duel.games.duel.position.cards import card_words, colour_of_card
from duel.games.duel.position.seat_view import SeatView
from duel.games.duel.vocabulary import crowns_words
from duel.games.gems.vocabulary import points_words
from duel.games.gems.warnings import ways_told
from duel.words.naming import joined
from engine.contract import Threat
from engine.duel.moves import Option, option_of


def warning_words(threats: Sequence[Threat], seen: SeatView) -> str:
    """Return the warning to the seat, about the position as it is; nothing without a threat."""
    if not threats:
        return ""
    ways = [_way(threat, seen) for threat in threats]
    return gettext(
        "Careful: as it stands before your move, %(name)s could win on the next turn %(ways)s."
    ) % {"name": seen.opponent, "ways": ways_told(ways)}


def _way(threat: Threat, seen: SeatView) -> str:
    options = [option_of(move) for move in threat.moves]
    cells = [cell for option in options if option.verb == "use" for cell in option.cells]
    words = {
        "cards": _purchases([option for option in options if option.verb == "buy"], seen),
        "cells": joined(cells),
        "reached": joined([_reached(reason, number) for reason, number in threat.reached]),
    }
    if not cells:
        return gettext("by buying %(cards)s (%(reached)s)") % words
    return (
        ngettext(
            "by taking %(cells)s with a privilege and buying %(cards)s (%(reached)s)",
            "by taking %(cells)s with privileges and buying %(cards)s (%(reached)s)",
            len(cells),
        )
        % words
    )


def _purchases(purchases: Sequence[Option], seen: SeatView) -> str:
    first, *further = (_card(str(option.card), seen) for option in purchases)
    if not further:
        return first
    words = {"first": first, "second": further[0]}
    return gettext("%(first)s, which brings another turn, and then %(second)s") % words


def _card(card: str, seen: SeatView) -> str:
    """Return the slot and the colour of a card on offer, or which reserved card it is."""
    if card in seen.slots:
        return f"{seen.slots[card]} {colour_of_card(card)}"
    return gettext("the reserved card “%(card)s”") % {"card": card_words(card)}


def _reached(reason: str, number: int) -> str:
    if reason == "crowns":
        return crowns_words(number)
    if reason == "colour":
        return gettext("%(points)s in one colour") % {"points": points_words(number)}
    return points_words(number)
