"""The readers of moves of both games, for what is asked of each alike."""

from collections.abc import Callable
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import pytest

from engine.contract import Game
from engine.duel import GAME as DUEL
from engine.duel.reading.words import LEXICON as DUEL_WORDS
from engine.reading.lexicon import Lexicon
from engine.splendor import GAME as SPLENDOR
from engine.splendor.reading.words import LEXICON as SPLENDOR_WORDS
from tests.engine.duel.reading import phrases as duel_phrases
from tests.engine.duel.reading import reader_positions as duel_positions
from tests.engine.duel.reading import reader_texts as duel_texts
from tests.engine.reading.phrase_tables import LANGUAGES, Phrase
from tests.engine.splendor.reading import phrases as splendor_phrases
from tests.engine.splendor.reading import reader_positions as splendor_positions
from tests.engine.splendor.reading import reader_texts as splendor_texts


@dataclass(frozen=True)
class TriedReader:
    """A game's reader, and what is written to try it."""

    game: Game[Any]
    lexicon: Lexicon
    positions: ModuleType
    texts: ModuleType
    phrases: Callable[[str], list[Phrase]]

    @property
    def all_phrases(self) -> list[Phrase]:
        """The phrases of every language."""
        return [phrase for language in LANGUAGES for phrase in self.phrases(language)]


READERS = {
    "duel": TriedReader(DUEL, DUEL_WORDS, duel_positions, duel_texts, duel_phrases.phrases),
    "splendor": TriedReader(
        SPLENDOR, SPLENDOR_WORDS, splendor_positions, splendor_texts, splendor_phrases.phrases
    ),
}

for_each_reader = pytest.mark.parametrize("reader", READERS.values(), ids=READERS)
