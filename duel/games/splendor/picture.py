"""The small picture of a game: its market in miniature, and how near everybody is to the end."""

from collections.abc import Sequence

from django.utils.safestring import SafeString
from django.utils.translation import pgettext, pgettext_lazy

from duel.games.base import View
from duel.games.gems.picture import CARDS, POINTS, TOKENS, Gauge, Line, Place, miniature
from duel.games.gems.picture import picture as picture_of
from duel.games.gems.seat_cards import market_slots
from duel.games.splendor.position.last_round import POINTS_FOR_THE_END
from duel.games.splendor.position.seat_view import Hand, hands_of, reader_first
from duel.games.splendor.printed_cards import PrintedCards
from engine.gems.pieces import LEVELS

_WIDE, _HIGH = 12, 14
"""The room of a card."""

_NEAREST_CITY = pgettext_lazy("picture", "nearest city")


def picture(
    view: View, seat: int | None, names: Sequence[str], printed: PrintedCards
) -> SafeString:
    """Return the picture for whoever sits in `seat` (None: a spectator)."""
    with_cities, hands = bool(view["cities"]), hands_of(view, printed)
    titles = [POINTS, *([_NEAREST_CITY] if with_cities else []), CARDS, TOKENS]
    lines = [
        Line(
            name=pgettext("standing", "You") if each == seat else names[each],
            is_viewer=each == seat,
            gauges=_gauges(hands[each], view),
            is_out=each in view.get("out", ()),
        )
        for each in reader_first(len(hands), seat)
    ]
    return picture_of(_market(view, printed), titles, lines)


def _gauges(hand: Hand, view: View) -> tuple[Gauge, ...]:
    # With cities there is no number of points that ends the game.
    points = Gauge(hand.points, 0 if view["cities"] else POINTS_FOR_THE_END)
    cities = [_nearest_city(hand, view["cities"])] if view["cities"] else []
    return (points, *cities, Gauge(len(hand.cards)), Gauge(hand.token_count))


def _nearest_city(hand: Hand, cities: Sequence[str]) -> Gauge:
    """Return how much of the city that lacks least the player has, in points and cards."""
    nobody = Hand(
        {"tokens": {}, "reserved": [], "cards": [], "nobles": [], "posts": []}, hand.printed
    )
    asked = hand.printed.facts.city_of
    return min(
        (
            Gauge(whole - sum(hand.missing_for(asked[city])), whole)
            for city in cities
            for whole in [sum(nobody.missing_for(asked[city]))]
        ),
        key=lambda gauge: gauge.goal - gauge.value,
    )


def _market(view: View, printed: PrintedCards) -> str:
    cards: list[Place] = []
    for level, slot, card in market_slots(view):
        if card:
            column, row = int(slot.rpartition(".")[2]) - 1, len(LEVELS) - level
            cards.append(
                (column * _WIDE + _WIDE // 2, row * _HIGH + _HIGH // 2, printed.colour(card))
            )
    ground = "".join(f"M{x - 5} {y - 6}h10v12h-10z" for x, y, _ in cards)
    widest = max((x for x, _, _ in cards), default=0)
    return miniature(widest + _WIDE // 2, len(LEVELS) * _HIGH, ground or "M0 0", cards)
