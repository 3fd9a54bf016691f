"""Foreign positions: every fault is named, and what passes can be played."""

import copy
import json
import random
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.duel import GAME
from engine.errors import BadPosition
from engine.record import canonical_json
from tests.engine.duel.table import describe

Data = dict[str, Any]


def problems(data: object) -> tuple[str, ...]:
    """What is wrong with the position; nothing if it can be loaded."""
    try:
        GAME.load(data)
    except BadPosition as refusal:
        return refusal.problems
    return ()


def good() -> Data:
    return describe(
        board="WUGRK PO",
        mine="WW O",
        theirs="UU",
        cards=("D1-06", "D1-26=blue"),
        their_cards=("D3-01", "D1-09"),
        reserved=("D1-20*",),
        their_reserved=("D2-20", "D3-10*"),
        privileges=(1, 0),
    )


def test_a_good_position_has_no_problem() -> None:
    assert problems(good()) == ()


def test_the_seed_is_accepted_in_upper_case_and_written_in_lower() -> None:
    data = good()
    assert GAME.dump(GAME.load({**data, "seed": data["seed"].upper()})) == data


def put(*path: Any, value: Any) -> Callable[[Data], None]:
    """An edit that sets what lies at the path."""

    def edit(data: Data) -> None:
        place: Any = data
        for step in path[:-1]:
            place = place[step]
        place[path[-1]] = value

    return edit


ONE, OTHER = ("players", 0), ("players", 1)
HUGE = 10**400


