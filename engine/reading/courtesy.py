"""What people write around a move: greetings, thanks, wishes, and their name at the end.

It is passed over only where it belongs: a greeting before everything, a name behind a greeting or
at the very end, thanks that are for nothing in particular.
"""

import re
from collections.abc import Callable, Iterator, Sequence

from engine.languages import by_language, words_in
from engine.reading.mood import MOODS
from engine.reading.tokens import LINE_END, MARK, WORD, Token

_KINDS = ("please", "opener", "greeting", "thanks", "wish", "closing")
"""Anywhere; where a sentence begins; before everything, perhaps with a name; anywhere unless it is
for something; a sentence of its own; behind everything else, perhaps with a name."""

_Phrase = tuple[str, ...]


_BY_FIRST: dict[str, list[tuple[_Phrase, str]]] = {}
for _kind in _KINDS:
    for _written in " ".join(by_language("courtesy", _kind).values()).split():
        _one = tuple(_written.split("_"))
        _BY_FIRST.setdefault(_one[0], []).append((_one, _kind))
for _found in _BY_FIRST.values():
    _found.sort(key=lambda entry: -len(entry[0]))

WORDS = frozenset(
    word for entries in _BY_FIRST.values() for phrase, _ in entries for word in phrase
)
"""Every word of a courtesy."""

COMPOUNDS = frozenset(word for word in WORDS if "-" in word)

_FOR_SOMETHING = words_in("thanks_for")
_OPENERS_AS_WRITTEN = words_in("courtesy", "opener_as_written")
_OPENERS_BEFORE_A_COMMA = words_in("courtesy", "opener_before_a_comma")
_SIGNATURE = re.compile(r"^-- ?$.*", re.MULTILINE | re.DOTALL)
_PAUSES = frozenset([LINE_END, *",;.!:-"])
MOST_NAMES = 3
"""Words of a name at the end."""

Knows = Callable[[str], bool]


def without_signature(text: str) -> str:
    """Return the text up to the line of two hyphens with which mail programs begin a signature."""
    return _SIGNATURE.sub("", text.replace("\r\n", "\n"), count=1)


def without_courtesy(tokens: Sequence[Token], knows: Knows) -> list[Token]:
    """Return the tokens without mere courtesy; only words unknown by `knows` can be a name."""
    rest: list[Token] = []
    at = 0
    while at < len(tokens):
        begins = at == 0 or tokens[at - 1].plain in _PAUSES or not _has_words(rest)
        length = 0
        for kind, size in [*_openers(tokens[at : at + 2]), *_matches(tokens, at)]:
            if _fits(kind, tokens[at + size :], knows, begins=begins, first=not _has_words(rest)):
                length = size
                if kind in ("thanks", "wish", "closing"):
                    length += _name(tokens, at + size, knows, last=True)
                if kind in ("greeting", "thanks") and length == size:
                    length += _name(tokens, at + size, knows, last=False)
                break
        if not length:
            rest.append(tokens[at])
        at += length or 1
    return _without_last_name(rest, knows)


def _openers(tokens: Sequence[Token]) -> Iterator[tuple[str, int]]:
    """Yield an opener that only its accent or a comma tells from another word: "sì", "si,"."""
    written, after = tokens[0].text.lower(), tokens[1].plain if len(tokens) > 1 else ""
    if written in _OPENERS_AS_WRITTEN or (written in _OPENERS_BEFORE_A_COMMA and after == ","):
        yield "opener", 1


def _matches(tokens: Sequence[Token], at: int) -> Iterator[tuple[str, int]]:
    """Yield the kind and the length of each courtesy that the tokens begin with, longest first."""
    for phrase, kind in _BY_FIRST.get(tokens[at].plain, ()):
        if tuple(token.plain for token in tokens[at : at + len(phrase)]) == phrase:
            yield kind, len(phrase)


def _fits(kind: str, after: Sequence[Token], knows: Knows, *, begins: bool, first: bool) -> bool:
    """Return whether a courtesy of that kind may stand before those tokens."""
    pauses = not after or after[0].plain in _PAUSES
    match kind:
        case "please":
            return True
        case "thanks":
            return not after or after[0].plain not in _FOR_SOMETHING
        case "opener":
            return begins
        case "greeting":
            return first
        case "wish":
            return begins and pauses
    return begins and all(
        token.plain in _PAUSES or token.plain in WORDS or _is_name(token, knows) for token in after
    )


def _has_words(tokens: Sequence[Token]) -> bool:
    return any(token.plain not in _PAUSES for token in tokens)


def _is_name(token: Token, knows: Knows) -> bool:
    # "don't" is listed as "dont".
    is_mood = token.plain in MOODS or token.plain.replace("'", "") in MOODS
    known = token.plain in WORDS or is_mood or knows(token.plain)
    return token.shape == WORD and len(token.plain) > 1 and not known


def _name(tokens: Sequence[Token], at: int, knows: Knows, *, last: bool) -> int:
    """Return how many tokens from there on are a name that belongs to a courtesy."""
    begin = at
    if last:
        while at < len(tokens) and tokens[at].plain in _PAUSES:
            at += 1
    end = at
    while end < len(tokens) and end - at < MOST_NAMES and _is_name(tokens[end], knows):
        end += 1
    written_so = all(token.is_capital for token in tokens[at:end])
    if last:
        ends = all(token.plain in _PAUSES for token in tokens[end:])
        return end - begin if end > at and ends and (written_so or end == at + 1) else 0
    pauses = end == len(tokens) or tokens[end].plain in _PAUSES
    return end - begin if written_so or (pauses and end == at + 1) else 0


def _without_last_name(tokens: list[Token], knows: Knows) -> list[Token]:
    """Take away a name that stands alone on the last line, or behind a dash at the end."""
    end = len(tokens)
    while end and tokens[end - 1].plain in _PAUSES:
        end -= 1
    start = end
    while start and _is_name(tokens[start - 1], knows) and tokens[start - 1].is_capital:
        start -= 1
    alone = start and tokens[start - 1].shape == MARK and tokens[start - 1].plain in (LINE_END, "-")
    if 0 < end - start <= MOST_NAMES and alone and _has_words(tokens[:start]):
        return tokens[: start - 1]
    return tokens
