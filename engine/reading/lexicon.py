"""All the words of one game: its own beside those that games share, each with its meaning."""

from collections.abc import Collection, Mapping, Set

from engine.reading import courtesy, words
from engine.reading.mood import MOODS
from engine.reading.piece import KINDS_OF_WORDS, MARK_WORDS, Piece
from engine.reading.spelling import Vocabulary
from engine.reading.tokens import WORD, Token

SHORTEST_READ = 3
"""Letters of an abbreviation that is read; shorter ones are too often other words ("do", "go")."""

SWAPPED = {"adn": "and", "nad": "and", "teh": "the", "hte": "the", "taht": "that"}
"""Slips in words too short to be corrected by a rule."""

_CORRECTED = ("card", "level", "reserved")
_CORRECTED_COURTESY = {"please", "thanks", "merci", "grazie", "bonjour", "buongiorno", "hello"}

Table = Mapping[str, str]
"""For each meaning the words that have it, written as one text."""

Meaning = tuple[str, str]
"""The kind of a word and what it means."""


class Lexicon:
    """The words of one game, and what each of them means.

    Each table holds what the game adds to the common one. `kinds` are the kinds of pieces that
    its own `marks` become; `corrected` those of them whose slips of the pen are corrected.
    `moods` are further words that forbid to play a text; what is a word of the game is none.
    """

    def __init__(
        self,
        *,
        verbs: Table,
        facts: Table,
        marks: Table,
        kinds: Mapping[str, str],
        colours: Table | None = None,
        numbers: Table | None = None,
        letters: Table | None = None,
        moods: Mapping[str, str] | None = None,
        past: Set[str] = frozenset(),
        corrected: Collection[str] = (),
        french: Set[str] = frozenset(),
        english: Set[str] = frozenset(),
        italian: Set[str] = frozenset(),
        neighbours: Set[str] = frozenset(),
    ) -> None:
        self.tables: Mapping[str, Table] = {
            "verb": _merged(words.VERBS, verbs),
            "colour": _merged(words.COLOURS, colours or {}),
            "number": _merged(words.NUMBERS, numbers or {}),
            "ordinal": words.ORDINALS,
            "fact": _merged(words.FACTS, facts),
            "mark": _merged(words.MARKS, marks),
        }
        self.letters = _meanings(_merged(words.LETTERS, letters or {}))
        self.kinds: dict[str, Meaning] = {
            word: (kind, meaning)
            for kind, table in self.tables.items()
            for word, meaning in _meanings(table).items()
        } | {letter: ("colour", colour) for letter, colour in self.letters.items()}
        self.expressions = {
            tuple(word.split("_")): meaning for word, meaning in self.kinds.items() if "_" in word
        }
        self.longest_expression = max(map(len, self.expressions))
        self.single = {word: meant for word, meant in self.kinds.items() if "_" not in word}
        self.moods = {
            word: code
            for word, code in (MOODS | _meanings(moods or {})).items()
            if word not in self.single
        }
        self.past = past
        self.french = words.FRENCH | french
        self.english = words.ENGLISH | english
        self.italian = words.ITALIAN | italian
        self.neighbours = (words.NEIGHBOURS | neighbours) - self.single.keys()
        self.vocabulary = self._vocabulary((*_CORRECTED, *corrected))
        self._mark_kinds = {**MARK_WORDS, **kinds}

    def _vocabulary(self, corrected: Collection[str]) -> Vocabulary:
        """Return everything that can be understood, and the words whose slips are corrected.

        Small words are not among these: too many are one slip from another ("there" and "three").
        """
        return Vocabulary(
            {part: ("part of", part) for expression in self.expressions for part in expression}
            | {word: ("courtesy", word) for word in courtesy.WORDS}
            | self.moods
            | self.single
            | dict.fromkeys([*self.neighbours, "or"], "another word"),
            corrected={
                word
                for word, (kind, meaning) in self.single.items()
                if kind in ("verb", "colour") or meaning in corrected
            }
            | _CORRECTED_COURTESY,
        )

    def knows(self, word: str) -> bool:
        """Return whether the word is known, in full or shortened."""
        return word in self.vocabulary or (
            len(word) >= SHORTEST_READ and bool(self.long_forms(word))
        )

    def long_forms(self, word: str) -> set[Meaning]:
        """Return what an abbreviation may stand for: the verbs and colours beginning with it."""
        kinds = ("colour",) if len(word) == 1 else ("verb", "colour")
        return {
            meaning
            for full, meaning in self.single.items()
            if meaning[0] in kinds and full.startswith(word)
        }

    def spelt(self, token: Token) -> Token:
        """Return the token with a slip of the pen corrected, if it can be but one word."""
        if token.shape != WORD or self.knows(token.plain):
            return token
        meant = SWAPPED.get(token.plain) or self.vocabulary.meant(token.plain)
        return token._replace(plain=meant, guessed=True) if meant else token

    def piece(self, meaning: Meaning, text: str, *, guessed: bool = False) -> Piece:
        """Return what a word of that meaning is in a text."""
        kind, value = meaning
        if kind == "mark":
            return Piece(self._mark_kinds[value], value, text)
        return Piece(KINDS_OF_WORDS[kind], value, text, 0, guessed)


def _merged(common: Table, own: Table) -> dict[str, str]:
    return {
        meaning: f"{common.get(meaning, '')} {own.get(meaning, '')}"
        for meaning in dict.fromkeys([*common, *own])
    }


def _meanings(table: Table) -> dict[str, str]:
    return {word: meaning for meaning, listed in table.items() for word in listed.split()}
