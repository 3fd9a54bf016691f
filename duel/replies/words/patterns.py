"""Compiles the phrases of asks, and makes the plain words of a text that the parser compares."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import zip_longest

from duel.replies.words import spans
from duel.replies.words.asks import AskKind
from engine.reading.courtesy import without_courtesy
from engine.reading.tokens import LINE_END, MARK, NUMBER, ORDINAL, Token, cut, plain
from lib.languages import tables_in

DAY = "day"
_SHAPES = r"""
    (?P<day> \b[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}\b
           | \b[0-9]{1,2}\.\s?[0-9]{1,2}\b (?: \.\s?[0-9]{4}\b | \.[0-9]{2}\b | \. )?
           | \b[0-9]{1,2}/[0-9]{1,2} (?: /[0-9]{4} | /[0-9]{2} )?\b )
"""
_DROPPED = frozenset([LINE_END, *",;.!:()"])
_PAUSES = frozenset([LINE_END, *",;.!"])
_END = Token(LINE_END, LINE_END, MARK)
_PARTS = re.compile(r"<(time|span|days|name)>|[\[\]()|-]|[a-z0-9]+")


@dataclass(frozen=True)
class Pattern:
    """A phrase of one ask."""

    kind: AskKind
    regex: re.Pattern[str]
    may_ask: bool
    """Whether it may end in a question mark."""


def phrases(kind: AskKind) -> list[str]:
    """Return how an ask is worded in all languages, with their shared parts filled in."""
    found: list[str] = []
    for table in tables_in("replies.toml").values():
        listed: str = table["phrases"].get(kind, "")
        for _ in range(2):  # a shared part may hold another one
            for name, part in table["shared"].items():
                listed = listed.replace("{" + name + "}", part)
        found += listed.splitlines()
    return found


@cache
def idle_sentences() -> frozenset[str]:
    """Return the sentences that ask for nothing, in plain words."""
    tables = tables_in("replies.toml").values()
    return frozenset(line for table in tables for line in table["phrases"]["idle"].splitlines())


def tokens_of(text: str) -> list[Token]:
    """Return the tokens of a text, days among them."""
    return cut(text, _SHAPES)


def plain_words(tokens: Sequence[Token]) -> str:
    """Return the tokens as plain words with one space between, without commas and full stops.

    Every other sign stays, so that no phrase fits by chance.
    """
    found = []
    for token, after in zip_longest(tokens, tokens[1:]):
        is_dash = token.plain == "-" and not _is_counted(after)
        is_dots = token.shape == MARK and token.plain.startswith("..")
        if token.plain not in _DROPPED and not is_dash and not is_dots:
            found.append(re.sub(r"\s", "", token.plain))
    return " ".join(found)


def _is_counted(token: Token | None) -> bool:
    return token is not None and (
        token.shape in (NUMBER, ORDINAL, DAY) or token.plain in spans.MONTHS_IN_WORDS
    )


def without_courtesies(tokens: Sequence[Token], names: Sequence[str]) -> list[Token]:
    """Return the tokens without what asks for nothing: greetings, thanks, praise, names."""
    idle = idle_sentences() | _plain_names(tuple(names))
    left: list[Token] = []
    sentence: list[Token] = []
    for token in [*without_courtesy(tokens, _vocabulary().__contains__), _END]:
        sentence.append(token)
        if token.plain in _PAUSES:
            words = plain_words(sentence)
            if words and words not in idle:
                left += sentence
            sentence = []
    return left


@lru_cache(maxsize=64)
def _plain_names(names: tuple[str, ...]) -> frozenset[str]:
    """Return the names of players, and their first words, in plain words; without numbers."""
    parts = (part for name in names for part in (name, *name.split()[:1]))
    return frozenset(plain_words(tokens_of(part)) for part in parts if not re.search(r"\d", part))


@cache
def patterns() -> tuple[Pattern, ...]:
    """Return every phrase of every ask."""
    return tuple(
        Pattern(kind, re.compile(_regex(phrase.removeprefix("?"))), phrase.startswith("?"))
        for kind in AskKind
        for phrase in phrases(kind)
    )


def _regex(phrase: str) -> str:
    """Return the regular expression of a phrase; each word has a space behind it."""
    facts = {
        "time": f"(?P<time>{spans.TIME}) ",
        "span": f"(?P<time>{spans.SPAN}) ",
        "days": f"(?P<days>{spans.DAYS}) ",
        "name": "@(?P<seat>[0-9]) ",
    }
    signs = {"[": "(?:", "]": ")?", "(": "(?:", ")": ")", "|": "|"}
    parts = [
        facts[match[1]] if match[1] else signs.get(match[0], match[0] + " ")
        for match in _PARTS.finditer(phrase)
    ]
    return _numbered("".join(parts))


def _numbered(regex: str) -> str:
    """Return the expression with a number behind each name of a group: none may come twice."""
    counts: dict[str, int] = {}

    def number(match: re.Match[str]) -> str:
        counts[match[1]] = counts.get(match[1], 0) + 1
        return f"(?P<{match[1]}{counts[match[1]]}>"

    return re.sub(r"\(\?P<([a-z]+)>", number, regex)


@cache
def _vocabulary() -> frozenset[str]:
    """Return every word of a phrase; none of them counts as a name."""
    lines = [phrase for kind in AskKind for phrase in phrases(kind)]
    found = {word for phrase in lines for word in re.findall("[a-z]+", phrase)}
    return frozenset(
        found | spans.WORDS | {word for line in idle_sentences() for word in line.split()}
    )


def can_be_ask(words: str) -> bool:
    """Return whether each plain word is in some phrase: a quick look before all patterns."""
    return not any(word.isalpha() and word not in _vocabulary() for word in words.split())


def with_seats(words: str, names: Sequence[str]) -> str:
    """Return the plain words with `@N` for the name of the player in seat N.

    The first word of a name is enough, unless we have written something behind the name.
    """
    in_plain = [plain_words(tokens_of(name)) for name in names]
    for seat, name in enumerate(names):
        first = plain(name.split()[0]) if name.split() and "(" not in name else ""
        for known in dict.fromkeys((in_plain[seat], first)):
            if known and sum(other.startswith(known) for other in in_plain) == 1:
                words = re.sub(rf"(?<!\S){re.escape(known)}(?!\S)", f"@{seat}", words)
    return words
