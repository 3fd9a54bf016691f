"""Which slips of the pen are corrected, and in words of which length."""

import pytest

from engine.reading.spelling import is_slip


@pytest.mark.parametrize(
    ("word", "known"),
    [
        ("tkae", "take"),  # neighbours swapped
        ("takke", "take"),  # a letter doubled
        ("resrve", "reserve"),  # one too few
        ("blacks", "black"),  # one too many
        ("resurve", "reserve"),  # a wrong letter, in the middle
        ("reservi", "reserve"),  # and at the end
    ],
)
def test_one_slip_is_seen_as_one(word: str, known: str) -> None:
    assert is_slip(word, known)


@pytest.mark.parametrize(
    ("word", "known"),
    [
        ("make", "take"),  # too short for a wrong letter
        ("seal", "steal"),  # too short for a letter too few
        ("whte", "white"),
        ("resurvo", "reserve"),  # two wrong letters
        ("rseerev", "reserve"),  # swapped twice
        ("rseervo", "reserve"),  # swapped, and a wrong letter
        ("reservings", "reserve"),  # more than one letter longer
    ],
)
def test_more_than_one_slip_and_short_words_are_not_corrected(word: str, known: str) -> None:
    assert not is_slip(word, known)
