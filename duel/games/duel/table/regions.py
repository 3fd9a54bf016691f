"""The whole table of Splendor Duel, region by region."""

from collections.abc import Collection, Sequence

from django.utils.translation import gettext, pgettext

from duel.games.base import Region, View
from duel.games.duel.position.seat_view import Hand
from duel.games.duel.table.board import beside_the_board, board
from duel.games.duel.table.cards import picture_of
from duel.games.duel.table.players import player
from duel.games.gems.table.market import market, upcoming
from duel.games.gems.table.pen import Pen, region, titled
from duel.words.naming import joined, others


def regions(
    view: View,
    seat: int | None,
    names: Sequence[str],
    picks: Collection[str],
    *,
    moves_for: int | None,
) -> tuple[Region, ...]:
    """Return the table as whoever sits there sees it."""
    pen = Pen(seat, frozenset(picks), moves_for)
    hands = [Hand(each) for each in view["players"]]
    mine = None if pen.mover is None or view["to_move"] is None else hands[pen.mover]
    return (
        region("board", [board(pen, view)]),
        region("beside", [beside_the_board(pen, view)]),
        region("market", market(pen, view, picture_of, mine)),
        region("players", _players(pen, view, hands, names)),
        region("upcoming", upcoming(view, picture_of)),
    )


def _players(pen: Pen, view: View, hands: Sequence[Hand], names: Sequence[str]) -> list[str]:
    seats = range(len(hands))
    order = seats if pen.seat is None else [pen.seat, *others(seats, pen.seat)]
    secret = ""
    if pen.seat is not None:
        unaware = joined([names[other] for other in others(seats, pen.seat)])
        secret = gettext("%(name)s does not know this card") % {"name": unaware}
    drawn = [
        player(pen, view, each, hands[each], name=names[each], secret=secret) for each in order
    ]
    return [titled(pgettext("table", "Players"), *drawn)]
