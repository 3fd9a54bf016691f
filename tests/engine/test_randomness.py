"""The published stream, redone here from its description without the engine's code."""

import hmac
from collections import Counter

import pytest

from engine.fairness import Stream

SEED = bytes.fromhex("00112233445566778899aabbccddeeff" * 2)


def published_words(label: str, number: int, seed: bytes = SEED) -> list[int]:
    messages = (f"{label}:{i}".encode() for i in range(number))
    stream = b"".join(hmac.digest(seed, message, "sha256") for message in messages)
    return [int.from_bytes(stream[i : i + 4], "big") for i in range(0, len(stream), 4)]


def test_it_reads_big_endian_words_of_the_published_blocks() -> None:
    stream = Stream(SEED, "first")
    assert [stream.below(2**32) for _ in range(40)] == published_words("first", 5)


@pytest.mark.parametrize("n", [2, 3, 25, 1000, 3_000_000_000])
def test_it_drops_words_that_would_favour_small_numbers(n: int) -> None:
    words = published_words("deck1", 40)
    kept = [word % n for word in words if word < n * (2**32 // n)]
    stream = Stream(SEED, "deck1")
    assert [stream.below(n) for _ in kept] == kept


def test_about_a_third_of_the_words_is_dropped_for_three_billion() -> None:
    words = published_words("deck1", 40)
    assert 60 < sum(word >= 3_000_000_000 for word in words) < 140


def test_it_shuffles_from_the_end_by_swapping() -> None:
    items = list("abcdefghijklmnopqrstuvwxyz")
    expected = items.copy()
    words = iter(published_words("board", 4))
    for i in range(25, 0, -1):
        j = next(words) % (i + 1)
        expected[i], expected[j] = expected[j], expected[i]
    Stream(SEED, "board").shuffle(items)
    assert items == expected


def test_a_shuffle_drops_words_too() -> None:
    """So long a list, with this seed, that it happens once."""
    items = list(range(60_000))
    expected = items.copy()
    seed = bytes([3]) * 32
    words = iter(published_words("board", 7_501, seed))
    dropped = 0
    for i in range(len(items) - 1, 0, -1):
        word = next(words)
        while word >= (i + 1) * (2**32 // (i + 1)):
            word = next(words)
            dropped += 1
        j = word % (i + 1)
        expected[i], expected[j] = expected[j], expected[i]
    Stream(seed, "board").shuffle(items)
    assert items == expected
    assert dropped == 1


def test_a_fixed_vector_stays_as_it_is() -> None:
    items = list(range(10))
    Stream(bytes(32), "board").shuffle(items)
    first = [Stream(bytes([n]) * 32, "first").below(2) for n in range(12)]
    assert (items, first) == (
        [5, 9, 4, 6, 0, 1, 3, 2, 7, 8],
        [0, 0, 1, 1, 0, 1, 1, 0, 1, 1, 0, 0],
    )


@pytest.mark.parametrize("items", [[], ["one"]])
def test_nothing_to_shuffle_is_left_alone(items: list[str]) -> None:
    shuffled = items.copy()
    Stream(SEED, "deck1").shuffle(shuffled)
    assert shuffled == items


def test_labels_give_different_streams_and_every_number_comes_up() -> None:
    draws = {label: [Stream(SEED, label).below(1000)] for label in ("deck1", "deck2", "refill1")}
    assert len({tuple(drawn) for drawn in draws.values()}) == 3
    stream = Stream(SEED, "deck3")
    assert set(Counter(stream.below(6) for _ in range(600))) == set(range(6))
