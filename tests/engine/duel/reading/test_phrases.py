"""The tables of what people write: nothing is read wrong, and what is clear is read."""

from functools import cache

import pytest

from engine.duel import GAME
from engine.turn import TurnReading, read_turn
from tests.engine.duel.reading import reader_positions
from tests.engine.duel.reading.phrases import LANGUAGES, Phrase, phrases

ALL = [phrase for language in LANGUAGES for phrase in phrases(language)]

CODES = {
    "negation": {"negated"},
    "question": {"question", "negated", "condition", "others", "hedged", "reported", "unknown"},
    "condition": {"condition", "negated", "choice", "reported", "question"},
    "choice": {"choice", "negated", "gold_or_choice", "hedged", "unknown"},
}
"""For some reasons, what a refusal may say; for the others a word that is not known is enough."""


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
    wrong, missed, clear = [], [], 0
    for phrase in phrases(language):
        moves = reading_of(phrase, language if hint else None).moves
        clear += bool(phrase.moves)
        if moves and moves != phrase.moves:
            wrong.append((phrase.position, phrase.text, moves))
        elif moves != phrase.moves:
            missed.append((phrase.position, phrase.text))
    assert wrong == []
    assert len(missed) <= 0.02 * clear, missed


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_refusal_says_why(language: str) -> None:
    for phrase in phrases(language):
        problem = reading_of(phrase, language).problem
        if phrase.moves:
            continue
        assert problem is not None
        assert problem.sentence
        if phrase.why in CODES:
            assert problem.code in CODES[phrase.why], (phrase.text, problem.sentence)