@pytest.mark.parametrize(
    ("edit", "expected"),
    [
        # keys and types
        (lambda data: data.pop("bag"), "lacks the key 'bag'"),
        (lambda data: data["players"][1].pop("royals"), "players[1] lacks the key 'royals'"),
        (put("colour", value=1), "the position has 1 unknown key(s), such as 'colour'"),
        (put(*ONE, "name", value="Ann"), "players[0] has 1 unknown key(s)"),
        (put("game", value="chess"), "game must be “duel”"),
        (put("rules", value=2), "rules must be the number 1"),
        (put("rules", value=True), "rules must be"),
        (put("options", value=[]), "options must be an object"),
        (put("options", value={"cities": True}), "options has 1 unknown key"),
        (put("seed", value="ab" * 31), "seed must be 64 hex digits"),
        (put("seed", value="zz" * 32), "seed must be 64 hex digits"),
        (put("seed", value="٠" * 64), "seed must be 64 hex digits"),
        (put("seed", value=None), "seed must be 64 hex digits"),
        (put("turn", value=0), "turn must be a whole number"),
        (put("turn", value=HUGE), "turn must be a whole number"),
        (put("turn", value=3.0), "turn must be a whole number"),
        (put("turn", value=True), "turn must be a whole number"),
        (put("first", value=2), "first must be"),
        (put("first", value=False), "first must be"),
        (put("again", value=0), "again must be true or false"),
        (put("refills", value=-1), "refills must be"),
        (put("refills", value=20), "more refills than turns"),
        (put("supply", value=4), "supply must be"),
        (put("players", value=[]), "players must be a list of two"),
        (put("players", value={}), "players must be a list of two"),
        (put("players", 0, value=None), "players[0] must be an object"),
        # tokens
        (put("board", value=[None] * 24), "board must have 25 cells"),
        (put("board", value=[None] * 26), "board must have at most 25 items"),
        (put("board", 7, value="emerald"), "board item 8 must be a colour"),
        (put("board", 7, value=["white"]), "board item 8 must be a colour"),
        (put("board", 7, value="white"), "there are 5 white tokens instead of 4"),
        (put("board", 5, value=None), "there are 1 pearl tokens instead of 2"),
        (put("bag", "red", value=-1), "bag red must be"),
        (put("bag", "red", value=5), "bag red must be"),
        (put("bag", "red", value=None), "bag red must be"),
        (put(*ONE, "tokens", "gold", value=True), "players[0].tokens gold must be"),
        (put(*ONE, "tokens", value={}), "players[0].tokens lacks the key 'white'"),
        (put(*ONE, "tokens", value={"red": 9}), "players[0].tokens red must be"),
        (put("decks", value={"1": 25}), "decks level 1 must be a list"),
        # cards
        (put("decks", "1", 0, value="D1-99"), "decks level 1 item 1 must be the id of a card"),
        (
            put("decks", "1", 0, value="D2-01"),
            "decks level 1 item 1 must be the id of a card of level 1",
        ),
        (put("decks", "4", value=[]), "decks has 1 unknown key"),
        (put("decks", "1", value=25), "decks level 1 must be a list"),
        (put("market", "3", value=["D3-02", "D3-03"]), "market level 3 must have 3 slots"),
        (put("market", "3", 0, value={}), "market level 3 item 1 must be the id of a card"),
        (put("market", "3", 0, value=None), "empty slot in level 3"),
        (lambda data: data["decks"]["1"].pop(), "is there 0 times"),
        (put(*OTHER, "reserved", 0, "id", value="D2-19"), "D2-19 is there 2 times"),
        (put(*OTHER, "reserved", 0, "from", value="hand"), "from must be “market” or “deck”"),
        (put(*OTHER, "reserved", 0, value="D2-20"), "players[1].reserved item 1 must be an object"),
        (put(*OTHER, "reserved", 0, value={"level": 2, "from": "deck"}), "lacks the key 'id'"),
        (put(*ONE, "cards", 0, value={"id": "D4-01", "color": "pink"}), "item 1 id must be"),
        (put(*ONE, "cards", 0, value={"id": "D4-01", "color": "pink"}), "item 1 color must be"),
        (
            lambda data: data["players"][1]["reserved"].extend(
                {"id": data["decks"]["1"].pop(), "from": "deck"} for _ in range(2)
            ),
            "players[1].reserved must have at most 3 items",
        ),
        (put(*ONE, "cards", 0, "color", value="red"), "D1-06 in a colour that is not its own"),
        (put(*ONE, "cards", 0, "color", value=None), "D1-06 in a colour that is not its own"),
        (put(*ONE, "cards", 1, "color", value=None), "wild card D1-26"),
        (put(*ONE, "cards", 1, "color", value="red"), "without an earlier bonus"),
        (put(*ONE, "cards", 1, "color", value="pearl"), "without an earlier bonus"),
        (lambda data: data["players"][0]["cards"].reverse(), "without an earlier bonus"),
        # privileges and royals
        (put("supply", value=3), "there are 4 privileges instead of 3"),
        (put(*ONE, "privileges", value=0), "there are 2 privileges instead of 3"),
        (lambda data: data["royals"].pop(), "R-04 is there 0 times"),
        (put("royals", value=["R-02", "R-02", "R-03", "R-04"]), "R-02 is there 2 times"),
        (put("royals", 0, value="R-05"), "royals item 1 must be the id of a royal"),
        (put(*OTHER, "royals", value=[]), "seat 1 has 3 crowns and 0 royals"),
        (put(*ONE, "royals", value=["R-02"]), "seat 0 has 1 crowns and 1 royals"),
        # seat, phase, result
        (put("to_move", value=None), "to_move must be null when the game is over, and only then"),
        (put("to_move", value=2), "to_move must be"),
        (put("to_move", value=True), "to_move must be"),
        (put("phase", value="over"), "to_move must be null when the game is over, and only then"),
        (put("phase", value="lunch"), "phase must be a phase"),
        (put("phase", value=["start"]), "phase must be a phase"),
        (put("phase", value="action"), "phase action comes after a replenishment"),
        (put("phase", value="token"), "phase token needs a card"),
        (put("phase", value="steal"), "phase steal needs a card or royal"),
        (put("phase", value="royal"), "does not fit in phase royal"),
        (put("phase", value="discard"), "must have more than 10 tokens"),
        (put("again", value=True), "again cannot be true here"),
        (put("result", value={"winners": [0], "by": ["points"]}), "result must be given when"),
        (put("result", value={"winners": [0, 1], "by": []}), "result must name one winner"),
        (put("result", value={"winners": [7], "by": ["luck"]}), "result winners item 1 must be"),
        (put("result", value={"winners": [7], "by": ["luck"]}), "result by item 1 must be"),
        (put("result", value={"winners": [7]}), "result winners item 1 must be"),
        (put("result", value=False), "result must be an object"),
    ],
)
def test_each_fault_is_named(edit: Callable[[Data], None], expected: str) -> None:
    data = good()
    edit(data)
    found = problems(data)
    assert any(expected in problem for problem in found), found


