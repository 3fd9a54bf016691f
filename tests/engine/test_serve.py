import io
import json
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.games import find_game
from engine.serve import LONGEST_LINE, serve
from tests.engine.duel.reading import reader_positions

ROOT = Path(__file__).parents[2]
DUEL = find_game("duel")
SPLENDOR = find_game("splendor")
SEED = "0f" * 32
START = DUEL.new(bytes.fromhex(SEED))
POSITION = DUEL.dump(START)
NEW = {"op": "new", "game": "duel", "seed": SEED}


def answers(*lines: bytes) -> list[dict[str, Any]]:
    """What is answered to these lines; exactly one answer to each."""
    out = io.BytesIO()
    serve(io.BytesIO(b"".join(line + b"\n" for line in lines)), out)
    replies = out.getvalue().splitlines()
    assert len(replies) == len(lines)
    return [json.loads(reply) for reply in replies]


def reply(request: object) -> dict[str, Any]:
    return answers(json.dumps(request).encode())[0]


def test_each_operation_is_answered() -> None:
    legal = DUEL.legal(START)
    after = DUEL.dump(DUEL.apply(START, legal[5]))
    assert reply(NEW) == {"ok": POSITION}
    assert reply({**NEW, "players": 2, "options": []}) == {"ok": POSITION}
    assert reply({"op": "legal", "position": POSITION}) == {"ok": legal}
    assert reply({"op": "apply", "position": POSITION, "move": legal[5]}) == {"ok": after}
    assert reply({**NEW, "op": "play", "moves": [legal[5]]}) == {"ok": after}
    assert reply({**NEW, "op": "play", "moves": []}) == {"ok": POSITION}
    assert reply({"op": "view", "position": POSITION, "seat": 0}) == {"ok": DUEL.view(START, 0)}
    spectator = {"op": "view", "position": POSITION, "seat": "spectator"}
    assert reply(spectator) == {"ok": DUEL.view(START, None)}
    assert reply({"op": "perft", "position": POSITION, "depth": 1}) == {"ok": len(legal)}
    assert reply({"op": "perft", "position": POSITION, "depth": 0}) == {"ok": 1}


def test_a_seat_can_retire() -> None:
    begin = {"op": "new", "game": "splendor", "seed": SEED, "players": 4, "options": ["cities"]}
    start = reply(begin)["ok"]
    retire = {"op": "retire", "position": start}
    left = SPLENDOR.dump(SPLENDOR.retire(SPLENDOR.load(start), 2).position)
    assert reply({**retire, "seat": 2}) == {"ok": left}
    for seat in (4, -1, True, None, "spectator", 1.0):
        assert "error" in reply({**retire, "seat": seat})
    assert "error" in reply(retire)
    assert "error" in reply({"op": "retire", "position": POSITION, "seat": 0})


SHOP = {"op": "read", "position": DUEL.dump(reader_positions.SHOP)}


@pytest.mark.parametrize(
    ("request_", "answer"),
    [
        ({"text": "use c4 and buy 1.4, please"}, {"moves": ["use c4", "buy D1-16"]}),
        ({"text": "j'achète 1.4 or bleu", "language": "fr"}, {"moves": ["buy D1-16 gold blue"]}),
        ({"text": "buy 1.4", "language": None}, {"moves": ["buy D1-16"]}),
        (
            {"text": "buy 1.4; take a1"},
            {"refused": "turn_over", "understood": ["buy D1-16", "take a1"], "nearest": []},
        ),
        (
            {"text": "use c4; buy 1.4 tomorrow"},
            {
                "refused": "hedged",
                "understood": ["use c4 1.4"],
                "nearest": ["use c4", "buy D1-16", "buy D1-16 gold white"],
            },
        ),
        (
            {"text": "use c4; buy 1.2"},
            {
                "refused": "not_legal",
                "understood": ["use c4", "buy 1.2"],
                "nearest": ["reserve d2 D1-27", "buy D1-16", "buy D1-01 gold red"],
            },
        ),
    ],
)
def test_a_persons_text_is_read_for_the_seat_to_move(
    request_: dict[str, Any], answer: dict[str, Any]
) -> None:
    assert reply({**SHOP, **request_}) == {"ok": answer}


def test_nothing_is_read_when_the_game_is_over() -> None:
    chance = random.Random(3)
    position = DUEL.new(bytes.fromhex(SEED))
    while position.to_move is not None:
        DUEL.play(position, chance.choice(DUEL.legal(position)))
    answer = reply({"op": "read", "position": DUEL.dump(position), "text": "take a1"})
    assert answer == {"ok": {"refused": "over", "understood": [], "nearest": []}}


