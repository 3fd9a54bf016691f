"""The position without a seat: for spectators, for operators, and as a small picture for lists."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import pgettext, pgettext_lazy

from duel.games.base import View
from duel.games.gems.offer import market_slots
from duel.games.gems.picture import (
    CARDS,
    POINTS,
    TOKENS,
    Gauge,
    PictureLine,
    Place,
    draw_miniature,
    draw_picture,
)
from duel.games.gems.standing import (
    CardDrawer,
    CardFace,
    Cards,
    decks_of,
    market_words,
    reserves_of,
)
from duel.games.splendor.printed_cards import PrintedCards, by_name
from duel.games.splendor.seat_view import Hand, hands_of, reader_first
from duel.games.splendor.standing import POINTS_FOR_THE_END, TableStanding, standing
from engine.gems.pieces import LEVELS


@dataclass(frozen=True)
class SpectatorView:
    """What anybody may see of a public game."""

    cards: tuple[tuple[str, str], ...]
    """The market from level 3 down: the slot and the card in words."""
    standing: TableStanding


@dataclass(frozen=True)
class HiddenCards:
    """What no player sees whole: reserved cards by player, and the next cards of each deck."""

    reserved: tuple[tuple[str, Cards], ...]
    decks: tuple[tuple[int, Cards], ...]
    drawn: Cards
    """The two cards between which a player is choosing."""


def spectator_view(view: View, names: Sequence[str], printed: PrintedCards) -> SpectatorView:
    """Return the position as a spectator may see it."""
    return SpectatorView(market_words(view, printed.card), standing(view, names, None, printed))


def position_text(view: View, names: Sequence[str], printed: PrintedCards) -> str:
    """Return the position in lines of words; nothing hidden is in it."""
    table_standing = standing(view, names, None, printed)
    lines = [table_standing.bank, table_standing.decks, ""]
    lines += [f"{slot}  {words}" for slot, words in market_words(view, printed.card)]
    for title, tiles in table_standing.tiles.groups:
        lines += ["", title, *(tile.line for tile in tiles)]
    for player in table_standing.players:
        lines += ["", player.distances, *player.belongings]
    return "\n".join(lines)


def hidden_cards(
    whole: Mapping[str, Any], view: View, names: Sequence[str], printed: PrintedCards
) -> HiddenCards:
    """Return what is hidden in a position, given its dump."""
    face = _face(printed)
    return HiddenCards(
        reserves_of(whole, names, face),
        decks_of(whole, face),
        tuple(face(card, str(number)) for number, card in enumerate(whole["drawn"], 1)),
    )


def _face(printed: PrintedCards) -> CardDrawer:
    def face(card_id: str, slot: str) -> CardFace:
        price = tuple(by_name(printed.facts.card_of[card_id].cost))
        return CardFace(slot, printed.card(card_id), printed.colour(card_id), price)

    return face


_WIDE, _HIGH = 12, 14
"""The room of a card."""

_NEAREST_CITY = pgettext_lazy("picture", "nearest city")


def small_picture(
    view: View, seat: int | None, names: Sequence[str], printed: PrintedCards
) -> SafeString:
    """Return the picture for the reader in `seat` (None: a spectator)."""
    with_cities, hands = bool(view["cities"]), hands_of(view, printed)
    titles = [POINTS, *([_NEAREST_CITY] if with_cities else []), CARDS, TOKENS]
    lines = [
        PictureLine(
            name=pgettext("standing", "You") if each == seat else names[each],
            is_viewer=each == seat,
            gauges=_gauges(hands[each], view),
            is_out=each in view.get("out", ()),
        )
        for each in reader_first(len(hands), seat)
    ]
    return draw_picture(_small_market(view, printed), titles, lines)


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


def _small_market(view: View, printed: PrintedCards) -> str:
    cards: list[Place] = []
    for level, slot, card in market_slots(view):
        if card:
            column, row = int(slot.rpartition(".")[2]) - 1, len(LEVELS) - level
            cards.append(
                (column * _WIDE + _WIDE // 2, row * _HIGH + _HIGH // 2, printed.colour(card))
            )
    ground = "".join(f"M{x - 5} {y - 6}h10v12h-10z" for x, y, _ in cards)
    widest = max((x for x, _, _ in cards), default=0)
    return draw_miniature(widest + _WIDE // 2, len(LEVELS) * _HIGH, ground or "M0 0", cards)
