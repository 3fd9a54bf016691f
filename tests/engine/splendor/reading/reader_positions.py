"""The positions at which the reader is tried, all with one market and three nobles. Seat 0 moves.

1.1 … 1.4  white (2 red, 1 black) · blue (1 white, 2 green, 2 red) · green (3 red) ·
           red, 1 point (4 white)
2.1 … 2.4  blue, 2 points (5 blue) · green, 1 point (2 white, 3 blue, 2 black) ·
           white, 2 points (1 green, 4 red, 2 black) · red, 1 point (2 white, 2 red, 3 black)
3.1 … 3.4  white, 3 points · blue, 4 points · green, 5 points · black, 3 points
nobles     4 green 4 red · 4 red 4 black · 3 white 3 red 3 black
"""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from engine.reading import MoveReading
from engine.splendor import GAME
from engine.splendor.facts import COLOURS, RULES_1, tokens_in_all
from engine.splendor.position import Position
from engine.splendor.reading.reader import read

LETTERS = dict(zip("WUGRKO", COLOURS, strict=True))
MARKET = {
    "1": ["S1-02", "S1-13", "S1-18", "S1-32"],
    "2": ["S2-09", "S2-13", "S2-04", "S2-19"],
    "3": ["S3-01", "S3-06", "S3-12", "S3-17"],
}


def _tokens(letters: str) -> dict[str, int]:
    counts = Counter(letters)
    return {colour: counts[letter] for letter, colour in LETTERS.items()}


def _player(
    tokens: str = "",
    cards: Sequence[str] = (),
    reserved: Sequence[str] = (),
    posts: Sequence[str] = (),
) -> dict[str, Any]:
    """Return one seat's part of a position; `S2-07*` was reserved from a deck."""
    return {
        "tokens": _tokens(tokens),
        "cards": list(cards),
        "nobles": [],
        "posts": list(posts),
        "reserved": [
            {"id": card[:5], "from": "deck" if card.endswith("*") else "market"}
            for card in reserved
        ],
    }


def table(
    mine: dict[str, Any],
    theirs: dict[str, Any] | None = None,
    on_top: Sequence[str] = (),
    posts: bool = True,
) -> Position:
    """Return a position of two players in which what is not said adds up."""
    players = [mine, theirs or _player()]
    used = {card for row in MARKET.values() for card in row}
    for player in players:
        used |= {*player["cards"], *(held["id"] for held in player["reserved"])}
    decks = {
        str(level): sorted(
            (card.id for card in cards if card.id not in used), key=lambda card: card not in on_top
        )
        for level, cards in RULES_1.cards_of_level.items()
    }
    bank = dict(zip(COLOURS, tokens_in_all(2), strict=True))
    for player in players:
        bank = {colour: bank[colour] - player["tokens"][colour] for colour in bank}
    return GAME.load(
        {
            "game": "splendor",
            "rules": 1,
            "options": {"cities": False, "posts": posts, "noble11": False},
            "seed": "00" * 32,
            "turn": 21,
            "first": 0,
            "to_move": 0,
            "phase": "action",
            "bank": bank,
            "decks": decks,
            "market": MARKET,
            "nobles": ["N-04", "N-05", "N-08"],
            "cities": [],
            "drawn": [],
            "pair": None,
            "last_round": False,
            "passes": 0,
            "players": players,
            "result": None,
        }
    )


def after(position: Position, *moves: str) -> Position:
    """Return the position after those moves."""
    for move in moves:
        position = GAME.apply(position, move)
    return position


def answer(position: Position, text: str, language: str | None = None) -> MoveReading:
    """Return how the seat to move is read."""
    view = GAME.view(position, position.to_move)
    return read(view, GAME.legal(position), text, language)


FIRST = table(_player())
"""Four gems of each colour and five gold in the bank, nothing to buy."""

SHOP = table(
    _player("WUURRKOO", cards=["S1-26"], reserved=["S1-12", "S2-21*"]),
    _player("WWKK", reserved=["S2-07*", "S3-20"]),
)
"""With a red bonus 1.1 costs a red and a black, 1.2 a white, 2 green (both missing) and a red, 1.3
two red. Of the reserved, r1 costs 2 green and 2 black, r2 5 black: neither can be paid."""

HELD = table(_player("KKKKO", reserved=["S1-10", "S1-24*", "S2-21*"]))
"""r1, blue, costs 3 black; r2, green with a point, 4 black; r3, red with 2 points, 5 black."""

ONE_HELD = table(_player("KKKO", reserved=["S1-10*"]))
"""r1 costs three black."""

DOUBLE = table(_player("UUURRKOO", cards=["S1-09", "S1-10", "S1-11", "S1-33"], posts=["T3"]))
"""Each gold stands for two. With three blue bonuses and a black one 2.1 costs 2 blue, 1.1 2 red,
1.3 3 red, 2.2 2 white and a black."""

EXTRA = after(
    table(_player("RRRK", cards=["S1-25", "S1-26", "S1-27", "S1-01"], posts=["T1"])),
    "buy S1-02",
)
"""Seat 0 has bought the white card 1.1 for a black and takes one more token, of any colour."""

PAIR = table(_player("", cards=["S1-01", "S1-03"], posts=["T2"]))
"""After a pair, seat 0 takes a token of another colour."""

LOOKS = table(
    _player("", cards=["S1-33", "S1-34", "S1-35"], posts=["T4"]), on_top=["S2-01", "S2-15"]
)
"""Seat 0 has the post that draws two."""

KEEP = after(LOOKS, "reserve deck2")
"""Seat 0 keeps the first, a white card with a point, or the second, green with two points."""

DISCARD = after(table(_player("WUURKKOO"), _player("R")), "take white green red")
"""Seat 0 has two of each colour and of gold, but only one green: one too many."""

FULL = after(table(_player("WWUUGRKKOO")), "take white green red")
"""Seat 0 has 3 white and two of each other: three too many."""

NOBLE = after(
    table(
        _player(
            "WWWW",
            cards=[
                *("S1-25", "S1-26", "S1-27"),
                *("S1-17", "S1-19", "S1-20", "S1-21"),
                *("S1-33", "S1-34", "S1-35", "S1-36"),
            ],
        ),
        posts=False,
    ),
    "buy S1-32",
)
"""The first two nobles would come: 4 green 4 red, and 4 red 4 black."""

POST = after(
    table(
        _player(
            cards=[
                *("S1-01", "S1-25", "S1-26", "S1-27", "S1-33", "S1-34", "S1-35"),
                *("S1-09", "S1-10", "S1-11", "S1-17", "S1-19", "S1-20", "S1-21", "S1-22"),
            ],
        )
    ),
    "buy S1-02",
)
"""Seat 0 meets all five trading posts and wins one of them."""

DRY = table(_player("OOOOO"))
"""There is no gold in the bank."""

FEW = table(_player("WWWWUUUU"), _player("GGGG"))
"""Only red and black are left in the bank, four of each."""

STUCK = table(_player("WWUUUUGGGG", reserved=["S2-21", "S3-02", "S3-18"]), _player("WWRRRRKKKK"))
"""Seat 0 can only pass."""

EVERYWHERE = (
    *(FIRST, SHOP, HELD, ONE_HELD, DOUBLE, EXTRA, PAIR, LOOKS, KEEP),
    *(DISCARD, FULL, NOBLE, POST, DRY, FEW, STUCK),
)
