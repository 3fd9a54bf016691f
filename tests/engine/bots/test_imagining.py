"""`imagine`: a position that a view could be of, every hidden arrangement equally likely."""

import json
import random
from collections import Counter
from dataclasses import dataclass
from typing import Any

import pytest

from engine.errors import BadPosition
from engine.gems.imagining import with_hidden_dealt
from tests.engine.bots.playing import DUEL, SETUPS, SPLENDOR, positions

CHANCE = b"chance"


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_its_view_is_the_given_one(setup: tuple[str, int, tuple[str, ...]]) -> None:
    chance = random.Random(str(setup))
    for game, position in positions(*setup):
        for seat in {None, position.to_move, chance.randrange(setup[1])}:
            if chance.random() < 0.5:
                continue
            view = game.view(position, seat)
            given = json.dumps(view)
            imagined = game.imagine(view, chance.randbytes(32))
            assert game.view(imagined, seat) == view
            assert json.dumps(view) == given
            game.load(game.dump(imagined))


def test_random_play_comes_by_all_that_is_hidden() -> None:
    drawn = backs = left = 0
    for number in range(8):
        for game, position in positions("splendor", 3, ("posts",), number):
            view = game.view(position, None)
            drawn += view["drawn"] == [None, None]
            backs += any("id" not in card for p in view["players"] for card in p["reserved"])
            left += "out" in view
    assert drawn > 2
    assert min(backs, left) > 100


def test_another_chance_imagines_another_world() -> None:
    view = DUEL.view(DUEL.new(bytes(32)), 0)
    worlds = [DUEL.dump(DUEL.imagine(view, bytes([n]))) for n in range(2)]
    assert DUEL.dump(DUEL.imagine(view, bytes(1))) == worlds[0]
    assert worlds[0]["decks"] != worlds[1]["decks"]
    assert worlds[0]["seed"] != worlds[1]["seed"]


@dataclass
class Card:
    id: str
    level: int


def cards(*numbers: int) -> dict[int, list[Card]]:
    return {
        level: [Card(f"{level}{letter}", level) for letter in "abcde"[:number]]
        for level, number in enumerate(numbers, 1)
    }


def dealt_evenly(view: dict[str, Any], of_level: dict[int, list[Card]], ways: int) -> None:
    """Deal the view often: each of so many arrangements must come up as often as the others."""
    times, found = 200 * ways, Counter[str]()
    for number in range(times):
        dealt = with_hidden_dealt(view, of_level, number.to_bytes(4, "big"))
        found[str([dealt["players"], dealt["decks"], dealt.get("drawn")])] += 1
    assert len(found) == ways
    mean, freedom = times / ways, ways - 1
    deviation = sum((count - mean) ** 2 / mean for count in found.values())
    # Chi-square has that mean, and the double of it as variance.
    assert abs(deviation - freedom) < 3 * (2 * freedom) ** 0.5


def back(level: int) -> dict[str, Any]:
    return {"level": level, "from": "deck"}


def test_every_arrangement_is_equally_likely() -> None:
    view = {
        "seed": None,
        "market": {"1": ["1a"]},
        "players": [{"reserved": [back(1)]}, {"reserved": [{"id": "1b", "from": "deck"}]}],
        "decks": {"1": 2, "2": 2},
    }
    dealt_evenly(view, cards(5, 2), 3 * 2 * 1 * 2)


def test_cards_that_left_with_a_seat_are_as_likely_as_any() -> None:
    view = {"seed": None, "players": [{"reserved": [back(1)]}], "decks": {"1": 2}}
    dealt_evenly(view, cards(5), 5 * 4 * 3)


def test_two_cards_that_somebody_looks_at_are_of_any_level_they_can_be_of() -> None:
    view: dict[str, Any] = {"seed": None, "players": [], "drawn": [None, None]}
    view["decks"] = {"1": 1, "2": 0, "3": 0}
    first, second = 4 * 3 * 2, 4 * 2
    dealt_evenly(view, cards(4, 2, 1), first + second)


def _spoilt(view: dict[str, Any]) -> list[dict[str, Any]]:
    return [
        {},
        {**view, "decks": {**view["decks"], "1": 41}},
        {**view, "decks": {**view["decks"], "1": 3}},
        {**view, "decks": {**view["decks"], "4": 3}},
        {**view, "decks": {**view["decks"], "2": True}},
        {**view, "decks": None},
        {**view, "players": 7},
        {**view, "players": [[], None]},
        {**view, "players": [{**view["players"][0], "reserved": [back(4)]}, view["players"][1]]},
        {**view, "players": [{**view["players"][0], "reserved": [back(1)]}, view["players"][1]]},
        {**view, "market": {"1": [[[["x"]]]]}},
        {**view, "seed": "00" * 32},
    ]


@pytest.mark.parametrize(
    ("game", "spoilt"),
    [(game, s) for game in (DUEL, SPLENDOR) for s in _spoilt(game.view(game.new(bytes(32)), 0))],
)
def test_what_is_no_view_is_refused(game: Any, spoilt: dict[str, Any]) -> None:
    with pytest.raises(BadPosition):
        game.imagine(spoilt, CHANCE)


def test_a_view_that_hides_a_pair_of_no_level_is_refused() -> None:
    view = SPLENDOR.view(SPLENDOR.new(bytes(32), options=["posts"]), 1)
    with pytest.raises(BadPosition, match="drawn"):
        SPLENDOR.imagine({**view, "drawn": [None, None]}, CHANCE)
