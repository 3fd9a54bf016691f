"""The position without a seat: for spectators, for operators, and as a small picture for lists."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import pgettext, pgettext_lazy

from duel.games.base import View
from duel.games.duel.seat_view import Cell, Hand, board_rows, text_rows
from duel.games.duel.standing import TableStanding, standing
from duel.games.duel.vocabulary import card_words
from duel.games.gems.picture import POINTS, TOKENS, Gauge, PictureLine, draw_miniature, draw_picture
from duel.games.gems.standing import (
    CardFace,
    Cards,
    decks_of,
    market_words,
    reserves_of,
)
from engine.duel.facts import CARD_OF, CELLS, COLOURS, SIDE


@dataclass(frozen=True)
class SpectatorView:
    """What anybody may see of a public game."""

    board: tuple[tuple[Cell, ...], ...]
    cards: tuple[tuple[str, str], ...]
    """The market from level 3 down: the slot and the card in words."""
    standing: TableStanding


def spectator_view(view: View, names: Sequence[str]) -> SpectatorView:
    """Return the position as a spectator may see it."""
    return SpectatorView(
        board_rows(view), market_words(view, card_words), standing(view, names, None)
    )


@dataclass(frozen=True)
class HiddenCards:
    """What no player sees whole: reserved cards by player, and the next cards of each deck."""

    reserved: tuple[tuple[str, Cards], ...]
    decks: tuple[tuple[int, Cards], ...]
    bag: str


def position_text(view: View, names: Sequence[str]) -> str:
    """Return the position in lines of words; nothing hidden is in it."""
    table_standing = standing(view, names, None)
    lines = [*text_rows(board_rows(view)), "", table_standing.bag, table_standing.decks, ""]
    lines += [f"{slot}  {words}" for slot, words in market_words(view, card_words)]
    for player in table_standing.players:
        lines += ["", player.distances, *player.belongings]
    return "\n".join([*lines, "", table_standing.privileges, table_standing.royals])


def hidden_cards(whole: Mapping[str, Any], view: View, names: Sequence[str]) -> HiddenCards:
    """Return what is hidden in a position, given its dump and what a spectator sees of it."""
    return HiddenCards(
        reserves_of(whole, names, card_face),
        decks_of(whole, card_face),
        standing(view, names, None).bag,
    )


def card_face(card_id: str, slot: str = "") -> CardFace:
    """Return how a card is shown."""
    card = CARD_OF[card_id]
    colour = "" if card.colour is None else COLOURS[card.colour]
    price = tuple((COLOURS[number], amount) for number, amount in card.cost)
    return CardFace(slot, card_words(card_id), colour, price)


_CELL = 10
_TITLES = (
    POINTS,
    pgettext_lazy("picture", "crowns"),
    pgettext_lazy("picture", "one colour"),
    TOKENS,
)


def small_picture(view: View, seat: int | None, names: Sequence[str]) -> SafeString:
    """Return the picture for the reader in `seat` (None: a spectator)."""
    seats = (1, 0) if seat == 1 else (0, 1)
    lines = [_picture_line(view, each, names, is_viewer=each == seat) for each in seats]
    return draw_picture(_small_board(view), _TITLES, lines)


def _picture_line(view: View, seat: int, names: Sequence[str], *, is_viewer: bool) -> PictureLine:
    hand = Hand(view["players"][seat])
    return PictureLine(
        name=pgettext("standing", "You") if is_viewer else names[seat],
        is_viewer=is_viewer,
        gauges=(
            Gauge(hand.points, 20),
            Gauge(hand.crowns, 10),
            Gauge(max(hand.colour_points.values()), 10),
            Gauge(hand.token_count),
        ),
    )


def _small_board(view: View) -> str:
    side = SIDE * _CELL
    gems = (
        (cell % SIDE * _CELL + _CELL // 2, cell // SIDE * _CELL + _CELL // 2, colour)
        for cell in CELLS
        if (colour := view["board"][cell])
    )
    return draw_miniature(side, side, f"M0 0h{side}v{side}H0z", gems)
