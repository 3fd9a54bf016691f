"""A stranger's position: what cannot be is refused, and every problem is named."""

import copy
import random
from collections.abc import Callable
from typing import Any

import pytest

from engine.errors import BadPosition
from engine.splendor import GAME
from tests.engine.splendor.table import after, bought, describe, hand, table

Data = dict[str, Any]

FIFTEEN = ["S3-04", "S3-08", "S3-12"]
PLAIN = describe(hand("WWO", cards=bought("WW")), hand(reserved=["S1-10*"]))
THREE = describe(hand("W"), hand(), hand(reserved=["S1-10*"]))
CITIES = describe(hand(), hand(), options=["cities"])
POSTS = describe(hand("UUU", cards=bought("WWRRR"), posts=["T1", "T2"]), hand(), options=["posts"])


def dumped(position: Any) -> Data:
    return GAME.dump(position)


BOUGHT = dumped(after(GAME.load({**POSTS}), "buy S1-01"))
PAIR = dumped(after(GAME.load({**POSTS}), "take red red"))
KEEP = dumped(
    after(
        table(hand(cards=bought("KKK"), posts=["T4"]), hand(), options=["posts"]), "reserve deck2"
    )
)
DISCARD = dumped(after(table(hand("WWWUUUGGGO"), hand()), "take blue red black"))
NOBLE = dumped(
    after(
        table(
            hand("UUU", cards=bought("WWUUUKKKGGG")),
            hand(),
            market=["S1-01"],
            nobles=["N-06", "N-07"],
        ),
        "buy S1-01",
    )
)
OVER = dumped(after(table(hand(cards=FIFTEEN), hand(), last_round=True, turn=12), "take red red"))
LEFT = dumped(GAME.retire(GAME.load(THREE), 2).position)
ALONE = dumped(GAME.retire(GAME.load(LEFT), 1).position)
EVERY = (PLAIN, THREE, CITIES, POSTS, BOUGHT, PAIR, KEEP, DISCARD, NOBLE, OVER, LEFT, ALONE)


@pytest.mark.parametrize("data", EVERY)
def test_what_can_be_is_taken_as_it_stands(data: Data) -> None:
    assert GAME.dump(GAME.load(copy.deepcopy(data))) == data


def with_(path: str, value: Any) -> Callable[[Data], None]:
    """Return a change: the value at a path such as `players.0.tokens` becomes another."""

    def change(data: Data) -> None:
        *way, last = path.split(".")
        place: Any = data
        for step in way:
            place = place[int(step)] if isinstance(place, list) else place[step]
        place[int(last) if isinstance(place, list) else last] = value

    return change


def swapped(path: str, other: str) -> Callable[[Data], None]:
    """Return a change: two values change places."""

    def change(data: Data) -> None:
        values = []
        for each in (path, other):
            place: Any = data
            for step in each.split("."):
                place = place[int(step)] if isinstance(place, list) else place[step]
            values.append(place)
        with_(path, values[1])(data)
        with_(other, values[0])(data)

    return change


