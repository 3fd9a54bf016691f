"""An `Authentication-Results` header (RFC 8601) taken apart: strictly, in one pass.

Our server writes it, but parts are the sender's words: an envelope address may hold a quoted
`dmarc=pass`, a comment anything. So a header that is not well formed says nothing. (`authres` on
PyPI has had no release since 2019, and no wheel.)
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from mail.inbound.door.headers import LONGEST_VALUE

_BLANKS = " \t"
_DEEPEST_COMMENT = 20


class MalformedResults(Exception):
    """The header is not as RFC 8601 has it, or was cut off: nothing in it is believed."""


@dataclass(frozen=True, slots=True)
class Result:
    """What was found out by one method."""

    method: str
    """Such as `dmarc`, in lower case."""
    verdict: str
    """Such as `pass`, in lower case."""
    properties: dict[str, str] = field(default_factory=dict)
    """Such as `header.from`; one that is written twice is left out."""


@dataclass(frozen=True, slots=True)
class _Token:
    text: str
    is_quoted: bool = False

    def is_sign(self, sign: str) -> bool:
        """Return whether this is the sign `;` or `=`, or a blank, outside of quotes."""
        return not self.is_quoted and self.text == sign


def parse_results(value: str) -> tuple[str, list[Result]]:
    """Return the name of the server that wrote the header, in lower case, and its results."""
    if len(value) >= LONGEST_VALUE:
        raise MalformedResults
    server, *parts = _split(list(_tokens(value)))
    names = _words(server)
    if not names or len(names) > 2 or names[1:] not in ([], [("1", None)]) or names[0][1]:
        raise MalformedResults
    return names[0][0].lower(), [_result(words) for part in parts if (words := _words(part))]


def _result(words: list[tuple[str, str | None]]) -> Result:
    (method, verdict), *rest = words
    if verdict is None:
        if method.lower() == "none" and not rest:
            return Result("none", "")
        raise MalformedResults
    properties: dict[str, str] = {}
    twice = set()
    for name, value in rest:
        if value is not None:
            twice |= {name.lower()} & properties.keys()
            properties[name.lower()] = value
    kept = {name: value for name, value in properties.items() if name not in twice}
    return Result(method.partition("/")[0].lower(), verdict.lower(), kept)


def _split(tokens: list[_Token]) -> list[list[_Token]]:
    """Return what stands between semicolons."""
    parts: list[list[_Token]] = [[]]
    for token in tokens:
        if token.is_sign(";"):
            parts.append([])
        else:
            parts[-1].append(token)
    return parts


def _words(tokens: list[_Token]) -> list[tuple[str, str | None]]:
    """Return each word with its value, if any; blanks and comments may be around the first `=`."""
    words: list[tuple[str, str | None]] = []
    is_open, awaits_value = False, False
    for token in tokens:
        if token.is_sign(" "):
            is_open = False
        elif token.is_sign("=") and words and words[-1][1] is None:
            words[-1] = (words[-1][0], "")
            is_open, awaits_value = False, True
        elif token.is_sign("=") and not is_open:
            raise MalformedResults
        elif awaits_value or is_open:
            name, value = words[-1]
            words[-1] = (name + token.text, None) if value is None else (name, value + token.text)
            is_open, awaits_value = True, False
        else:
            words.append((token.text, None))
            is_open = True
    return words


def _tokens(value: str) -> Iterator[_Token]:
    """Yield texts, quoted texts and the signs; a comment is a blank."""
    at = start = 0
    while at < len(value):
        character = value[at]
        if character not in '"(); \t=\\':
            at += 1
            continue
        if start < at:
            yield _Token(value[start:at])
        if character == '"':
            text, at = _quoted(value, at)
            yield _Token(text, is_quoted=True)
        elif character == "(":
            at = _after_comment(value, at)
            yield _Token(" ")
        elif character in ")\\":
            raise MalformedResults
        else:
            yield _Token(" " if character in _BLANKS else character)
            at += 1
        start = at
    if start < at:
        yield _Token(value[start:at])


def _quoted(value: str, at: int) -> tuple[str, int]:
    """Return the text in quotes that begins here, and where it ends."""
    letters = []
    at += 1
    while at < len(value) and value[at] != '"':
        at += value[at] == "\\"
        letters.append(value[at : at + 1])
        at += 1
    if at >= len(value):
        raise MalformedResults
    return "".join(letters), at + 1


def _after_comment(value: str, at: int) -> int:
    """Return where the comment that begins here ends; comments may hold comments."""
    depth = 0
    while at < len(value):
        character = value[at]
        depth += (character == "(") - (character == ")")
        at += 2 if character == "\\" else 1
        if depth == 0:
            return at
        if depth > _DEEPEST_COMMENT:
            break
    raise MalformedResults
