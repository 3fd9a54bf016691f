"""The tables of what people write: nothing is read wrong, and what is clear is read."""

from functools import cache

import pytest

from engine.duel import GAME
from engine.turn import TurnReading, read_turn
from tests.engine.duel.reading import reader_positions
from tests.engine.duel.reading.phrases import LANGUAGES, Phrase, phrases
from tests.engine.phrase_tables import assert_read_right, assert_says_why

ALL = [phrase for language in LANGUAGES for phrase in phrases(language)]


@cache
def reading_of(phrase: Phrase, language: str | None) -> TurnReading:
    """Return how the phrase is read where it was written."""
    start = getattr(reader_positions, phrase.position)
    return read_turn(GAME, start, 0, phrase.text, language)


def test_the_tables_are_large_and_half_of_them_is_not_to_be_played() -> None:
    assert len(ALL) >= 600
    assert len({phrase[:3] for phrase in ALL}) == len(ALL)
    for language in LANGUAGES:
        some = [phrase for phrase in ALL if phrase.language == language]
        assert len(some) >= 200
        assert 0.4 < sum(not phrase.moves for phrase in some) / len(some) < 0.65


@pytest.mark.parametrize("hint", [True, False], ids=["language known", "language unknown"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_read_wrong_and_what_is_clear_is_read(language: str, hint: bool) -> None:
    assert_read_right(phrases(language), lambda p: reading_of(p, language if hint else None))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_refusal_says_why(language: str) -> None:
    assert_says_why(phrases(language), lambda phrase: reading_of(phrase, language))
