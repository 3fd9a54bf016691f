"""What holds for the words of any game and for any text about it."""

import random
import re
import string
from collections.abc import Sequence

from engine.languages import table_in
from engine.reading import MoveReading, Problem
from engine.reading.courtesy import WORDS as COURTESY
from engine.reading.lexicon import Lexicon
from engine.reading.tokens import plain, words

SLIPS = table_in("slips")
NAMES = {"ada", "bruno", "lovelace"}

STRANGE = sorted(
    words("not never if maybe xyzzy without pas ne si ou jamais non se oppure forse mai")
)
"""One of these anywhere, and nothing is played."""

WORDS_THAT_MATTER = sorted(
    words(
        """
    again all any but can do either except go if instead keep leave maybe must neither never no
    none nor not off only other rather so some than too unless until us without
    jamais mais moins ne ni non ou pas plus que rien sans sauf si tous tout
    altro che chi mai meno niente ogni però più prima se senza tranne tutto
    """
    )
)
"""Small words that are neither passed over nor taken for short ones."""

HARD = ("\ud800", "\x00", "9" * 10_000, "2 " * 5_000, "take " * 10_000, "ß" * 600, "½ red")
"""Texts that are hard on programs."""


def words_of(text: str) -> list[str]:
    """Return the words of a text as the lists of words have them."""
    return re.findall(r"(?<![\w'])[^\W\d_]+(?!\w|-[0-9])", plain(text))


def shuffled(text: str, chance: random.Random) -> str:
    """Return the words of a text in another order."""
    parts = text.split()
    chance.shuffle(parts)
    return " ".join(parts)


def with_word(text: str, word: str, chance: random.Random) -> str:
    """Return the text with one more word somewhere."""
    parts = text.split(" ")
    parts.insert(chance.randint(0, len(parts)), word)
    return " ".join(parts)


def may_be_a_name(word: str, text: str) -> bool:
    """Return whether a strange word may be a name: beside a greeting."""
    return word == "xyzzy" and bool(COURTESY & set(words_of(text)))


def assert_words_known(text: str, lexicon: Lexicon) -> None:
    """Every word of a text that was played is known, and none forbids to play."""
    parts = {part for expression in lexicon.expressions for part in expression}
    in_order = " ".join(words_of(text))
    if "a bientot" in in_order:  # a farewell; alone, “bientôt” speaks of later
        parts.add("bientot")
    for word in (SLIPS.get(written, written) for written in words_of(text)):
        if word in NAMES or (word == "si" and "sì" in text.lower()):
            continue
        known = lexicon.vocabulary
        assert word in known or lexicon.long_forms(word) or known.meant(word), word
        assert word not in lexicon.moods or word in parts, word


def assert_answered(reading: MoveReading, legal: Sequence[str]) -> None:
    """There is a legal move, or a reason and the nearest legal moves."""
    if reading.move is None:
        assert reading.problem is not None
        assert reading.problem.sentence
        assert len(reading.suggestions) == min(3, len(legal))
        assert set(reading.suggestions) <= set(legal)
    else:
        assert reading.problem is None
        assert reading.move in legal


def assert_words_have_one_meaning(lexicon: Lexicon, letters: str = "") -> None:
    """No word means two things, in whichever language, and each is written as it is compared."""
    known: dict[str, set[tuple[str, str]]] = {}
    for kind in ("verbs", "colours", "numbers", "ordinals", "facts", "marks"):
        for keys in ((kind,), (lexicon.game, kind)):
            for meaning, listed in table_in(*keys).items():
                for word in listed.split():
                    known.setdefault(word, set()).add((kind, meaning))
    assert {word: meanings for word, meanings in known.items() if len(meanings) > 1} == {}
    assert set("".join(known)) <= set(string.ascii_lowercase + "_" + letters)
    assert not set(known) & set(lexicon.moods)
    assert not lexicon.neighbours & {*known, *lexicon.moods}


def assert_sentences_need_only_facts(kind: type[Problem]) -> None:
    """Every problem has a sentence that needs no more than its facts."""
    for code, sentence in kind.sentences.items():
        names = [name for _, name, _, _ in string.Formatter().parse(sentence) if name]
        shown = kind(code, dict.fromkeys(names, ("one", "two"))).sentence
        assert shown.endswith(".")
        assert "{" not in shown
