"""What is claimed of chance and of the record is true, and comes only with the secret."""

from dataclasses import replace
from pathlib import Path

import pytest

from duel.table.proof import proof_of
from duel.table.replay_sources import replay_of_file
from engine.fairness import Stream
from tests.duel.table.test_replay import GOLDEN, of_file


@pytest.mark.parametrize("file", GOLDEN, ids=lambda file: file.stem)
def test_all_that_is_claimed_of_chance_follows_from_the_seed(file: Path) -> None:
    proof = proof_of(replay_of_file(file.read_bytes()))
    assert proof is not None
    seed = bytes.fromhex(proof["seed"])
    for draw in proof["draws"]:
        items, drawn = list(draw["items"]), list(draw["drawn"])
        stream = Stream(seed, draw["label"])
        if draw["is_shuffle"]:
            stream.shuffle(items)
            assert items[: len(drawn)] == drawn
        else:
            assert [items[stream.below(len(items))] for _ in drawn] == drawn
    labels = [draw["label"] for draw in proof["draws"]]
    assert {"first", "deck1", "deck2", "deck3"} <= {*labels}
    assert len(labels) == len({*labels}), "Each label of the stream is read once."


def test_every_check_has_words() -> None:
    proof = proof_of(of_file("splendor-068"))
    assert proof is not None
    draws = [f"draw:{draw['label']}" for draw in proof["draws"]]
    assert [*proof["words"]] == ["commitment", "seed", *draws, "header", "chain"]
    assert all(proof["words"].values())


def test_derived_words_are_checked_where_there_are_some() -> None:
    proof = proof_of(of_file("splendor-format-two"))
    assert proof is not None
    assert [*proof["words"]][:3] == ["commitment", "derived", "seed"]
    assert proof["header"]["drawn"] == [True, False, True]
    assert [note["words"] for note in proof["notes"]][1:4] == [
        "The word of Ada for the shuffle, derived from the secret",
        "The word of Ben for the shuffle",
        "The word of Cleo for the shuffle, derived from the secret",
    ]
    assert proof["limits"] == []


def test_what_a_proof_leaves_open_is_said() -> None:
    old, replay = proof_of(of_file("golden-000")), of_file("format-two")
    assert old is not None
    assert "drawn" not in old["header"]
    assert "were not promised" in old["limits"][0]
    nobody_chose = replace(replay, header=replace(replay.header, drawn=[True, True]))
    proof = proof_of(nobody_chose)
    assert proof is not None
    assert "No player gave a word of their own" in proof["limits"][0]


def test_nothing_is_claimed_while_the_secret_is_closed() -> None:
    assert proof_of(replace(of_file("golden-000"), secret=None)) is None


def test_a_record_that_does_not_hold_is_said_not_to() -> None:
    replay = of_file("golden-000")
    proof = proof_of(replay)
    assert proof is not None
    assert proof["moves"]["hold"]
    entries = [*replay.entries]
    entries[6] = replace(entries[6], time=entries[7].time)
    broken = proof_of(replace(replay, entries=entries))
    assert broken is not None
    assert not broken["moves"]["hold"]
    assert "entry 7" in broken["moves"]["words"]
