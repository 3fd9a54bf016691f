"""All the words of one game, each with its meaning: those that games share and its own."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

from engine.languages import by_language, rows_in, table_in, words_in
from engine.reading import courtesy
from engine.reading.mood import MOODS, moods_in
from engine.reading.piece import KINDS_OF_WORDS, MARK_WORDS, UNCLEAR_KINDS, VERB, Piece
from engine.reading.spelling import Vocabulary
from engine.reading.tokens import WORD, Token

SHORTEST_READ = 3
"""Letters of an abbreviation that is read; shorter ones are too often other words ("do", "go")."""

_LETTERS = {"white": "w", "blue": "u", "green": "g", "red": "r", "black": "k", "gold": "o"}
"""The letter of each colour, the same in every language."""

_SLIPS = table_in("slips")
"""Slips in words too short to be corrected by a rule."""

_CORRECTED = ("card", "level", "reserved")
_INFINITIVES = tuple(words_in("infinitives"))
_ANYTHING, _BEGINNING, _INFINITIVE = "anything", "", "infinitive"

Meaning = tuple[str, str]
"""The kind of a word and what it means."""


class BesideRule(NamedTuple):
    """What a word is beside these neighbours; docs/languages.md tells how it is written."""

    kind: str
    value: str
    before: Sequence[frozenset[str]]
    not_before: Sequence[frozenset[str]]
    behind: frozenset[str]

    def fits(self, found: Sequence[Piece], at: int) -> bool:
        """Return whether the piece there has such neighbours."""
        after = found[at + 1 : at + 1 + max(len(self.before), len(self.not_before))]
        return (
            (not self.behind or _is_one_of(found[at - 1] if at else None, self.behind))
            and _begin_with(after, self.before)
            and not (self.not_before and _begin_with(after, self.not_before))
        )


def _begin_with(pieces: Sequence[Piece], kinds: Sequence[frozenset[str]]) -> bool:
    """Return whether the pieces begin with one of each of these kinds."""
    return len(pieces) >= len(kinds) and all(map(_is_one_of, pieces, kinds))


def _is_one_of(piece: Piece | None, kinds: frozenset[str]) -> bool:
    if piece is None:
        return _BEGINNING in kinds
    is_infinitive = piece.kind == VERB and piece.text.lower().endswith(_INFINITIVES)
    return piece.kind in kinds or _ANYTHING in kinds or (_INFINITIVE in kinds and is_infinitive)


class Lexicon:
    """The words of one game, and what each of them means.

    `game` names its tables in the files of `engine/languages/`, which are added to the common
    ones. `kinds` are the kinds of pieces that its own marks become; `corrected` those of them whose
    slips of the pen are corrected. What is a word of the game forbids no text to be played.
    """

    def __init__(
        self,
        game: str,
        *,
        kinds: Mapping[str, str],
        letters: Mapping[str, str] | None = None,
        corrected: Collection[str] = (),
    ) -> None:
        self.game = game
        self.letters = {
            letter: colour for colour, letter in {**_LETTERS, **(letters or {})}.items()
        }
        self.kinds: dict[str, Meaning] = {
            word: (kind, meaning)
            for kind in ("verb", "colour", "number", "ordinal", "fact", "mark")
            for keys in ((f"{kind}s",), (game, f"{kind}s"))
            for meaning, listed in table_in(*keys).items()
            for word in listed.split()
        } | {letter: ("colour", colour) for letter, colour in self.letters.items()}
        self.expressions = {
            tuple(word.split("_")): meaning for word, meaning in self.kinds.items() if "_" in word
        }
        self.longest_expression = max(map(len, self.expressions))
        self.single = {word: meant for word, meant in self.kinds.items() if "_" not in word}
        self.moods = {
            word: code
            for word, code in (MOODS | moods_in(game, "moods")).items()
            if word not in self.single
        }
        self.accented = moods_in("accented") | moods_in(game, "accented")
        own = by_language(game, "tells")
        self.tells = {
            code: frozenset(f"{listed} {own.get(code, '')}".split())
            for code, listed in by_language("tells").items()
        }
        """For each language words that tell that a text is in it."""
        self.maybe_choices = words_in("maybe_choice")
        """Words that offer a choice, unless the language of the text says otherwise."""
        self._mark_kinds = {**MARK_WORDS, **kinds}
        self.in_texts_of = {
            code: {
                word: self._piece_named(meant, word)
                for meant, listed in table.items()
                for word in listed.split()
            }
            for code, table in by_language("in_its_texts").items()
        }
        """For each language what words are in its texts alone, whatever they are elsewhere."""
        self.choice_letters = {
            piece.text
            for words in self.in_texts_of.values()
            for piece in words.values()
            if piece.kind == UNCLEAR_KINDS["choice"] and len(piece.text) == 1
        }
        self.beside: dict[str, list[BesideRule]] = {}
        for row in rows_in("beside") + rows_in(game, "beside"):
            self.beside.setdefault(row["word"], []).append(self._beside_rule(row))
        neighbours = words_in("neighbours") | words_in(game, "neighbours")
        self.neighbours = neighbours - self.single.keys()
        self.vocabulary = self._vocabulary((*_CORRECTED, *corrected))

    def _beside_rule(self, row: Mapping[str, Any]) -> BesideRule:
        named = self._piece_named(row["is"], row["word"])
        before, not_before = (
            [self._kinds_named(part) for part in row.get(key, ())]
            for key in ("before", "not_before")
        )
        behind = self._kinds_named(row["behind"]) if "behind" in row else frozenset[str]()
        return BesideRule(named.kind, named.value, before, not_before, behind)

    def _piece_named(self, meant: str, word: str) -> Piece:
        """Return the word as a piece of a kind, such as `you`, or `colour gold` with its value."""
        kind, _, value = meant.partition(" ")
        return Piece(self._kind_named(kind), value, word)

    def _kinds_named(self, kinds: str) -> frozenset[str]:
        return frozenset(map(self._kind_named, kinds.split("|")))

    def _kind_named(self, name: str) -> str:
        if name in (_ANYTHING, _INFINITIVE):
            return name
        if name == "beginning":
            return _BEGINNING
        return (self._mark_kinds | KINDS_OF_WORDS | UNCLEAR_KINDS)[name]

    def _vocabulary(self, corrected: Collection[str]) -> Vocabulary:
        """Return everything that can be understood, and the words whose slips are corrected."""
        # Not small words: too many are one slip from another ("there" and "three").
        return Vocabulary(
            {part: ("part of", part) for expression in self.expressions for part in expression}
            | {word: ("courtesy", word) for word in courtesy.WORDS}
            | self.moods
            | self.single
            | dict.fromkeys([*self.neighbours, *self.maybe_choices], "another word"),
            corrected={
                word
                for word, (kind, meaning) in self.single.items()
                if kind in ("verb", "colour") or meaning in corrected
            }
            | words_in("corrected_courtesy"),
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
        meant = _SLIPS.get(token.plain) or self.vocabulary.meant(token.plain)
        return token._replace(plain=meant, guessed=True) if meant else token

    def piece(self, meaning: Meaning, text: str, *, guessed: bool = False) -> Piece:
        """Return what a word of that meaning is in a text."""
        kind, value = meaning
        if kind == "mark":
            return Piece(self._mark_kinds[value], value, text)
        return Piece(KINDS_OF_WORDS[kind], value, text, 0, guessed)
