"""The beginning of a game: what lies on the table, and that the seed alone decides it."""

import itertools
from typing import Any

import pytest

from engine.errors import BadSetup
from engine.fairness import Stream
from engine.splendor import GAME
from engine.splendor.facts import RULES_1
from engine.splendor.position import OPTION_NAMES

SEED = bytes(range(32))


def begun(seats: int = 2, options: tuple[str, ...] = ()) -> dict[str, Any]:
    return GAME.dump(GAME.new(SEED, seats=seats, options=options))


@pytest.mark.parametrize(("seats", "gems"), [(2, 4), (3, 5), (4, 7)])
def test_the_bank_has_four_five_or_seven_of_each_gem_and_five_gold(seats: int, gems: int) -> None:
    start = begun(seats)
    assert start["bank"] == dict.fromkeys(("white", "blue", "green", "red", "black"), gems) | {
        "gold": 5
    }
    assert len(start["nobles"]) == seats + 1
    assert len(start["players"]) == seats


def test_the_market_is_filled_from_the_shuffled_decks() -> None:
    start = begun()
    for level, in_all in ((1, 40), (2, 30), (3, 20)):
        deck = [card.id for card in RULES_1.cards_of_level[level]]
        Stream(SEED, f"deck{level}").shuffle(deck)
        assert start["market"][str(level)] == deck[:4]
        assert start["decks"][str(level)] == deck[4:]
        assert len(deck) == in_all


def test_nobles_are_drawn_from_ten_or_with_the_option_from_eleven() -> None:
    for options, pool in (((), 10), (("noble11",), 11)):
        nobles = [f"N-{number:02}" for number in range(1, pool + 1)]
        Stream(SEED, "nobles").shuffle(nobles)
        assert begun(3, options)["nobles"] == nobles[:4]


def test_cities_replace_all_nobles() -> None:
    start = begun(4, ("cities", "noble11"))
    tiles = ["1", "2", "3", "4", "5", "6", "7"]
    Stream(SEED, "cities").shuffle(tiles)
    faces = Stream(SEED, "faces")
    assert start["nobles"] == []
    assert start["cities"] == [f"C{tile}{'AB'[faces.below(2)]}" for tile in tiles[:3]]


def test_the_first_seat_is_drawn_and_play_goes_round() -> None:
    firsts = set()
    for number in range(30):
        position = GAME.new(bytes([number] * 32), seats=3)
        assert position.first == Stream(bytes([number] * 32), "first").below(3)
        firsts.add(position.first)
        seats = []
        for _ in range(4):
            seats.append(position.to_move)
            GAME.play(position, GAME.legal(position)[-1])
        assert seats == [(position.first + step) % 3 for step in range(4)]
    assert firsts == {0, 1, 2}


def test_options_are_all_named_in_a_position() -> None:
    for number in range(4):
        for chosen in itertools.combinations(OPTION_NAMES, number):
            assert begun(2, chosen)["options"] == {name: name in chosen for name in OPTION_NAMES}


def test_nothing_else_has_happened_yet() -> None:
    start = begun(3)
    parts = ("turn", "phase", "drawn", "pair", "last_round", "passes", "result")
    assert [start[part] for part in parts] == [1, "action", [], None, False, 0, None]
    assert "out" not in start
    assert start["players"][0] == {
        "tokens": dict.fromkeys(("white", "blue", "green", "red", "black", "gold"), 0),
        **{part: [] for part in ("reserved", "cards", "nobles", "posts")},
    }


@pytest.mark.parametrize("seats", [0, 1, 5])
def test_it_is_a_game_for_two_to_four(seats: int) -> None:
    with pytest.raises(BadSetup, match="2 to 4 players"):
        GAME.new(SEED, seats=seats)
