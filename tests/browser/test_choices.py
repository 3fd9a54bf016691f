"""Tests `static/choices.js`: which legal choices are left after some taps."""

from collections import Counter
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from tests.browser.scripts import Script

if TYPE_CHECKING:
    from playwright.sync_api import Page

Chosen = dict[str, list[str]]


def choice(move: str, picks: str = "", ways: str = "") -> dict[str, Any]:
    """A legal choice: what is tapped for it, and how it is done."""
    return {"move": move, "picks": picks.split(), "ways": ways.split()}


def chose(picks: str = "", ways: str = "") -> Chosen:
    return {"picks": picks.split(), "ways": ways.split()}


CHOICES = [
    choice("take a", "a"),
    choice("take a b", "a b"),
    choice("take a twice", "a a"),
    choice("take b c", "b c"),
    choice("buy with gold", "card", "gold"),
    choice("buy with two gold", "card", "gold gold"),
    choice("buy plain", "card", "plain"),
    choice("pass"),
]


@pytest.fixture
def choices(page: "Page") -> Script:
    return Script(page, "choices.js")


def moves(found: list[dict[str, Any]]) -> list[str]:
    return [each["move"] for each in found]


def test_choices_are_left_that_need_everything_chosen(choices: Script) -> None:
    for chosen, expected in (
        (chose(), [each["move"] for each in CHOICES]),
        (chose("a"), ["take a", "take a b", "take a twice"]),
        (chose("b"), ["take a b", "take b c"]),
        (chose("b a"), ["take a b"]),
        (chose("a a"), ["take a twice"]),
        (chose("a a a"), []),
        (chose("a c"), []),
        (chose("card"), ["buy with gold", "buy with two gold", "buy plain"]),
        (chose("card", "gold"), ["buy with gold", "buy with two gold"]),
        (chose("card", "gold plain"), []),
        (chose("", "plain"), ["buy plain"]),
    ):
        assert moves(choices.call("choicesLeft", CHOICES, chosen)) == expected, chosen


def test_a_choice_is_complete_when_nothing_of_it_is_missing(choices: Script) -> None:
    for chosen, expected in (
        (chose(), ["pass"]),
        (chose("a"), ["take a"]),
        (chose("c b"), ["take b c"]),
        (chose("card"), []),
        (chose("card", "gold"), ["buy with gold"]),
        (chose("card", "gold gold"), ["buy with two gold"]),
    ):
        assert moves(choices.call("complete", CHOICES, chosen)) == expected, chosen


def test_ways_are_open_once_all_is_tapped(choices: Script) -> None:
    for chosen, picks, ways in (
        (chose(), "a b c card", ""),
        (chose("a"), "a b", ""),
        (chose("a a"), "", ""),
        (chose("card"), "", "gold plain"),
        (chose("card", "gold"), "", "gold"),
        (chose("card", "plain"), "", ""),
    ):
        found = choices.call("open", CHOICES, chosen)
        assert (sorted(found["picks"]), sorted(found["ways"])) == (picks.split(), ways.split())


def test_a_press_adds_takes_away_or_begins_anew(choices: Script) -> None:
    for chosen, sort, key, expected in (
        (chose(), "picks", "a", chose("a")),
        (chose("a"), "picks", "b", chose("a b")),
        (chose("a"), "picks", "a", chose("a a")),  # once more, as that is legal
        (chose("a a"), "picks", "a", chose()),  # a third time it is not
        (chose("b"), "picks", "b", chose()),
        (chose("a b"), "picks", "a", chose("b")),
        (chose("a"), "picks", "c", chose("c")),  # does not go with it: begins anew
        (chose("card", "gold"), "picks", "a", chose("a")),
        (chose("card"), "ways", "gold", chose("card", "gold")),
        (chose("card", "gold"), "ways", "gold", chose("card", "gold gold")),
        (chose("card", "plain"), "ways", "plain", chose("card")),
        (chose("card", "plain"), "ways", "gold", chose("", "gold")),
    ):
        pressed = choices.call("afterPress", CHOICES, chosen, sort, key)
        assert pressed == expected, (chosen, key)


def test_whoever_taps_what_is_open_comes_to_each_choice_in_any_order(choices: Script) -> None:
    random = Random("any order")
    for wanted in CHOICES:
        chosen = chose()
        for sort in ("picks", "ways"):
            for key in random.sample(wanted[sort], len(wanted[sort])):
                assert key in choices.call("open", CHOICES, chosen)[sort]
                chosen = choices.call("afterPress", CHOICES, chosen, sort, key)
        assert {sort: Counter(keys) for sort, keys in chosen.items()} == {
            sort: Counter(wanted[sort]) for sort in chosen
        }
        assert wanted["move"] in moves(choices.call("complete", CHOICES, chosen))
