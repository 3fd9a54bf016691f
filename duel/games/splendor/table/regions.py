"""The whole table of Splendor, region by region."""

from collections.abc import Collection, Iterator, Sequence

from django.utils.html import escape
from django.utils.translation import gettext, pgettext

from duel.games.base import Region, View
from duel.games.gems.table.cards import PictureOf, card, unknown_card
from duel.games.gems.table.market import market, upcoming
from duel.games.gems.table.pen import Pen, region, titled
from duel.games.gems.table.players import pile
from duel.games.gems.vocabulary import COLOURS, GOLD
from duel.games.splendor.position.last_round import last_round_sentences
from duel.games.splendor.position.seat_view import Hand, hands_of, reader_first
from duel.games.splendor.printed_cards import PrintedCards
from duel.games.splendor.table.cards import pictures
from duel.games.splendor.table.players import player
from duel.games.splendor.table.tiles import TileDrawing


def regions(
    view: View,
    seat: int | None,
    names: Sequence[str],
    picks: Collection[str],
    printed: PrintedCards,
    *,
    moves_for: int | None,
) -> tuple[Region, ...]:
    """Return the table as whoever sits there sees it."""
    pen, picture_of = Pen(seat, frozenset(picks), moves_for), pictures(printed)
    hands = hands_of(view, printed)
    mine = _buyer(view, hands, pen.mover)
    drawn = _players(pen, view, hands, names, picture_of)
    return (
        region("now", _now(pen, view, hands, names, picture_of)),
        region("bank", [_bank(pen, view)]),
        region("market", market(pen, view, picture_of, mine)),
        region("tiles", TileDrawing(pen, view, hands, names, printed).groups()),
        region("players", [titled(pgettext("table", "Players"), *drawn)]),
        region("upcoming", upcoming(view, picture_of)),
    )


def _buyer(view: View, hands: Sequence[Hand], seat: int | None) -> Hand | None:
    """Return the hand of a reader who may still buy something."""
    if seat is None or view["to_move"] is None or seat in view.get("out", ()):
        return None
    return hands[seat]


def _now(
    pen: Pen, view: View, hands: Sequence[Hand], names: Sequence[str], picture_of: PictureOf
) -> Iterator[str]:
    """Yield that the last round runs, and the two cards of which one is kept."""
    if said := last_round_sentences(view, hands, names, pen.seat):
        yield f'<p class="last-round">{escape(" ".join(said))}</p>'
    if view["drawn"]:
        mine = _buyer(view, hands, pen.seat)
        cards = "".join(
            card(pen, picture_of(found), mine, mark=f"drawn-{number}", pick=f"keep:{number}")
            if found
            else unknown_card(mark=f"drawn-{number}")
            for number, found in enumerate(view["drawn"], 1)
        )
        yield titled(
            gettext("Two cards, of which one is kept"), f'<div class="cards">{cards}</div>'
        )


def _bank(pen: Pen, view: View) -> str:
    bank = view["bank"]
    piles = "".join(
        pile(
            pen,
            colour,
            bank[colour],
            mark=f"bank-{colour}",
            pick="" if colour == GOLD else f"bank:{colour}",
        )
        for colour in COLOURS
        if colour in bank
    )
    return titled(pgettext("table", "Bank"), f'<div class="bank">{piles}</div>')


def _players(
    pen: Pen, view: View, hands: Sequence[Hand], names: Sequence[str], picture_of: PictureOf
) -> Iterator[str]:
    secret = gettext("nobody else knows this card")
    for seat in reader_first(len(hands), pen.seat):
        yield player(
            pen,
            view,
            seat,
            hands[seat],
            name=names[seat],
            secret=secret,
            picture_of=picture_of,
        )
