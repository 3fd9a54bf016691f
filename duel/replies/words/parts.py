"""Takes a reply apart: parts with headings, and the rest; the parser of replies calls it.

A heading is the beginning of a line, up to a colon: `to NAME:`, `to all:`, `to me:`, `order:`,
`operators:`, `word:`. Its part ends with the paragraph or at the next heading; a text for the
operators goes on over blank lines, a word ends with its line.
"""

import re
from dataclasses import dataclass, field

from engine.reading.courtesy import without_signature
from lib.languages import alternatives

LONGEST_HEADING = 140
"""Characters before the colon; a longer line is no heading."""

_KINDS = ("memo", "trouble", "order", "word", "bare")
# One space between words, as `_heading` writes them.
_HEADS = {kind: alternatives("replies.toml", "headings", kind) for kind in _KINDS} | {
    "note": f"(?:{alternatives('replies.toml', 'headings', 'note')}) (?P<names>.{{1,120}})"
}
_HEAD = re.compile("|".join(f"(?P<{kind}>{head})" for kind, head in _HEADS.items()), re.IGNORECASE)
_BULLET = re.compile(r"^\s*(?:[-*•–]|[0-9]{1,2}[.)])\s+(?=\S)")


@dataclass(frozen=True, slots=True)
class Part:
    """The text under one heading; text without a heading has the kind `rest`."""

    kind: str
    names: str = ""
    """Of a note: to whom it goes, as it is written."""
    heading: str = ""
    """Its first line, as it is written."""
    lines: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        """The lines, without blank ones at both ends."""
        return "\n".join(self.lines).strip()


def parts_of(text: str) -> list[Part]:
    """Return the parts of a reply without its signature, in their order."""
    found = [Part("rest")]
    for line in without_signature(text.replace("\r\n", "\n").replace("\r", "\n")).split("\n"):
        before, _, behind = line.partition(":")
        if head := _heading(before) if len(before) < len(line) else None:
            kind = str(next(kind for kind in _HEADS if head[kind] is not None))
            found.append(Part(kind, head["names"] or "", line, [behind.lstrip()]))
            if kind == "word":
                found.append(Part("rest"))
        elif not line.strip() and found[-1].kind not in ("rest", "trouble"):
            found.append(Part("rest"))
        else:
            found[-1].lines.append(line)
    return [part for part in found if part.kind != "rest" or part.text]


def _heading(words: str) -> re.Match[str] | None:
    """Return what heading these words before a colon are, if they are one."""
    words = words.strip()
    return _HEAD.fullmatch(" ".join(words.split())) if len(words) <= LONGEST_HEADING else None


def turns_of(part: Part) -> tuple[str, ...]:
    """Return the turns of an order, one for each line, without bullets."""
    lines = (_BULLET.sub("", line).strip() for line in part.lines)
    return tuple(line for line in lines if line)
