"""A turn written ahead of time names cards, not the places where they lie now."""

import pytest

from engine.splendor import GAME
from tests.engine.splendor.reading.reader_positions import HELD, SHOP

VIEW = GAME.view(SHOP, 1)


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
def test_a_place_becomes_its_card_and_all_else_stays(text: str, kept: str) -> None:
    pinned = GAME.pinned(VIEW, 1, text)
    assert (pinned.text, pinned.problem, pinned.trouble) == (kept, None, "")


@pytest.mark.parametrize(("text", "place"), [("buy 2.5", "2.5"), ("buy 4.1", "4.1")])
def test_a_place_without_a_card_is_named(text: str, place: str) -> None:
    pinned = GAME.pinned(VIEW, 1, text)
    assert (pinned.trouble, pinned.named) == ("empty", place)


def test_a_held_card_is_the_writers_own_whoever_is_to_move() -> None:
    assert GAME.pinned(VIEW, 1, "buy r1").text == "buy S2-07"
    assert GAME.pinned(GAME.view(HELD, 0), 0, "buy r2").text == "buy S1-24"
    assert GAME.pinned(GAME.view(HELD, 1), 1, "buy r1").trouble == "empty"


@pytest.mark.parametrize(
    "text",
    ["buy", "buy the blue card", "buy the second card of level 2", "reserve the 5 point card"],
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
        ("take red " * 400, "too_long"),
    ],
)
def test_what_is_no_turn_in_any_position_is_refused(text: str, code: str) -> None:
    problem = GAME.pinned(VIEW, 1, text).problem
    assert problem is not None
    assert problem.code == code