def test_a_refill_for_every_turn_is_a_position_only_once_the_turn_had_its_own() -> None:
    data = describe(board="WWWWUUUUGGGGRRRRKKKKPPOOO", phase="action", refills=20)
    assert problems(data) == ()
    assert problems({**data, "refills": 21})


def test_the_sentence_holds_every_problem() -> None:
    with pytest.raises(BadPosition) as refusal:
        GAME.load({**good(), "turn": 0, "supply": 3})
    assert str(refusal.value) == (
        "This is no position of the game: turn must be a whole number from 1 to 1000000; "
        "there are 4 privileges instead of 3."
    )


def test_all_faults_are_named_at_once() -> None:
    data = good()
    edits = [
        (put("turn", value="one"), "turn must be"),
        (put("seed", value=5), "seed must be"),
        (put("board", 0, value=None), "there are 3 white tokens"),
        (put("supply", value=0), "there are 1 privileges"),
        (put("decks", "2", 0, value="D2-24"), "D2-24 is there 2 times"),
        (put(*OTHER, "royals", value=[]), "seat 1 has 3 crowns"),
        (put("phase", value="discard"), "more than 10 tokens"),
        (put("result", value={}), "result lacks the key 'winners'"),
        (put("extra", value={}), "unknown key"),
    ]
    for edit, _ in edits:
        edit(data)
    found = problems(data)
    for _, expected in edits:
        assert any(expected in problem for problem in found), (expected, found)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ({"theirs": "WWWWUUUUGGG"}, "seat 1 has more than 10 tokens"),
        ({"mine": "WWWWUUUUGGG", "privileges": (3, 0)}, "seat 0 has more than 10 tokens"),
        ({"mine": "WWWWUUUUGGG", "privileges": (2, 0)}, None),
        ({"mine": "WWWWUUUUGG", "phase": "discard"}, "must have more than 10"),
        ({"mine": "WWWWUUUUGGG", "phase": "discard"}, None),
        ({"mine": "WWWWUUUUGGGGRRRRK", "phase": "discard"}, "seat 0 has more than 16 tokens"),
        ({"mine": "WWWWUUUUGGG", "phase": "discard", "again": True}, "again cannot be true"),
        (
            {
                "mine": "WWWWUUUUGGG",
                "phase": "discard",
                "again": True,
                "cards": ("D1-03",),
            },
            None,
        ),
        (
            {
                "mine": "WWWWUUUUGGG",
                "phase": "discard",
                "again": True,
                "cards": ("D3-01", "D1-04"),
                "royals": ("R-01",),
            },
            None,
        ),
        ({"phase": "token", "cards": ("D1-02",), "board": "U"}, "phase token needs"),
        ({"phase": "token", "cards": ("D1-02",), "board": "UW"}, None),
        ({"phase": "token", "cards": ("D1-02", "D1-01"), "board": "UW"}, "phase token needs"),
        ({"phase": "steal", "cards": ("D2-02",), "theirs": "OO"}, "must have a gem or pearl"),
        ({"phase": "steal", "cards": ("D2-02",), "theirs": "OP"}, None),
        ({"phase": "steal", "cards": ("D2-02", "D1-01"), "theirs": "OP"}, "phase steal needs"),
        (
            {"phase": "steal", "cards": ("D3-01", "D1-04"), "royals": ("R-03",), "theirs": "P"},
            None,
        ),
        (
            {
                "phase": "steal",
                "cards": ("D3-01", "D1-04", "D1-01"),
                "royals": ("R-03",),
                "theirs": "P",
            },
            "phase steal needs",
        ),
        ({"phase": "royal", "cards": ("D3-01", "D1-04")}, None),
        ({"phase": "royal", "cards": ("D3-01", "D1-04", "D1-01")}, "does not fit in phase royal"),
        ({"phase": "start", "cards": ("D3-01", "D1-04")}, "does not fit in phase start"),
        (
            {
                "board": "WWWWUUUUGGGGRRRRKKKKPPOOO",
                "phase": "action",
            },
            None,
        ),
        (
            {"board": "WWWWUUUUGGGGRRRRKKKKPPOOO", "phase": "action", "refills": 0},
            "phase action comes after",
        ),
        # All gems and pearls in hands, and nothing to do with them.
        (
            {
                "mine": "GGRRRRKKKKPP",
                "theirs": "WWWWUUUUGG",
                "board": "OOO",
                "reserved": ("D3-01", "D3-02", "D3-03"),
                "market": (
                    *("D1-03", "D1-04", "D1-07", "D1-12", "D1-15"),
                    *("D2-01", "D2-03", "D2-05", "D2-07"),
                    *("D3-05", "D3-04", "D3-13"),
                ),
            },
            "no action is possible",
        ),
        (
            {
                "to_move": None,
                "phase": "over",
                "cards": ("D3-02", "D2-03", "D2-04", "D2-02", "D1-05"),
                "result": {"winners": [0], "by": ["colour"]},
            },
            None,
        ),
        (
            {
                "to_move": None,
                "phase": "over",
                "cards": ("D3-02", "D2-03", "D2-04", "D2-02", "D1-05"),
                "result": {"winners": [0], "by": ["points", "colour"]},
            },
            "result does not fit",
        ),
        ({"to_move": None, "phase": "over"}, "result must be given"),
    ],
)
def test_limits_and_phases(words: dict[str, Any], expected: str | None) -> None:
    found = problems(describe(**words))
    if expected is None:
        assert found == ()
    else:
        assert any(expected in problem for problem in found), found


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from(["white", "gold", "D1-01", "D1-26", "R-01", "start", "deck", 0, 1, HUGE]),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4)
    ),
    max_leaves=8,
)


