"""Words that make a text something else than an order: refusals, questions, conditions, reports.

One of them anywhere forbids to play any of the text. Most would be refused as unknown words
anyway; here they get a sentence of their own, and cannot be taken for misspelt ones or names.
"""

from collections.abc import Mapping, Sequence

from engine.languages import rows_in, table_in, words_in
from engine.reading import Problem
from engine.reading.tokens import NEGATING_ENDINGS, WORD, Token

CODES = ("negated", "condition", "choice", "reported", "hedged", "question")
"""The refusals, in the order in which they are told of."""


def moods_in(*keys: str) -> dict[str, str]:
    """Return, for each word in such a table of all languages, the code of the refusal it brings."""
    return {word: code for code, listed in table_in(*keys).items() for word in listed.split()}


_RESERVED = words_in("marks", "reserved")
"""They look like forms of verbs, but say which card is meant."""

MOODS: dict[str, str] = {
    stem + ending: row["mood"]
    for row in rows_in("endings")
    for stem in row["stems"].split()
    for ending in row["endings"].split()
    if stem + ending not in _RESERVED
} | moods_in("moods")
"""For each word the code of the refusal it brings, forms of verbs that are no orders included."""

COMPOUNDS = frozenset(word for word in MOODS if "-" in word)


def forbids(
    tokens: Sequence[Token], moods: Mapping[str, str], accented: Mapping[str, str]
) -> Problem | None:
    """Return why the text, whatever else it says, is no order; None if it may be one."""
    # `moods` are the words that forbid it, with their codes; accents alone tell the `accented`.
    found = [(mood_of(token, moods, accented), token.text) for token in tokens]
    for code in CODES:
        for mood, text in found:
            if mood == code:
                return Problem(code, {"word": text})
    return None


def mood_of(token: Token, moods: Mapping[str, str], accented: Mapping[str, str]) -> str | None:
    """Return the code of the refusal that the word brings."""
    if token.plain == "?":
        return "question"
    if written := accented.get(token.text.lower()):
        return written
    if token.plain.endswith(NEGATING_ENDINGS):
        return "negated"
    return moods.get(token.plain) if token.shape == WORD else None
