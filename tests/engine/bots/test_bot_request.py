"""The operation `bot`: whatever a stranger sends gets a move or one sentence."""

import copy
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.bots import LEVELS, decide
from engine.serve import reply_to
from tests.engine.bots.playing import DUEL, SPLENDOR
from tests.engine.test_cli import answer, refusal

POSITION = DUEL.new(bytes(32))
SEAT = POSITION.to_move
VIEW, LEGAL = DUEL.view(POSITION, SEAT), DUEL.legal(POSITION)
REQUEST = {"op": "bot", "view": VIEW, "legal": LEGAL, "level": "journeyman", "chance": "0a0b"}


def reply(**changes: Any) -> dict[str, Any]:
    request = {key: value for key, value in (REQUEST | changes).items() if value is not ...}
    told: dict[str, Any] = json.loads(reply_to(json.dumps(request).encode()))
    return told


@pytest.mark.parametrize("level", LEVELS)
def test_it_answers_the_move_that_the_bot_decides_on(level: str) -> None:
    move = decide(VIEW, LEGAL, level=level, chance=b"\n\x0b", nodes=60)
    assert reply(level=level, nodes=60) == {"ok": move}
    assert reply(level=level, nodes=60, legal=...) == {"ok": move}
    assert reply(level=level, nodes=60, seconds=None) == {"ok": move}
    assert reply(level=level, legal=LEGAL[2:3]) == {"ok": LEGAL[2]}
    assert reply(level=level, seconds=0.01)["ok"] in LEGAL


OTHER = SPLENDOR.view(SPLENDOR.new(bytes(32), seats=3), 1)


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"level": "emperor"}, "There is no level 'emperor'"),
        ({"level": 3}, "'level' must be a text."),
        ({"level": ...}, "The request lacks 'level'."),
        ({"view": ...}, "The request lacks 'view'."),
        ({"view": None}, "it is not an object"),
        ({"view": {}}, "game is missing"),
        ({"view": {"game": "chess"}}, "There is no game 'chess'"),
        ({"view": {"game": "duel", "rules": 1}}, "lacks the key 'board'"),
        ({"view": DUEL.dump(POSITION)}, "seed must be null in a view"),
        ({"view": {**VIEW, "turn": "x"}}, "turn must be a whole number"),
        ({"view": {**VIEW, "decks": {"1": 99, "2": 20, "3": 10}}}, "more cards of level 1"),
        ({"view": {**VIEW, "result": {"winners": [0], "by": ["points"]}}}, "result must be given"),
        ({"view": OTHER, "legal": ["pass"]}, "'pass' is not a legal move in this view."),
        ({"legal": ["take a1 c1"]}, "'take a1 c1' is not a legal move in this view."),
        ({"legal": []}, "There must be a legal move to choose."),
        ({"legal": "all"}, "'legal' must be a list of texts."),
        ({"legal": [1]}, "'legal' must be a list of texts."),
        ({"chance": ...}, "The request lacks 'chance'."),
        ({"chance": ""}, "The chance is written as"),
        ({"chance": "abc"}, "The chance is written as"),
        ({"chance": "00" * 65}, "The chance is written as"),
        ({"nodes": 0}, "'nodes' must be a whole number from 1"),
        ({"nodes": True}, "'nodes' must be a whole number"),
        ({"nodes": 10**9}, "'nodes' must be a whole number from 1"),
        ({"seconds": 0}, "'seconds' must be a number"),
        ({"seconds": "1"}, "'seconds' must be a number"),
        ({"seconds": 1e9}, "'seconds' must be a number"),
    ],
)
def test_bad_input_gets_a_sentence(changes: dict[str, Any], sentence: str) -> None:
    told = reply(**changes)
    assert list(told) == ["error"]
    assert sentence in told["error"]


def test_the_view_of_another_seat_is_refused() -> None:
    reserved = DUEL.apply(POSITION, next(m for m in LEGAL if m.endswith("deck2")))
    next_seat = reserved.to_move
    spied = DUEL.view(reserved, 1 - next_seat)
    assert reply(view=spied, legal=...) == {"error": "The view must be that of the seat to move."}
    assert "ok" in reply(view=DUEL.view(reserved, next_seat), legal=...)


def test_there_is_nothing_to_decide_when_the_game_is_over() -> None:
    position = SPLENDOR.new(bytes(32), seats=3)
    for seat in (0, 1):
        position = SPLENDOR.retire(position, seat).position
    view = SPLENDOR.view(position, 2)
    assert reply(view=view) == {"error": "The game is over: there is nothing to decide."}


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=6,
)


@settings(max_examples=150, deadline=None)
@given(
    view=st.sampled_from([VIEW, OTHER]),
    place=st.sampled_from(sorted({*VIEW, *OTHER})),
    of_player=st.sampled_from(["", *sorted({*VIEW["players"][0], *OTHER["players"][0]})]),
    key=st.sampled_from(["", *sorted(set(REQUEST) - {"op", "view"}), "nodes", "seconds"]),
    junk=json_values,
)
def test_any_value_in_any_place_is_answered(
    view: dict[str, Any], place: str, of_player: str, key: str, junk: Any
) -> None:
    spoilt = copy.deepcopy(view)
    if of_player:
        spoilt["players"][0][of_player] = junk
    else:
        spoilt[place] = junk
    told = reply(**{"view": spoilt, "legal": ..., **({key: junk} if key else {})})
    assert "fault" not in told.get("error", "")


def test_the_command_line_asks_a_bot() -> None:
    view = json.dumps(VIEW).encode()
    ask = ("bot", "--level", "journeyman", "--chance", "0a0b")
    assert answer(*ask, stdin=view) == reply()["ok"]
    assert "There is no level" in refusal("bot", "--level", "x", "--chance", "00", stdin=view)
