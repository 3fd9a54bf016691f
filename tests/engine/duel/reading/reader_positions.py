"""The positions at which the reader is tried, all on one board and one market.

    a      b      c      d      e
1   blue   green  black  blue   blue       1.1 … 1.5  D1-24 D1-27 D1-06 D1-16 D1-18
2   red    white  white  gold   black      2.1 … 2.4  D2-08 D2-04 D2-19 D2-24
3   red    blue   gold   red    black      3.1 … 3.3  D3-13 D3-02 D3-01
4   pearl  black  green  pearl  green
5   red    green  gold   white  white      Seat 0 moves.
"""

from typing import Any

from engine.duel import GAME
from engine.duel.facts import CELL_OF
from engine.duel.position import Position
from engine.duel.reading.reader import read
from engine.reading import MoveReading
from tests.engine.duel.table import after, table

BOARD = "UGKUU RWWOK RUORK PKGPG RGOWW"
MARKET = [
    *("D1-24", "D1-27", "D1-06", "D1-16", "D1-18"),
    *("D2-08", "D2-04", "D2-19", "D2-24"),
    *("D3-13", "D3-02", "D3-01"),
]


def position(taken: str = "", **words: Any) -> Position:
    """Return a position in which the tokens of those cells are no longer on the board."""
    letters = list(BOARD.replace(" ", ""))
    for cell in taken.split():
        letters[CELL_OF[cell]] = "."
    return table(board="".join(letters), market=MARKET, **words)


def answer(position: Position, text: str, language: str | None = None) -> MoveReading:
    """Return how the seat to move is read."""
    view = GAME.view(position, position.to_move)
    return read(view, GAME.legal(position), text, language)


FIRST = position(privileges=(0, 1))
"""Three gold on the board, nothing to buy, an empty bag."""

SHOP = position(
    "e1 c3 c5 b2 e3 a5",
    mine="UWKOO",
    privileges=(1, 1),
    cards=["D1-11", "D1-21"],
    reserved=["D1-01", "D2-14*"],
    their_reserved=["D2-07*", "D2-12"],
)
"""One gold on the board (d2), a red in the bag. With a green and a black bonus, 1.4 costs a white
and a blue, 1.3 a white and the missing red, r1 a blue and the missing red."""

WILD = position("c1 e2 e3 a4 c3 c5", mine="KKKPOO", cards=["D1-11", "D1-21"])
"""Seat 0 can pay 1.2, a wild card, with three black and a pearl, and has two gold."""

ONE_BONUS = position("c1 e2 e3 a4", mine="KKKP", cards=["D1-21"])
"""The same, with no choice of the colour and no gold."""

TOKEN = after(position("e1 d1 b1 b5", mine="UUGG", reserved=["D1-17*"]), "buy D1-17")
"""Seat 0 takes one of the red tokens on a2, a3, d3, a5."""

STEAL = after(
    position(
        "b1 c4 e4 b5 c1 e2 e3 a2 a3 a1 c3", mine="GGGGKKK", theirs="RRUO", reserved=["D2-06*"]
    ),
    "buy D2-06",
)
"""Seat 1 has two red, a blue and a gold."""

ROYAL = after(position("b2 c2 d5", mine="WWW", cards=["D1-04", "D1-09"]), "buy D1-24")
"""Seat 0 has its third crown."""

DISCARD = after(position("a1 b1 c1 d1 e1 a2 b2 c2 e2 d2", mine="UGKUURWWKO"), "take d3 e3")
"""Seat 0 has 3 blue, 1 green, 3 black, 2 red, 2 white and 1 gold: two too many."""

PEARLS = table(board="WWKUU RPPOK RUORK GKGUG RGOWW", market=MARKET, privileges=(0, 1))
"""Nothing was taken yet, and the two pearls lie side by side, on b2 and c2."""

FULL = after(
    table(board="WUGRK WUGRK PUGOO", market=MARKET, mine="WWRRKKUGPO", privileges=(1, 0)),
    *("use a1", "take b1 c1 d1"),
)
"""Seat 0 has 3 white, 2 blue, 2 green, 3 red, 2 black, 1 pearl and 1 gold: four too many."""

HEIST = table(
    board="WGGW. GPOR. .UWG. ..... .O...",
    market=[
        *("D1-02", "D1-07", "D1-20", "D1-26", "D1-30"),
        *("D2-14", "D2-03", "D2-09", "D2-21"),
        *("D3-02", "D3-05", "D3-12"),
    ],
    mine="UUUKKKKRRO",
    theirs="RWP",
    cards=["D1-16", "D1-21"],
)
"""Seat 0 can buy 2.1, the red card of level 2, which steals, and 1.1, which gives a white token."""

TEN = position("a1 b1 c1 d1 e1 a2 b2 c2 e2 d2", mine="UGKUURWWKO")
"""Seat 0 has ten tokens and must discard what it takes."""

EVERYWHERE = (FIRST, SHOP, WILD, ONE_BONUS, TOKEN, STEAL, ROYAL, DISCARD, PEARLS, FULL, HEIST)
