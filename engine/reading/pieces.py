"""A text as pieces, each of its kind; what is in no list of words is one too, refused later."""

import re
from collections.abc import Sequence
from itertools import takewhile

from engine.languages import FIRST
from engine.reading import courtesy, mood
from engine.reading.grammar import Grammar, S
from engine.reading.lexicon import SHORTEST_READ, Lexicon, Meaning
from engine.reading.piece import (
    AMBIGUOUS,
    CARD,
    COLOUR,
    DASH,
    GOLD_OR_CHOICE,
    MY,
    NAME,
    NUMBER,
    ORDINAL,
    RESERVED,
    SIGNS,
    THEN,
    UNKNOWN,
    Piece,
)
from engine.reading.tokens import MARK, WORD, Token, cut
from engine.reading.tokens import NUMBER as DIGITS
from engine.reading.tokens import ORDINAL as DIGITS_OF_ORDINAL

_COMPOUNDS = mood.COMPOUNDS | courtesy.COMPOUNDS
_LIST_NUMBER = re.compile(r"^[^\S\n]*(\d{1,2})[.)]\s+", re.MULTILINE)


def pieces_of(
    text: str, language: str | None, grammar: Grammar[S]
) -> tuple[list[Token], list[Piece]]:
    """Return what the text says, without courtesy: its tokens, and what they mean in the game."""
    lexicon = grammar.lexicon
    text = _without_list_numbers(courtesy.without_signature(text))
    tokens = [lexicon.spelt(token) for token in cut(text, grammar.shapes, _COMPOUNDS)]
    tokens = courtesy.without_courtesy(tokens, lexicon.knows)
    spoken = _spoken(tokens, language, lexicon)
    found: list[Piece] = []
    kept: list[Token] = []
    at = 0
    while at < len(tokens):
        size, meaning = _expression(tokens, at, lexicon)
        if meaning:
            written = " ".join(token.text for token in tokens[at : at + size])
            found.append(lexicon.piece(meaning, written))
        else:
            following = tokens[at + 1].plain if at + 1 < len(tokens) else ""
            found += grammar.shaped(tokens[at], following) or [_piece(tokens[at], spoken, lexicon)]
            kept.append(tokens[at])
        at += size
    return kept, _settle_by_neighbours(found, grammar)


def _without_list_numbers(text: str) -> str:
    """Take away the numbers of a numbered list: 1, 2, 3 … each at the beginning of its line."""
    numbers = [int(number) for number in _LIST_NUMBER.findall(text)]
    if numbers == list(range(1, len(numbers) + 1)):
        return _LIST_NUMBER.sub("\n", text)
    return text


def _spoken(tokens: Sequence[Token], language: str | None, lexicon: Lexicon) -> list[str]:
    """Return which languages beside English the text may be in: some of their words tell."""
    # Of two, the later needs as many words as the earlier. `language` is a hint if no word tells.
    used = {token.plain for token in tokens}
    counts = {code: len(used & words) for code, words in lexicon.tells.items()}
    in_english = counts.pop(FIRST)
    return [
        code
        for code, count in counts.items()
        if (count or (code == language and not in_english))
        and all(counts[earlier] <= count for earlier in takewhile(code.__ne__, counts))
    ]


def _expression(tokens: Sequence[Token], at: int, lexicon: Lexicon) -> tuple[int, Meaning | None]:
    """Return the longest expression of several words that begins there, and its length."""
    for size in range(lexicon.longest_expression, 1, -1):
        words = tuple(token.plain for token in tokens[at : at + size])
        if words in lexicon.expressions:
            return size, lexicon.expressions[words]
    return 1, None


def _piece(token: Token, spoken: Sequence[str], lexicon: Lexicon) -> Piece:
    text = token.plain
    match token.shape:
        case "held":
            return Piece(CARD, text, text)
        case "slot":
            return Piece(CARD, f"{text[0]}.{text[2]}", text)
        case shape if shape == DIGITS:
            return Piece(NUMBER, text, text)
        case shape if shape == DIGITS_OF_ORDINAL:
            return Piece(ORDINAL, str(int(re.sub(r"\D", "", text))), token.text)
        case shape if shape == MARK:
            return _sign(text)
        case shape if shape == WORD:
            return _word(token, spoken, lexicon)
    return Piece(UNKNOWN, text, token.text)


def _sign(text: str) -> Piece:
    if text in SIGNS:
        return Piece(SIGNS[text], text, text)
    if text[0] == "-" or text == "..":
        return Piece(DASH, text, text)
    return Piece(THEN if text[0] == "." else UNKNOWN, text, text)


def _word(token: Token, spoken: Sequence[str], lexicon: Lexicon) -> Piece:
    word = token.plain
    written = word if len(word) > 1 else token.text
    for language in spoken:
        if own := lexicon.in_texts_of.get(language, {}).get(written):
            return own
    if word in lexicon.maybe_choices:
        return Piece(GOLD_OR_CHOICE, "", word)
    if word in lexicon.single:
        return lexicon.piece(lexicon.single[word], token.text, guessed=token.guessed)
    found = set() if word in lexicon.vocabulary else lexicon.long_forms(word)
    if len(found) > 1:
        meanings = " ".join(sorted(meaning for _, meaning in found))
        return Piece(AMBIGUOUS, meanings, token.text)
    if not found or len(word) < SHORTEST_READ:
        return Piece(NAME if token.is_capital and len(word) > 1 else UNKNOWN, word, token.text)
    (meaning,) = found
    return lexicon.piece(meaning, token.text)


def _settle_by_neighbours(found: list[Piece], grammar: Grammar[S]) -> list[Piece]:
    """Settle the words whose meaning hangs on their neighbours."""
    lexicon = grammar.lexicon
    if any(piece.kind == COLOUR and piece.text.lower() not in lexicon.letters for piece in found):
        # Among colours in full, "o" may be the Italian "or" as well as the letter of gold.
        found = [
            Piece(GOLD_OR_CHOICE, "", piece.text) if piece.text in lexicon.choice_letters else piece
            for piece in found
        ]
    for at, piece in enumerate(found):
        rules = lexicon.beside.get(piece.text.lower(), ())
        if rule := next((rule for rule in rules if rule.fits(found, at)), None):
            found[at] = piece._replace(kind=rule.kind, value=rule.value or piece.value)
        elif piece.kind == MY and (at + 1 == len(found) or found[at + 1].kind not in grammar.own):
            found[at] = piece._replace(kind=UNKNOWN)  # nobody owns a cell
        elif piece.value == "reserve" and at and found[at - 1].kind == MY:
            found[at] = piece._replace(kind=RESERVED)  # "from my reserve"
    return found
