"""A turn written ahead of time names cards, not the places where they lie now."""

from typing import Any

import pytest

from engine.contract import Game
from engine.duel import GAME as DUEL
from engine.splendor import GAME as SPLENDOR
from tests.engine.splendor.reading.reader_positions import HELD, SHOP

DUEL_VIEW = DUEL.view(DUEL.new(bytes(32)), 1)
LEVEL_1, LEVEL_2, LEVEL_3 = (DUEL_VIEW["market"][level] for level in "123")
SPLENDOR_VIEW = SPLENDOR.view(SHOP, 1)

for_each_game = pytest.mark.parametrize(
    ("game", "view"),
    [(DUEL, DUEL_VIEW), (SPLENDOR, SPLENDOR_VIEW)],
    ids=["duel", "splendor"],
)


def assert_pinned(game: Game[Any], view: dict[str, Any], text: str, kept: str) -> None:
    pinned = game.pinned(view, 1, text)
    assert (pinned.text, pinned.problem, pinned.trouble) == (kept, None, "")


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
def test_a_place_in_duel_becomes_its_card_and_all_else_stays(text: str, kept: str) -> None:
    assert_pinned(DUEL, DUEL_VIEW, text, kept)


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("buy 2.1", "buy S2-09"),
        ("Achète 3,2 ; défausse rouge", "Achète S3-06 ; défausse rouge"),
        ("compra 1.4 con un oro per il bianco", "compra S1-32 con un oro per il bianco"),
        ("reserve 1.3 and take a gold", "reserve S1-18 and take a gold"),
        ("buy S2-04", "buy S2-04"),
        ("take white blue red", "take white blue red"),
        ("take 2 green; extra red", "take 2 green; extra red"),
        ("buy 1.1; noble with 4 red 4 green", "buy S1-02; noble with 4 red 4 green"),
        ("buy 1.1; the double gold post", "buy S1-02; the double gold post"),
        ("reserve deck2", "reserve deck2"),
        ("riservo la carta coperta di livello 2", "riservo la carta coperta di livello 2"),
        ("pass", "pass"),
    ],
)
def test_a_place_in_splendor_becomes_its_card_and_all_else_stays(text: str, kept: str) -> None:
    assert_pinned(SPLENDOR, SPLENDOR_VIEW, text, kept)


@for_each_game
@pytest.mark.parametrize(("text", "place"), [("buy 2.5", "2.5"), ("buy 4.1", "4.1")])
def test_a_place_without_a_card_is_named(
    game: Game[Any], view: dict[str, Any], text: str, place: str
) -> None:
    pinned = game.pinned(view, 1, text)
    assert (pinned.trouble, pinned.named) == ("empty", place)


def test_a_card_held_in_duel_is_the_writers_own_whoever_is_to_move() -> None:
    view = DUEL_VIEW | {"players": [{"reserved": []}, {"reserved": [{"id": "D3-04"}]}]}
    assert DUEL_VIEW["to_move"] == 0
    assert DUEL.pinned(view, 1, "buy r1").text == "buy D3-04"
    assert DUEL.pinned(view, 0, "buy r1").trouble == "empty"


def test_a_card_held_in_splendor_is_the_writers_own_whoever_is_to_move() -> None:
    assert SPLENDOR.pinned(SPLENDOR_VIEW, 1, "buy r1").text == "buy S2-07"
    assert SPLENDOR.pinned(SPLENDOR.view(HELD, 0), 0, "buy r2").text == "buy S1-24"
    assert SPLENDOR.pinned(SPLENDOR.view(HELD, 1), 1, "buy r1").trouble == "empty"


@for_each_game
@pytest.mark.parametrize(
    "text",
    [
        *("buy", "buy the blue card", "buy the second card of level 2"),
        *("take the 3 point card", "reserve the 5 point card"),
    ],
)
def test_a_card_that_is_only_described_is_refused(
    game: Game[Any], view: dict[str, Any], text: str
) -> None:
    assert game.pinned(view, 1, text).trouble == "described"


@for_each_game
@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "empty"),
        ("Hello!", "empty"),
        ("if I can, buy 2.1", "condition"),
        ("buy 2.1 frobnicate", "unknown"),
        ("take red " * 400, "too_long"),
        ("take a1 " * 400, "too_long"),
    ],
)
def test_what_is_no_turn_in_any_position_is_refused(
    game: Game[Any], view: dict[str, Any], text: str, code: str
) -> None:
    problem = game.pinned(view, 1, text).problem
    assert problem is not None
    assert problem.code == code
