"""A person's text as pieces: each word, cell, card, number and mark with its kind.

What is in no list of words becomes a piece too, and is refused later.
"""

import re
from collections.abc import Sequence

from engine.duel.reading.piece import (
    AMBIGUOUS,
    ARTICLE,
    AT,
    CARD,
    CELL,
    COLOUR,
    DASH,
    GETS,
    GOLD_OR_CHOICE,
    KINDS_OF_WORDS,
    MARK_WORDS,
    MODAL,
    MY,
    NAME,
    NUMBER,
    ORDINAL,
    PAY,
    PRIVILEGE,
    RESERVED,
    SIGNS,
    SO,
    THEN,
    TO_YOU,
    UNKNOWN,
    VERB,
    YOU,
    I,
    Piece,
)
from engine.duel.reading.words import (
    COLOUR_LETTERS,
    ENGLISH,
    FRENCH,
    ITALIAN,
    KINDS,
    NEIGHBOURS,
    SHORTEST_READ,
    long_forms,
)
from engine.reading import courtesy, mood
from engine.reading.spelling import Vocabulary
from engine.reading.tokens import MARK, WORD, Token, cut, words
from engine.reading.tokens import NUMBER as DIGITS
from engine.reading.tokens import ORDINAL as DIGITS_OF_ORDINAL

SHAPES = r"""
      (?P<id>\b d[123] (?: -[0-9]{1,2} | [0-9]{2}) \b)
    | (?P<royal>\b r (?: -?0[0-9] | -[0-9]) \b)
    | (?P<held>\b r[0-9] \b)
    | (?P<slot>(?<![0-9]) (?<![0-9]\.) [0-9]\.[0-9] (?! \.?[0-9] | \w)
             | (?<![\w.,]) [0-9],[0-9] (?! [.,]?\w))
    | (?P<cells>\b (?: (?:[a-e][1-5])+ | (?:[1-5][a-e])+ ) \b)
    | (?P<junk>\b [a-wyz][0-9]\w*)
"""
"""How cards, places and cells are written."""

_CARD_NOUNS = words("carte carta royale reale reservee prenotata riservata")
_LIST_NUMBER = re.compile(r"^\s*(\d{1,2})[.)]\s+", re.MULTILINE)
_OWN = frozenset("onhkPCRqgKOv")
"""What "my" can stand before; the verb is "reserve", as a noun."""
_LONGEST_EXPRESSION = 4
_EXPRESSIONS = {tuple(word.split("_")): KINDS[word] for word in KINDS if "_" in word}
_SINGLE = {word: meaning for word, meaning in KINDS.items() if "_" not in word}
_PARTS = {part for expression in _EXPRESSIONS for part in expression}

_CORRECTED = ("card", "level", "privilege", "reserved")
SWAPPED = {"adn": "and", "nad": "and", "teh": "the", "hte": "the", "taht": "that"}
"""Slips in words too short to be corrected by a rule."""

VOCABULARY = Vocabulary(
    {part: ("part of", part) for part in _PARTS}
    | {word: ("courtesy", word) for word in courtesy.WORDS}
    | dict(mood.MOODS)
    | _SINGLE
    | dict.fromkeys([*NEIGHBOURS, "or"], "another word"),
    corrected={
        word
        for word, (kind, meaning) in _SINGLE.items()
        if kind in ("verb", "colour") or meaning in _CORRECTED
    }
    | {"please", "thanks", "merci", "grazie", "bonjour", "buongiorno", "hello"},
)
"""Everything that can be understood, and the words whose slips are corrected.

Small words are not among these: too many are one slip from another ("there" and "three").
"""


def pieces_of(text: str, language: str | None = None) -> tuple[list[Token], list[Piece]]:
    """Return what the text says, without courtesy: its tokens, and what they mean here."""
    text = _without_list_numbers(courtesy.without_signature(text))
    tokens = [_spelt(token) for token in cut(text, SHAPES, mood.COMPOUNDS | courtesy.COMPOUNDS)]
    tokens = courtesy.without_courtesy(tokens, _knows)
    spoken = {token.plain for token in tokens}
    french = bool(spoken & FRENCH) or (language == "fr" and not spoken & ENGLISH)
    italian = bool(spoken & ITALIAN) or (language == "it" and not spoken & ENGLISH)
    if italian and len(spoken & FRENCH) > len(spoken & ITALIAN):
        italian = False
    found: list[Piece] = []
    kept: list[Token] = []
    at = 0
    while at < len(tokens):
        size, meaning = _expression(tokens, at)
        if meaning:
            written = " ".join(token.text for token in tokens[at : at + size])
            found.append(_meant(meaning, written))
        else:
            following = tokens[at + 1].plain if at + 1 < len(tokens) else ""
            found += _pieces(tokens[at], following, french=french, italian=italian)
            kept.append(tokens[at])
        at += size
    return kept, _told_apart(found)


def _without_list_numbers(text: str) -> str:
    """Take away the numbers of a numbered list: 1, 2, 3 … each at the beginning of its line."""
    numbers = [int(number) for number in _LIST_NUMBER.findall(text)]
    if numbers == list(range(1, len(numbers) + 1)):
        return _LIST_NUMBER.sub("\n", text)
    return text


def _spelt(token: Token) -> Token:
    if token.shape != WORD or _knows(token.plain):
        return token
    meant = SWAPPED.get(token.plain) or VOCABULARY.meant(token.plain)
    return token._replace(plain=meant, guessed=True) if meant else token


def _knows(word: str) -> bool:
    return word in VOCABULARY or (len(word) >= SHORTEST_READ and bool(long_forms(word)))


