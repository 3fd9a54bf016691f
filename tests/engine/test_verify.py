import copy
import io
import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import EngineError
from engine.exported_file import FILE_KEYS
from engine.record import ENTRY_KEYS, Entry, canonical_json, read_entry
from engine.request import read_json
from engine.verify import NoGameFile, verify, verify_file
from tests.engine.bookkeeper import Bookkeeper

ROOT = Path(__file__).parents[2]


def short_game() -> Bookkeeper:
    book = Bookkeeper("short")
    book.play_on(8)
    book.decide("rollback", "5")
    book.play_on(2)
    book.write("offer", 0, "cancel")
    book.write("resign", 1)
    return book


BOOK = short_game()


@pytest.fixture
def file() -> dict[str, Any]:
    return copy.deepcopy(BOOK.file())


def places(file: object) -> set[tuple[int | None, str]]:
    return {(problem.seq, problem.field) for problem in verify(file).problems}


def rehashed(file: dict[str, Any], start: int) -> None:
    """Make all hashes from entry `start` on fit again, as a forger would."""
    entries = file["entries"]
    for index in range(start - 1, len(entries)):
        entry: Entry = replace(read_entry(entries[index]), seq=index + 1)
        if index:
            entry = replace(entry, prev_hash=entries[index - 1]["hash"])
        entries[index] = asdict(replace(entry, hash=entry.computed_hash()))


def test_a_true_game_verifies(file: dict[str, Any]) -> None:
    report = verify(file)
    assert report.problems == ()
    assert report.exit_code == 0
    assert report.verdict == "verified: 10 moves"


def test_names_are_not_part_of_the_proof(file: dict[str, Any]) -> None:
    file["seats"] = ["Somebody", ""]
    assert verify(file).exit_code == 0


@pytest.mark.parametrize(
    ("change", "place"),
    [
        (lambda f: f.update(secret="0" * 64), (None, "secret")),
        (lambda f: f.update(commitment="0" * 64), (None, "secret")),
        (lambda f: f.update(id="other"), (1, "prev_hash")),
        (lambda f: f["nonces"].reverse(), (1, "prev_hash")),
        (lambda f: f["nonces"].__setitem__(0, "another word"), (1, "prev_hash")),
        (lambda f: f.update(result=None), (None, "result")),
        (lambda f: f["result"].update(winners=[1]), (None, "result")),
        (lambda f: f["result"].update(by=["timeout"]), (None, "result")),
        (lambda f: f["entries"].pop(), (None, "result")),
        (lambda f: f["entries"].pop(0), (2, "prev_hash")),
        (lambda f: f["entries"].pop(4), (6, "prev_hash")),
        (lambda f: f["entries"].insert(4, f["entries"][3]), (4, "seq")),
        (lambda f: f["entries"].insert(1, f["entries"].pop(2)), (3, "prev_hash")),
    ],
)
def test_what_was_altered_is_found_where_it_is(
    file: dict[str, Any],
    change: Callable[[dict[str, Any]], Any],
    place: tuple[int | None, str],
) -> None:
    change(file)
    assert place in places(file)


@pytest.mark.parametrize("index", range(len(BOOK.entries)))
def test_an_altered_field_is_found_in_every_entry(index: int) -> None:
    for field in ENTRY_KEYS:
        file = copy.deepcopy(BOOK.file())
        value = file["entries"][index][field]
        changed = (value or 0) + 1 if not isinstance(value, str) else "0" + value[1:]
        if changed == value:
            changed = "1" + value[1:]
        file["entries"][index][field] = changed
        found = places(file)
        assert {seq for seq, _ in found} & {index + 1, index + 2}, field


def test_every_altered_byte_is_found() -> None:
    book = Bookkeeper("bytes")
    book.play_on(2)
    book.write("resign", 0)
    whole = canonical_json(book.file())
    names = whole.index(b'"seats":'), whole.index(b"]", whole.index(b'"seats":'))
    verdicts = set()
    for index in range(len(whole)):
        if names[0] <= index <= names[1]:
            continue
        altered = whole[:index] + bytes([whole[index] ^ 1]) + whole[index + 1 :]
        verdicts.add(verdict_on(altered))
    assert verdicts == {1, 2}


def verdict_on(content: bytes) -> int:
    try:
        return verify(read_json(content)).exit_code
    except EngineError:
        return 2


def test_a_forger_who_mends_the_hashes_is_found_by_the_game(file: dict[str, Any]) -> None:
    legal = BOOK.game.legal(BOOK.course.position_at(2))
    other = next(move for move in legal if move != file["entries"][2]["text"])
    file["entries"][2]["text"] = other
    rehashed(file, 3)
    assert (3, "state_hash") in places(file)

    file["entries"][2]["text"] = "royal R-01"
    rehashed(file, 3)
    assert places(file) == {(3, "move")}


