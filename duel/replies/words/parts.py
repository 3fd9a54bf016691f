"""A reply taken apart: what stands under a heading of its own, and the rest.

A heading is the beginning of a line, up to a colon: `to NAME:`, `to all:`, `to me:`, `order:`,
`operators:`, `word:`. What follows belongs to it up to the end of the paragraph or the next
heading; a text for the operators goes on over blank lines, a word ends with its line.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from engine.reading.courtesy import without_signature
from engine.reading.tokens import plain

LONGEST_HEADING = 140
"""Characters before the colon. A longer line is no heading, and nobody looks for one in it."""

_ALL = "all|everyone|everybody|tous|toutes|tout le monde|tutti|tutte"
# One space between words, as `_heading` writes them.
_HEADS = {
    "memo": "(?:to|for) (?:me|myself)|(?:à|a|pour) moi(?:[- ]m[êe]me)?|(?:a|per) me(?: stess[oa])?",
    "trouble": "(?:to (?:the )?)?operators?"
    "|(?:aux |à l['’])?(?:arbitres?|op[ée]rateurs?|administration|organisateurs?)"
    "|(?:agli |all['’])?(?:operatori|arbitri|amministrazione|organizzatori)",
    "order": "(?:standing )?orders?|(?:ordres?|consignes?)(?: permanente?s?)?"
    "|ordin[ei](?: permanent[ei])?",
    "word": "(?:my |the )?word|(?:mon |le )?mot|(?:la )?(?:mia )?parola",
    "bare": "notes?|memos?|m[ée]mos?|nota|appunt[oi]|promemoria|messages?|messaggi[o]?"
    r"|remarques?|p\.? ?s\.?",
    "note": "(?:to|à|ad?|À) (?P<names>.{1,120})",
}
_HEAD = re.compile("|".join(f"(?P<{kind}>{head})" for kind, head in _HEADS.items()), re.IGNORECASE)
_EVERYBODY = re.compile(_ALL)
_BETWEEN = re.compile(r" ?[,&] ?| (?:and|et|e|ed) ")
_BULLET = re.compile(r"^\s*(?:[-*•–]|[0-9]{1,2}[.)])\s+(?=\S)")


@dataclass(frozen=True, slots=True)
class Part:
    """What stands under one heading; the rest of a reply has the kind `rest`."""

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
    """Return the parts of a reply without its signature, in the order they stand there."""
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


def seats_named(written: str, names: Sequence[str], seat: int) -> tuple[int, ...] | None:
    """Return the seats to which a note goes, without one's own; None if a name is not known.

    The first word of a name is enough if no other name begins with it.
    """
    others = tuple(number for number in range(len(names)) if number != seat)
    said = _plain(written)
    if _EVERYBODY.fullmatch(said):
        return others
    found = _seat(said, names)
    if found is None:
        several = [_seat(part, names) for part in _BETWEEN.split(said)]
        seats = {one for one in several if one is not None}
        return tuple(sorted(seats)) if None not in several and seats <= set(others) else None
    return (found,) if found in others else None


def _seat(said: str, names: Sequence[str]) -> int | None:
    known = [_plain(name) for name in names]
    whole = [number for number, name in enumerate(known) if name == said]
    first = [number for number, name in enumerate(known) if name.split()[:1] == [said]]
    for fitting in (whole, first):
        if len(fitting) == 1:
            return fitting[0]
    return None


def _plain(text: str) -> str:
    return " ".join(plain(text).split())