def _expression(tokens: Sequence[Token], at: int) -> tuple[int, tuple[str, str] | None]:
    """Return the longest expression of several words that begins there, and its length."""
    for size in range(_LONGEST_EXPRESSION, 1, -1):
        said = tuple(token.plain for token in tokens[at : at + size])
        if said in _EXPRESSIONS:
            return size, _EXPRESSIONS[said]
    return 1, None


def _pieces(token: Token, following: str, *, french: bool, italian: bool) -> list[Piece]:
    text = token.plain
    digits = re.sub(r"\D", "", text)
    match token.shape:
        case "id":
            return [Piece(CARD, f"D{digits[0]}-{int(digits[1:]):02}", text)]
        case "royal":
            return [Piece(CARD, f"R-{int(digits):02}", text)]
        case "held":
            return [Piece(CARD, text, text)]
        case "slot":
            return [Piece(CARD, f"{digits[0]}.{digits[1]}", text)]
        case "cells":
            if text[1:] in ("e", "a") and following in _CARD_NOUNS:  # the French "2e carte"
                return [Piece(ORDINAL, text[0], text)]
            pairs = (text[i : i + 2] for i in range(0, len(text), 2))
            names = ("".join(sorted(pair, reverse=True)) for pair in pairs)
            return [Piece(CELL, name, name) for name in names]
        case shape if shape == DIGITS:
            return [Piece(NUMBER, text, text)]
        case shape if shape == DIGITS_OF_ORDINAL:
            return [Piece(ORDINAL, str(int(digits)), token.text)]
        case shape if shape == MARK:
            return [_sign(text)]
        case shape if shape == WORD:
            return [_word(token, french=french, italian=italian)]
    return [Piece(UNKNOWN, text, token.text)]


def _sign(text: str) -> Piece:
    if text in SIGNS:
        return Piece(SIGNS[text], text, text)
    if text[0] == "-" or text == "..":
        return Piece(DASH, text, text)
    return Piece(THEN if text[0] == "." else UNKNOWN, text, text)


def _word(token: Token, *, french: bool, italian: bool) -> Piece:
    word = token.plain
    if word == "or":
        if french:
            return Piece(COLOUR, "gold", word)
        return Piece(GOLD_OR_CHOICE, "", word)
    if italian and (token.text == "o" or word == "ma"):
        return Piece(GOLD_OR_CHOICE if word == "o" else UNKNOWN, "", word)
    if word in _SINGLE:
        return _meant(_SINGLE[word], token.text, guessed=token.guessed)
    found = set() if word in VOCABULARY else long_forms(word)
    if len(found) > 1:
        meanings = " ".join(sorted(meaning for _, meaning in found))
        return Piece(AMBIGUOUS, meanings, token.text)
    if not found or len(word) < SHORTEST_READ:
        return Piece(NAME if token.is_capital and len(word) > 1 else UNKNOWN, word, token.text)
    (meaning,) = found
    return _meant(meaning, token.text)


def _meant(meaning: tuple[str, str], text: str, *, guessed: bool = False) -> Piece:
    kind, value = meaning
    if kind == "mark":
        return Piece(MARK_WORDS[value], value, text)
    return Piece(KINDS_OF_WORDS[kind], value, text, 0, guessed)


def _told_apart(found: list[Piece]) -> list[Piece]:
    """Settle the words whose meaning hangs on their neighbours."""
    if any(piece.kind == COLOUR and piece.text.lower() not in COLOUR_LETTERS for piece in found):
        # Among colours in full, "o" may be the Italian "or" as well as the letter of gold.
        found = [Piece(GOLD_OR_CHOICE, "", "o") if p.text == "o" else p for p in found]
    for at, piece in enumerate(found):
        following = found[at + 1].kind if at + 1 < len(found) else ""
        before = found[at - 1].kind if at else ""
        word = piece.text.lower()
        if word == "i" and following not in (VERB, MODAL, SO, PAY, UNKNOWN):
            found[at] = piece._replace(kind=ARTICLE)  # the Italian "i rossi"
        elif word == "il" and following in (VERB, GETS):
            found[at] = piece._replace(kind=YOU)  # the French "il prend"
        elif word == "puis" and _is_may_i(found[at + 1 : at + 3]):
            found[at] = piece._replace(kind=UNKNOWN)  # "puis-je prendre" without its hyphen
        elif word == "gli" and following != VERB:
            found[at] = piece._replace(kind=ARTICLE)  # "gli zaffiri", not "gli rubo"
        elif word == "lui" and before == I:
            found[at] = piece._replace(kind=TO_YOU)  # the French "je lui vole"
        elif piece.kind == MY and following not in _OWN:
            found[at] = piece._replace(kind=UNKNOWN)  # nobody owns a cell
        elif piece.value == "reserve" and before == MY:
            found[at] = piece._replace(kind=RESERVED)  # "from my reserve"
        elif word == "prendi" and _is_privilege(found[at + 1 : at + 3]):
            found[at] = piece._replace(kind=GETS)  # "prendi un privilegio", to the opponent
    return found


def _is_may_i(pieces: Sequence[Piece]) -> bool:
    """Return whether the French "je" and an infinitive follow."""
    kinds = [piece.kind for piece in pieces]
    return kinds == [I, VERB] and pieces[1].text.lower().endswith(("re", "er", "ir"))


def _is_privilege(pieces: Sequence[Piece]) -> bool:
    kinds = "".join(piece.kind for piece in pieces)
    return re.match(f"[{ARTICLE}{AT}{NUMBER}]?{PRIVILEGE}", kinds) is not None
