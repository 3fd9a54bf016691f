"""Which moves win, at once or by what is chosen after them."""

from engine.duel import GAME
from engine.turn import Win, winning_moves
from tests.engine.duel.table import table

NINE_GREEN = {"cards": ("D3-05", "D3-06", "D2-12"), "royals": ("R-03",), "board": "K"}
"""Nine points on green cards: a tenth wins."""

SEVENTEEN = {"cards": ("D3-01", "D3-08", "D3-10", "D3-13"), "board": "K"}
"""Seventeen points and two crowns: a third crown brings a royal, and one of those three points."""


def wins(**words: object) -> dict[str, Win]:
    position = table(**words)
    moves = [move for move in GAME.legal(position) if move.startswith(("buy", "royal"))]
    assert moves
    return winning_moves(GAME, position, moves)


def test_a_purchase_that_ends_no_game_is_none_of_them() -> None:
    assert wins(board="K", mine="RRR", market=("D1-14",)) == {}


def test_a_purchase_wins_at_once() -> None:
    found = wins(**NINE_GREEN, mine="WWWKK", market=("D1-15", "D1-10"))
    assert found == {"buy D1-15": Win.SURELY}


def test_a_purchase_wins_whatever_is_stolen_after_it() -> None:
    found = wins(**NINE_GREEN, mine="WWWRRRR", theirs="UK", market=("D2-10",))
    assert found == {"buy D2-10": Win.SURELY}


def test_a_purchase_wins_if_the_right_royal_is_chosen_after_it() -> None:
    found = wins(**SEVENTEEN, mine="RRR", market=("D1-14",))
    assert found["buy D1-14"] is Win.BY_CHOICE


def test_the_right_royal_wins_and_another_does_not() -> None:
    position = GAME.apply(table(**SEVENTEEN, mine="RRR", market=("D1-14",)), "buy D1-14")
    assert position.phase == "royal"
    found = winning_moves(GAME, position, GAME.legal(position))
    assert found == {"royal R-04": Win.SURELY}
