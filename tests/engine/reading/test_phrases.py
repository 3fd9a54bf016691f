"""The tables of what people write: nothing is read wrong, and what is clear is read."""

from functools import cache

import pytest

from engine.turn import TurnReading, read_turn
from tests.engine.reading.phrase_tables import (
    LANGUAGES,
    Phrase,
    assert_read_right,
    assert_says_why,
)
from tests.engine.reading.readers import READERS, TriedReader, for_each_reader


@cache
def reading_of(reader: TriedReader, phrase: Phrase, language: str | None) -> TurnReading:
    """Return how the phrase is read where it was written."""
    start = getattr(reader.positions, phrase.position)
    return read_turn(reader.game, start, 0, phrase.text, language)


@pytest.mark.parametrize(
    ("name", "played", "refused", "in_a_language", "share_refused"),
    [("duel", 300, 300, 200, 0.4), ("splendor", 250, 100, 150, 0.25)],
)
def test_the_tables_are_large_and_many_phrases_are_not_to_be_played(
    name: str, played: int, refused: int, in_a_language: int, share_refused: float
) -> None:
    phrases = READERS[name].all_phrases
    assert len({phrase[:3] for phrase in phrases}) == len(phrases)
    assert sum(bool(phrase.moves) for phrase in phrases) >= played
    assert sum(not phrase.moves for phrase in phrases) >= refused
    for language in LANGUAGES:
        some = [phrase for phrase in phrases if phrase.language == language]
        assert len(some) >= in_a_language
        assert share_refused < sum(not phrase.moves for phrase in some) / len(some) < 0.65


@for_each_reader
@pytest.mark.parametrize("hint", [True, False], ids=["language known", "language unknown"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_read_wrong_and_what_is_clear_is_read(
    reader: TriedReader, language: str, hint: bool
) -> None:
    told = language if hint else None
    assert_read_right(reader.phrases(language), lambda phrase: reading_of(reader, phrase, told))


@for_each_reader
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_refusal_says_why(reader: TriedReader, language: str) -> None:
    assert_says_why(reader.phrases(language), lambda phrase: reading_of(reader, phrase, language))
