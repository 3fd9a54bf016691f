"""Texts of the words that the reader knows, and what a text that was played must have said."""

import re
from collections.abc import Sequence

from hypothesis import strategies as st

from engine.duel.moves import option_of
from engine.duel.reading import DuelProblem
from engine.duel.reading.words import LEXICON
from engine.reading.courtesy import WORDS as COURTESY
from engine.reading.mood import MOODS
from engine.reading.tokens import plain
from tests.engine.reading.word_checks import (
    assert_words_known,
    words_of,
)

KINDS = LEXICON.kinds
CELLS = re.compile(r"\b(?:[a-e][1-5](?!-[0-9])|[1-5][a-e](?! cart))\b")

WORDS = st.one_of(
    st.sampled_from([word.replace("_", " ") for word in sorted(KINDS)] + ["or", "b", "not", "o"]),
    st.sampled_from(sorted(COURTESY) + sorted(MOODS)[::9]),
    st.from_regex(
        r"[a-f][0-6]|[0-6][a-f]|[0-4][.,][0-6]|r[0-4]|R-0[0-5]|D[1-3]-[0-3][0-9]", fullmatch=True
    ),
    st.sampled_from(["-", ";", ",", ".", "..", "3", "12", "deck2", "a1-c1", "d2-4"]),
)
TEXTS = st.one_of(st.text(), st.lists(WORDS, max_size=8).map(" ".join))

PROBLEMS = DuelProblem
LETTERS = ""
"""Signs in words beside letters."""
DISCARDED = "discard {} red red"
"""At `DISCARD`, a move with room for a small word."""
MORE_SMALL_WORDS: tuple[str, ...] = ()
CARD_VERBS = ("buy", "reserve d2", "acheter", "prenoto")
CARDS_OF_NOBODY = ("D2-07", "D2-09", "D2-12", "D2-99")
"""D2-07 is hidden in the opponent's hand, D2-09 in a deck; D2-12 the opponent reserved."""


def assert_accounted_for(text: str, moves: Sequence[str]) -> None:
    """Every word is known, none forbids to play, and nothing that was named is left out."""
    assert_words_known(text, LEXICON)
    parts = [option_of(move) for move in moves]
    cells = {cell for part in parts for cell in part.cells}
    named = {name if name[0].isalpha() else name[::-1] for name in CELLS.findall(plain(text))}
    assert not named or named <= cells
    verbs = {KINDS[word][1] for word in words_of(text) if KINDS.get(word, ("",))[0] == "verb"}
    assert not verbs or {part.verb for part in parts} & {
        *verbs,
        "use",
        "steal",
        "royal",
        "token",
        "reserve",
    }