@pytest.mark.parametrize(
    ("index", "changes", "place"),
    [
        (8, {"text": "99"}, (9, "rollback")),
        (8, {"kind": "undo", "seat": 0, "text": "2"}, (9, "undo")),
        (8, {"kind": "dance"}, (9, "kind")),
        (11, {"kind": "accept"}, (12, "accept")),
        (11, {"text": "peace"}, (12, "offer")),
        (3, {"seat": None}, (4, "move")),
        (3, {"person": "pSomebodyElse"}, (4, "move")),
        (3, {"state_hash": "0" * 64}, (4, "state_hash")),
    ],
)
def test_what_cannot_have_happened_is_found_though_all_hashes_fit(
    file: dict[str, Any], index: int, changes: dict[str, Any], place: tuple[int, str]
) -> None:
    file["entries"][index].update(changes)
    rehashed(file, index + 1)
    assert place in places(file)
    assert not {field for _, field in places(file)} & {"hash", "prev_hash", "seq"}


def test_before_the_secret_is_shown_only_the_chain_is_checked(file: dict[str, Any]) -> None:
    file["secret"] = None
    report = verify(file)
    assert report.exit_code == 1
    assert not report.problems
    assert report.verdict == (
        "not verified: the secret has not been shown yet; the chain of 13 entries is unbroken"
    )
    file["entries"][4]["text"] = "take a1"
    assert places(file) == {(5, "hash")}
    file["entries"][4]["text"] = ""
    rehashed(file, 5)
    assert places(file) == {(5, "move")}


@pytest.mark.parametrize("key", FILE_KEYS[1:])
@pytest.mark.parametrize("value", [{}, [], "", 7, True, [[]], {"a": 1}, 1.5, "\ud800", ["\ud800"]])
def test_a_key_of_the_wrong_form_is_named(file: dict[str, Any], key: str, value: object) -> None:
    if (key, value) == ("options", {}):
        return
    file[key] = value
    found = places(file)
    assert found
    if key not in ("rules", "entries"):
        assert (None, key) in found


@pytest.mark.parametrize("key", FILE_KEYS[1:])
def test_a_missing_key_is_named(file: dict[str, Any], key: str) -> None:
    del file[key]
    assert (None, key) in places(file)


def test_a_key_too_many_is_named(file: dict[str, Any]) -> None:
    file["note"] = "trust me"
    assert (None, "'note'") in places(file)


@pytest.mark.parametrize(
    "data", [None, [], {}, "x", 3, {"format": "duelpost-game-3"}, {"format": ["duelpost-game-1"]}]
)
def test_what_is_no_exported_game_is_not_judged(data: object) -> None:
    with pytest.raises(NoGameFile):
        verify(data)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


@settings(max_examples=150, deadline=None)
@given(data=st.data())
def test_any_value_anywhere_is_judged_without_a_crash(data: st.DataObject) -> None:
    file = copy.deepcopy(BOOK.file())
    value = data.draw(json_values)
    target: Any = file
    key: Any = data.draw(st.sampled_from(FILE_KEYS[1:]))
    if key == "entries":
        target = file["entries"][data.draw(st.integers(0, len(BOOK.entries) - 1))]
        key = data.draw(st.sampled_from(ENTRY_KEYS))
    before = target[key]
    target[key] = value
    if repr(value) != repr(before) and key != "seats":
        assert verify(file).exit_code == 1


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "engine", "verify", *arguments],
        capture_output=True, text=True, timeout=60, check=False, cwd=ROOT,
    )  # fmt: skip


def test_the_command_proves_a_file(tmp_path: Path, file: dict[str, Any]) -> None:
    path = tmp_path / "game.json"
    path.write_text(json.dumps(file, indent=2))
    done = run(str(path))
    assert (done.returncode, done.stderr) == (0, "")
    told = done.stdout.splitlines()
    assert told[-2] == "verified: 10 moves"
    assert told[-1].startswith("only you can know: ")

    file["entries"][2]["text"] = "take c3"
    file["result"]["winners"] = [1]
    path.write_text(json.dumps(file))
    done = run(str(path))
    assert done.returncode == 1
    assert "failed: entry 3, hash: " in done.stdout
    assert done.stderr == ""


def test_what_cannot_be_read_is_one_sentence(tmp_path: Path) -> None:
    for name, content in (
        ("empty", b""),
        ("text", b"hello"),
        ("binary", bytes(range(256))),
        ("deep", b"[" * 200_000),
        ("digits", b"1" * 10_000),
        ("twice", b'{"format":"duelpost-game-1","format":"duelpost-game-1"}'),
        ("other", b'{"format":"chess"}'),
    ):
        (tmp_path / name).write_bytes(content)
    for path in [*tmp_path.iterdir(), tmp_path, tmp_path / "missing"]:
        with pytest.raises(EngineError) as caught:
            verify_file(str(path), io.StringIO())
        assert "\n" not in str(caught.value)
    with pytest.raises(NoGameFile):
        verify_file("nul\0byte", io.StringIO())
    done = run(str(tmp_path / "missing"))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
