"""A turn written ahead of time names cards, not the places where they lie now."""

import pytest

from engine.duel import GAME
from engine.duel.seeing.view import view as view_of

POSITION = GAME.new(bytes(32))
VIEW = view_of(POSITION, 1)
LEVEL_1, LEVEL_2, LEVEL_3 = (VIEW["market"][level] for level in "123")


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("buy 2.1", f"buy {LEVEL_2[0]}"),
        ("Achète 3,2 ; vole rouge", f"Achète {LEVEL_3[1]} ; vole rouge"),
        ("compra 1.5", f"compra {LEVEL_1[4]}"),
        ("reserve 1.3 with the gold on c3", f"reserve {LEVEL_1[2]} with the gold on c3"),
        ("buy D2-07", "buy D2-07"),
        ("take a1 b1 c1", "take a1 b1 c1"),
        ("take 2 red and 1 blue", "take 2 red and 1 blue"),
        ("buy 1.1; royal r2", f"buy {LEVEL_1[0]}; royal r2"),
        ("draw a card of level 2", "draw a card of level 2"),
    ],
)
def test_a_place_becomes_its_card_and_all_else_stays(text: str, kept: str) -> None:
    pinned = GAME.pinned(VIEW, 1, text)
    assert (pinned.text, pinned.problem, pinned.trouble) == (kept, None, "")


@pytest.mark.parametrize(("text", "place"), [("buy 2.5", "2.5"), ("buy 4.1", "4.1")])
def test_a_place_without_a_card_is_named(text: str, place: str) -> None:
    pinned = GAME.pinned(VIEW, 1, text)
    assert (pinned.trouble, pinned.named) == ("empty", place)


def test_a_held_card_is_the_writers_own_whoever_is_to_move() -> None:
    view = VIEW | {"players": [{"reserved": []}, {"reserved": [{"id": "D3-04"}]}]}
    assert VIEW["to_move"] == 0
    assert GAME.pinned(view, 1, "buy r1").text == "buy D3-04"
    assert GAME.pinned(view, 0, "buy r1").trouble == "empty"


@pytest.mark.parametrize(
    "text",
    ["buy", "buy the blue card", "buy the second card of level 2", "take the 3 point card"],
)
def test_a_card_that_is_only_described_is_refused(text: str) -> None:
    assert GAME.pinned(VIEW, 1, text).trouble == "described"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "empty"),
        ("Hello!", "empty"),
        ("if I can, buy 2.1", "condition"),
        ("buy 2.1 frobnicate", "unknown"),
        ("take a1 " * 400, "too_long"),
    ],
)
def test_what_is_no_turn_in_any_position_is_refused(text: str, code: str) -> None:
    problem = GAME.pinned(VIEW, 1, text).problem
    assert problem is not None
    assert problem.code == code
