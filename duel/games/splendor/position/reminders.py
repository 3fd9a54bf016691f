"""What a player has seen and no view tells any more: the cards put under decks."""

from collections import Counter
from collections.abc import Iterator, Sequence

from django.utils.translation import gettext

from duel.games.base import Event, View
from duel.games.splendor.position.seat_view import hands_of
from duel.games.splendor.printed_cards import PrintedCards
from engine.splendor.facts import DRAW_TWO


def has_to_recall(view: View, seat: int, printed: PrintedCards) -> bool:
    """Return whether the seat can have put cards under decks: by a trading post that it has."""
    return seat not in view.get("out", ()) and hands_of(view, printed)[seat].has_power(DRAW_TWO)


def reminders(events: Sequence[Event], view: View, printed: PrintedCards) -> list[str]:
    """Return which of the cards that the seat has put under decks surely lie there, and where."""
    return [
        gettext(
            "Under deck %(level)d lies a card that you put there: %(card)s, number %(place)d "
            "from the top."
        )
        % {"level": event["level"], "card": printed.card(event["id"]), "place": place}
        for event, place in reversed([*_places(events, view)])
    ]


def _places(events: Sequence[Event], view: View) -> Iterator[tuple[Event, int]]:
    """Yield each card that the seat put under a deck and where it lies, the last one first.

    Its place is told by what everybody saw: below it lies what was put under the deck since. When
    all above it and itself are gone, nobody else tells whether it was kept or put there again.
    """
    below: Counter[int] = Counter()
    for event in reversed(events):
        if event["kind"] == "buried":
            place = view["decks"][str(event["level"])] - below[event["level"]]
            if event["id"] and place > 0:
                yield event, place
            below[event["level"]] += 1
        elif event["kind"] == "returned":
            below[event["level"]] += event["count"]
