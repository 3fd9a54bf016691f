"""The small picture of a game: its board in miniature, and both players' way to each victory."""

from collections.abc import Sequence

from django.utils.safestring import SafeString
from django.utils.translation import pgettext, pgettext_lazy

from duel.games.base import View
from duel.games.duel.position.seat_view import Hand
from duel.games.gems.picture import POINTS, TOKENS, Gauge, Line, miniature
from duel.games.gems.picture import picture as picture_of
from engine.duel.facts import CELLS, SIDE

_CELL = 10
_TITLES = (
    POINTS,
    pgettext_lazy("picture", "crowns"),
    pgettext_lazy("picture", "one colour"),
    TOKENS,
)


def picture(view: View, seat: int | None, names: Sequence[str]) -> SafeString:
    """Return the picture for whoever sits in `seat` (None: a spectator)."""
    seats = (1, 0) if seat == 1 else (0, 1)
    lines = [_line(view, each, names, is_viewer=each == seat) for each in seats]
    return picture_of(_board(view), _TITLES, lines)


def _line(view: View, seat: int, names: Sequence[str], *, is_viewer: bool) -> Line:
    hand = Hand(view["players"][seat])
    return Line(
        name=pgettext("standing", "You") if is_viewer else names[seat],
        is_viewer=is_viewer,
        gauges=(
            Gauge(hand.points, 20),
            Gauge(hand.crowns, 10),
            Gauge(max(hand.colour_points.values()), 10),
            Gauge(hand.token_count),
        ),
    )


def _board(view: View) -> str:
    side = SIDE * _CELL
    gems = (
        (cell % SIDE * _CELL + _CELL // 2, cell // SIDE * _CELL + _CELL // 2, colour)
        for cell in CELLS
        if (colour := view["board"][cell])
    )
    return miniature(side, side, f"M0 0h{side}v{side}H0z", gems)