@settings(max_examples=300, deadline=None)
@given(data=JSON)
def test_garbage_is_never_a_position(data: object) -> None:
    assert problems(data)


def test_depth_does_no_harm() -> None:
    nested: Any = []
    for _ in range(50_000):
        nested = [nested]
    for key in good():
        assert problems({**good(), key: nested})


def paths(data: Any) -> list[tuple[Any, ...]]:
    """The way to everything inside."""
    found: list[tuple[Any, ...]] = []
    members = data.items() if isinstance(data, dict) else enumerate(data)
    for key, value in members:
        found.append((key,))
        if isinstance(value, dict | list):
            found += [(key, *rest) for rest in paths(value)]
    return found


def play_on(data: object, chance: random.Random) -> None:
    """Play a loaded position to its end, or for a while."""
    position = GAME.load(data)
    for _ in range(40):
        moves = GAME.legal(position)
        assert (not moves) == (position.phase == "over")
        if not moves:
            return
        GAME.view(position, 0)
        position = GAME.step(position, chance.choice(moves)).position
        assert problems(GAME.dump(position)) == ()


@settings(max_examples=400, deadline=None, suppress_health_check=list(HealthCheck))
@given(number=st.integers(0, 10**6), value=JSON, kind=st.sampled_from(["replace", "drop", "swap"]))
def test_a_changed_position_is_refused_or_can_be_played(
    number: int, value: object, kind: str
) -> None:
    chance = random.Random(number)
    position = GAME.new(chance.randbytes(32))
    for _ in range(chance.randrange(150)):
        if moves := GAME.legal(position):
            GAME.play(position, chance.choice(moves))
    data = json.loads(canonical_json(GAME.dump(position)))
    for _ in range(chance.choice((1, 1, 2, 5))):
        path = chance.choice(paths(data))
        place: Any = data
        for step in path[:-1]:
            place = place[step]
        if kind == "replace":
            place[path[-1]] = copy.deepcopy(value)
        elif kind == "drop":
            del place[path[-1]]
        else:
            other = chance.choice(list(place) if isinstance(place, dict) else range(len(place)))
            place[path[-1]], place[other] = place[other], place[path[-1]]
    if not problems(data):
        play_on(data, chance)


@pytest.mark.parametrize("number", range(3))
def test_phases_and_seats_put_at_random_are_refused_or_can_be_played(number: int) -> None:
    chance = random.Random(number)
    position = GAME.new(chance.randbytes(32))
    played = 0
    while moves := GAME.legal(position):
        data = GAME.dump(position)
        for phase in ("start", "action", "token", "steal", "royal", "discard", "over"):
            for seat in (0, 1, None):
                for again in (False, True):
                    changed = {**data, "phase": phase, "to_move": seat, "again": again}
                    if not problems(changed):
                        assert GAME.dump(GAME.load(changed)) == changed
                        played += 1
                        if played % 20 == 1:
                            play_on(changed, chance)
        GAME.play(position, chance.choice(moves))
    assert played
