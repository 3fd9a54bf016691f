"""Texts of the words that the reader knows, and what a text that was played must have said."""

import re
from collections.abc import Sequence

from hypothesis import strategies as st

from engine.reading.courtesy import WORDS as COURTESY
from engine.reading.tokens import plain
from engine.splendor.moves import option_of
from engine.splendor.reading import SplendorProblem
from engine.splendor.reading.words import LEXICON
from tests.engine.reading.word_checks import (
    assert_words_known,
    words_of,
)

KINDS = LEXICON.kinds
WORDS = st.one_of(
    st.sampled_from([word.replace("_", " ") for word in sorted(KINDS)] + ["or", "b", "not", "o"]),
    st.sampled_from(sorted(COURTESY) + sorted(LEXICON.moods)[::9]),
    st.from_regex(r"[0-4][.,][0-6]|r[0-4]|N-?[01][0-9]|T[0-6]|S[1-3]-[0-4][0-9]", fullmatch=True),
    st.sampled_from(["-", ";", ",", ".", "..", "1", "2", "3", "12", "deck2", "2e", "s2-4"]),
)
TEXTS = st.one_of(st.text(), st.lists(WORDS, max_size=8).map(" ".join))

PROBLEMS = SplendorProblem
LETTERS = "2"
"""Signs in words beside letters."""
DISCARDED = "discard {} red"
"""At `DISCARD`, a move with room for a small word."""
MORE_SMALL_WORDS: tuple[str, ...] = ("garde", "tengo")
CARD_VERBS = ("buy", "reserve", "acheter", "prenoto")
CARDS_OF_NOBODY = ("S2-07", "S2-08", "S3-20", "S2-99")
"""S2-07 is hidden in the opponent's hand, S2-08 in a deck; S3-20 the opponent reserved."""


def assert_accounted_for(text: str, moves: Sequence[str]) -> None:
    """Every word is known, none forbids to play, and no colour is moved that was not named."""
    assert_words_known(text, LEXICON)
    written = words_of(text)
    options = [option_of(move) for move in moves]
    named = {meaning for word in written for kind, meaning in LEXICON.long_forms(word)}
    named |= {KINDS[word][1] for word in written if word in KINDS}
    named |= {"gold"} if "or" in written else set()
    for option in options:
        if option.verb in ("take", "extra", "discard") and option.colours:
            assert {*option.colours} <= named, (text, option)
    cards = {option.card for option in options if option.card}
    for card in re.findall(r"\bs[123]-[0-9]{2}\b", plain(text)):
        assert card.upper() in cards or any(option.verb == "keep" for option in options)