@pytest.mark.parametrize(
    "request_",
    [
        None,
        [],
        {},
        {"op": None},
        {"op": "dance"},
        {"op": "serve"},
        {"op": "verify"},
        {"op": ["new"]},
        {"op": "new"},
        {**NEW, "game": 1},
        {**NEW, "game": "chess"},
        {**NEW, "game": "\ud800"},
        {**NEW, "seed": None},
        {**NEW, "seed": SEED[:-2]},
        {**NEW, "seed": 15},
        {**NEW, "players": 3},
        {**NEW, "players": 2.0},
        {**NEW, "players": True},
        {**NEW, "players": 10**30},
        {**NEW, "options": "cities"},
        {**NEW, "options": {"cities": True}},
        {**NEW, "options": ["cities"]},
        {**NEW, "options": [[]]},
        {**NEW, "op": "play"},
        {**NEW, "op": "play", "moves": "take a1"},
        {**NEW, "op": "play", "moves": [1]},
        {**NEW, "op": "play", "moves": ["\ud800"]},
        {"op": "legal"},
        {"op": "legal", "position": None},
        {"op": "legal", "position": {}},
        {"op": "legal", "position": {"game": "duel", "rules": 1}},
        {"op": "legal", "position": {**POSITION, "rules": 2}},
        {"op": "legal", "position": {**POSITION, "rules": True}},
        {"op": "legal", "position": {**POSITION, "note": 1}},
        {"op": "apply", "position": POSITION},
        {"op": "apply", "position": POSITION, "move": 7},
        {"op": "apply", "position": POSITION, "move": "x" * 100_000},
        {"op": "view", "position": POSITION},
        {"op": "view", "position": POSITION, "seat": 2},
        {"op": "view", "position": POSITION, "seat": -1},
        {"op": "view", "position": POSITION, "seat": True},
        {"op": "view", "position": POSITION, "seat": None},
        {"op": "view", "position": POSITION, "seat": "0"},
        {"op": "read", "position": POSITION},
        {"op": "read", "position": POSITION, "text": 7},
        {"op": "read", "position": POSITION, "text": "take a1", "language": 7},
        {"op": "read", "text": "take a1"},
        {"op": "perft", "position": POSITION},
        {"op": "perft", "position": POSITION, "depth": -1},
        {"op": "perft", "position": POSITION, "depth": 10**100},
        {"op": "perft", "position": POSITION, "depth": "1"},
        {"op": "perft", "position": POSITION, "depth": True},
    ],
)
def test_a_bad_request_is_answered_with_one_sentence(request_: object) -> None:
    answer = reply(request_)
    assert answer.keys() == {"error"}
    assert "fault" not in answer["error"]
    assert answer["error"].endswith(".")


def test_a_perft_that_would_take_for_ever_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.serve.PERFT_POSITIONS", 300)
    answer = reply({"op": "perft", "position": POSITION, "depth": 100})
    assert answer["error"] == "More than 300 positions would have to be looked at."


def test_any_line_is_answered_and_the_next_one_too() -> None:
    lines = [
        b"",
        b"   ",
        b"\x00\xff",
        b"{",
        b"NaN",
        b'{"op":Infinity}',
        b"[" * 200_000,
        b'{"op":' * 100_000,
        b"9" * 6000,
        b'"' + b"x" * LONGEST_LINE + b'"',
        b"x" * (3 * LONGEST_LINE + 5),
        json.dumps(NEW).encode(),
    ]
    *errors, last = answers(*lines)
    assert all(answer.keys() == {"error"} for answer in errors)
    assert not [answer for answer in errors if "fault" in answer["error"]]
    assert last == {"ok": POSITION}


def test_a_last_line_without_an_end_is_answered() -> None:
    out = io.BytesIO()
    serve(io.BytesIO(json.dumps(NEW).encode()), out)
    assert json.loads(out.getvalue()) == {"ok": POSITION}


def test_a_fault_of_the_engine_does_not_end_the_process(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("engine.serve.answer", lambda request, **limits: 1 // 0)
    first, second = answers(b"{}", b"{}")
    assert first == second == {"error": "This request met a fault of the engine."}
    assert "ZeroDivisionError" in capsys.readouterr().err


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=6,
)


@settings(max_examples=200, deadline=None)
@given(
    op=st.sampled_from(["new", "legal", "apply", "view", "play", "perft"]),
    key=st.sampled_from(["game", "seed", "players", "options", "move", "moves", "seat", "depth"]),
    value=json_values,
    place=st.sampled_from(sorted(POSITION)),
    junk=json_values,
)
def test_any_value_in_any_place_is_answered(
    op: str, key: str, value: object, place: str, junk: object
) -> None:
    whole = {**NEW, "op": op, "position": POSITION, "move": "take a1", "moves": [], "seat": 0,
             "depth": 1}  # fmt: skip
    for request in ({**whole, key: value}, {**whole, "position": {**POSITION, place: junk}}):
        assert "fault" not in reply(request).get("error", "")


@settings(max_examples=100, deadline=None)
@given(st.lists(st.binary(max_size=60).filter(lambda line: b"\n" not in line), max_size=5))
def test_any_bytes_are_answered_line_by_line(lines: list[bytes]) -> None:
    assert all("fault" not in answer.get("error", "") for answer in answers(*lines))


def test_the_process_answers_at_once_and_ends_with_its_input() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "engine", "serve"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        cwd=ROOT,
    )  # fmt: skip
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        for request, key in ((NEW, "ok"), ("nonsense", "error"), (NEW, "ok")):
            process.stdin.write(json.dumps(request).encode() + b"\n")
            process.stdin.flush()
            assert key in json.loads(process.stdout.readline())
        process.stdin.close()
        assert process.wait(timeout=30) == 0
    finally:
        process.kill()
        process.stdout.close()
