"""What people write about Splendor: see `tests/engine/reading/phrase_tables.py`.

Nearly all of it was written without trying it first.
"""

from pathlib import Path

from tests.engine.reading.phrase_tables import LANGUAGES, Phrase, phrases_in

__all__ = ["LANGUAGES", "Phrase", "phrases"]


def phrases(language: str) -> list[Phrase]:
    """Return the table of a language."""
    return phrases_in(Path(__file__).parent, language)