@pytest.mark.parametrize(
    ("data", "change", "fault"),
    [
        # keys and types
        (PLAIN, lambda d: d.pop("bank"), "lacks the key 'bank'"),
        (PLAIN, with_("colour", 1), "1 unknown key"),
        (PLAIN, with_("game", "duel"), "game must be “splendor”"),
        (PLAIN, with_("rules", 2), "rules must be the number 1"),
        (PLAIN, with_("options", {"posts": True}), "options lacks the key 'cities'"),
        (PLAIN, with_("options.posts", 1), "options posts must be true or false"),
        (PLAIN, with_("seed", "00"), "64 hex digits"),
        (PLAIN, with_("turn", 0), "turn must be"),
        (PLAIN, with_("turn", True), "turn must be"),
        (PLAIN, with_("first", 2), "first must be a whole number from 0 to 1"),
        (PLAIN, with_("phase", "start"), "phase must be a phase"),
        (PLAIN, with_("players", []), "players must be a list of 2 to 4"),
        (PLAIN, with_("players.0", None), r"players\[0\] must be an object"),
        (PLAIN, with_("players.1.posts", ["T9"]), r"players\[1\].posts item 1 must be the id"),
        (PLAIN, with_("bank.gold", 6), "bank gold must be a whole number from 0 to 5"),
        (PLAIN, with_("market.1", []), "level 1 must have 4 slots"),
        (PLAIN, with_("drawn", ["S1-01"]), "two cards or none"),
        (PLAIN, with_("pair", "gold"), "pair must be a gem colour"),
        (PLAIN, with_("last_round", None), "last_round must be true or false"),
        (PLAIN, with_("out", []), "out must name at least one seat"),
        (THREE, with_("out", [2, 1]), "ascending"),
        (PLAIN, with_("to_move", None), "to_move must be null when the game is over, and only"),
        # what lies on the table
        (PLAIN, with_("bank.red", 3), "there are 3 red tokens instead of 4"),
        (THREE, with_("bank.red", 4), "there are 4 red tokens instead of 5"),
        (PLAIN, with_("players.0.cards.0", "S1-10"), "S1-10 is there 2 times"),
        (PLAIN, lambda d: d["decks"]["2"].pop(), "is there 0 times instead of once"),
        (PLAIN, with_("market.1.0", None), "empty slot in level 1"),
        (PLAIN, with_("nobles.0", "N-11"), "without the option noble11"),
        (PLAIN, lambda d: d["nobles"].pop(), "there are 2 nobles instead of 3"),
        (PLAIN, with_("nobles.0", "N-09"), "N-09 is there 2 times"),
        (PLAIN, swapped("nobles", "players.0.nobles"), "without the cards for it"),
        (PLAIN, with_("cities", ["C1A"]), "there are 1 cities instead of 0"),
        (CITIES, with_("cities", ["C1A", "C2A"]), "there are 2 cities instead of 3"),
        (CITIES, with_("cities", ["C1A", "C1B", "C2A"]), "city tile 1 is there 2 times"),
        (CITIES, with_("nobles", ["N-01", "N-02", "N-03"]), "3 nobles instead of 0"),
        (PLAIN, with_("players.0.posts", ["T2"]), "in a game without them"),
        (POSTS, with_("players.0.posts", ["T2", "T2"]), "seat 0 has T2 2 times"),
        (POSTS, with_("players.1.posts", ["T2"]), "seat 1 has T2 without the cards"),
        # limits, phase and seat to move
        (describe(hand("WWWWUUUUGGG"), hand()), with_("turn", 11), "more than 10 tokens"),
        (PLAIN, with_("to_move", 1), "seat 0 must be to move"),
        (PLAIN, with_("turn", 12), "in turn 12 seat 1 must be to move"),
        (PLAIN, with_("pair", "red"), "pair must be null but in phase extra"),
        (PLAIN, with_("phase", "extra"), "needs T1 and a purchase"),
        (PAIR, with_("players.0.posts", ["T1"]), "after a pair needs T2"),
        (PAIR, with_("pair", "blue"), "taken twice just now"),
        (BOUGHT, with_("phase", "action"), "empty slot in level 1"),
        (BOUGHT, with_("market.2.0", None), "empty slot in level 2"),
        (PLAIN, with_("drawn", ["S1-30", "S1-31"]), "drawn must be empty but in phase keep"),
        (KEEP, with_("drawn", []), "needs two drawn cards of one level"),
        (KEEP, with_("players.0.posts", []), "phase keep needs T4"),
        (PLAIN, with_("phase", "discard"), "must have more than 10 tokens"),
        (NOBLE, with_("nobles.1", "N-01"), "phase noble needs several"),
        (PLAIN, with_("phase", "post"), "phase post needs several"),
        (PLAIN, with_("passes", 2), "cannot be 2 passes in a row in phase action"),
        (DISCARD, with_("passes", 1), "cannot be 1 passes in a row in phase discard"),
        (PLAIN, with_("last_round", True), "nobody has reached what begins it"),
        # the end
        (PLAIN, with_("result", {"winners": [0], "by": ["points"]}), "only then"),
        (OVER, with_("result", None), "result must be given"),
        (OVER, with_("result.winners", [1]), "does not fit how the game stands"),
        (OVER, with_("result.by", ["city"]), "does not fit how the game stands"),
        (OVER, with_("result.winners", []), "must name the winners"),
        (OVER, with_("turn", 11), "does not fit how the game stands"),
        # seats that have left
        (PLAIN, with_("out", [1]), "nobody can be out in a game of two"),
        (LEFT, with_("out", [1, 2]), "with 1 seats left the game cannot go on"),
        (LEFT, with_("out", [0]), "seat 0 has left and cannot"),
        (LEFT, with_("passes", 1), "passes must be 0"),
        (LEFT, lambda d: d["decks"].update({"3": []}), "cards are missing"),
        (THREE, with_("out", [2]), "seat 2 has left and cannot have tokens or reserved cards"),
        (ALONE, with_("result.by", ["points"]), "does not fit"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_named(data: Data, change: Callable[[Data], Any], fault: str) -> None:
    broken = copy.deepcopy(data)
    change(broken)
    with pytest.raises(BadPosition, match=fault):
        GAME.load(broken)


def test_every_problem_is_named_at_once() -> None:
    broken = copy.deepcopy(PLAIN)
    for change in (with_("bank.red", 3), with_("passes", 2), with_("seed", 7), with_("turn", 12)):
        change(broken)
    with pytest.raises(BadPosition) as refusal:
        GAME.load(broken)
    assert len(refusal.value.problems) == 4


NONSENSE: tuple[Any, ...] = (
    None,
    True,
    0,
    -1,
    10**30,
    1.5,
    "",
    "red",
    [],
    {},
    [None],
    [[]],
    {"1": None},
)


@pytest.mark.parametrize("number", range(150))
def test_nonsense_anywhere_is_refused_and_never_breaks_the_check(number: int) -> None:
    chance = random.Random(number)
    broken: Any = copy.deepcopy(chance.choice(EVERY))
    for _ in range(chance.choice((1, 1, 3))):
        place, key = broken, chance.choice(sorted(broken))
        while isinstance(place[key], (dict, list)) and place[key] and chance.random() < 0.7:
            place = place[key]
            key = chance.choice(sorted(place) if isinstance(place, dict) else range(len(place)))
        place[key] = chance.choice(NONSENSE)
    try:
        position = GAME.load(broken)
    except BadPosition:
        return
    assert GAME.dump(position) == broken


@pytest.mark.parametrize("data", NONSENSE)
def test_what_is_no_position_at_all_is_refused(data: object) -> None:
    with pytest.raises(BadPosition):
        GAME.load(data)
