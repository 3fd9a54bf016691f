"""What is claimed of chance and of the record is true, and comes only with the secret."""

from dataclasses import replace
from pathlib import Path

import pytest

from duel.table.proof import proof_of
from duel.table.replayed import replay_of_file
from engine.randomness import Stream
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
