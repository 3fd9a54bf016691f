"""What a player has seen and no view tells any more: the cards put under decks."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext

from duel.games.base import Event, View
from duel.games.splendor.position.seen import hands_of
from duel.games.splendor.printed import Printed
from engine.splendor.facts import DRAW_TWO


def has_to_recall(view: View, seat: int, printed: Printed) -> bool:
    """Return whether the seat can have put cards under decks: by a trading post that it has."""
    return seat not in view.get("out", ()) and hands_of(view, printed)[seat].has_power(DRAW_TWO)


def reminders(events: Sequence[Event], whole: Mapping[str, Any], printed: Printed) -> list[str]:
    """Return which of the cards that the seat has put under decks still lie there, and where.

    How many lie above each follows from what everybody saw.
    """
    buried = [event for event in events if event["kind"] == "buried" and event["id"]]
    return [
        gettext(
            "Under deck %(level)d lies a card that you put there: %(card)s, number %(place)d "
            "from the top."
        )
        % {
            "level": event["level"],
            "card": printed.card(event["id"]),
            "place": deck.index(event["id"]) + 1,
        }
        for event in buried
        if event["id"] in (deck := whole["decks"][str(event["level"])])
    ]
