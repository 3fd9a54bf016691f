"""What one clause says of one move, and which of its words cannot belong to such a move."""

import re
from dataclasses import dataclass

from engine.duel.board import CELL_OF
from engine.duel.counting import with_counts
from engine.duel.joins import kinds_of
from engine.duel.piece import (
    AMBIGUOUS,
    BAD_RANGE,
    CARD,
    CELL,
    CLAIM,
    COLOUR,
    FACT,
    GOLD_OR_CHOICE,
    NAME,
    NUMBER,
    OPPONENT,
    PRIVILEGE,
    TO_YOU,
    YOU,
    YOUR,
    Piece,
)
from engine.reading import Problem

_SMALL_WORDS = "apA&,:-yfHl"
_COLOURS = "hn=Xg"
_ALLOWED = {
    "take": "cM" + _COLOURS,
    "use": "cPFtW" + _COLOURS,
    "token": "c" + _COLOURS,
    "reserve": "ckqChnWFgB",
    "buy": "kqCWFxNSi" + _COLOURS,
    "replenish": "MbgW",
    "steal": "OYUE" + _COLOURS,
    "royal": "kqKCW",
    "discard": "bt" + _COLOURS,
}
"""For each verb the kinds of pieces that can belong to it."""

_TOTAL = re.compile("n[apAyH:]*(?=[gc])|(?<=[cg])[:,]n$")
"""A number of tokens, whatever their colours: "three gems", "both d3 and d4"."""


@dataclass(frozen=True, slots=True)
class Said:
    """A clause: its verb, if it has one, and its other pieces."""

    verb: str | None
    pieces: tuple[Piece, ...]
    text: str = ""

    @property
    def cells(self) -> tuple[str, ...]:
        """The cells that are named, in canonical order."""
        return tuple(sorted(self._values(CELL), key=CELL_OF.__getitem__))

    @property
    def cards(self) -> tuple[str, ...]:
        """As `D2-07`, `R-01`, `deck2`, `2.1` (a slot), `r2` (reserved, or a royal), `place2`."""
        return tuple(dict.fromkeys(self._values(CARD)))

    @property
    def facts(self) -> tuple[str, ...]:
        """What is said of the card, such as `points 3`."""
        return self._values(FACT)

    @property
    def colours(self) -> tuple[str, ...]:
        """Each as often as it was named or counted."""
        return tuple(p.value for p in self.counted if p.kind == COLOUR for _ in range(p.times or 1))

    @property
    def counted(self) -> list[Piece]:
        """The pieces, each number made part of its colour where that can be but one way."""
        rest = self._without_totals()
        found = with_counts(rest)
        return rest if found is None else found

    @property
    def totals(self) -> tuple[int, ...]:
        """How many tokens are said to be meant in all."""
        found = (match.start() for match in _TOTAL.finditer(kinds_of(list(self.pieces))))
        numbers = (next(p for p in self.pieces[at:] if p.kind == NUMBER) for at in found)
        return tuple(int(piece.value[:3]) for piece in numbers)

    @property
    def claim(self) -> str | None:
        """The words on what the opponent gets."""
        return next((piece.text for piece in self.pieces if piece.kind == CLAIM), None)

    @property
    def takes_one_gold(self) -> bool:
        """Whether it may be the taking of a gold that belongs to reserving."""
        kinds = {piece.kind for piece in self.pieces} - set(_SMALL_WORDS) - set("gnFt")
        return (
            kinds <= {CELL, COLOUR, CARD}
            and len(self.cells) <= 1
            and set(self.colours) <= {"gold"}
            and bool(self.cells or self.colours)
            and not self.cards
        )

    @property
    def with_privilege(self) -> bool:
        """Whether a privilege is the means: "with my privilege", or the word comes first."""
        kinds = kinds_of(list(self.pieces))
        return bool(
            re.search("W[apAy]*n?P", kinds) or (not self.verb and re.match("[ay]*P", kinds))
        )

    @property
    def from_opponent(self) -> bool:
        """Whether it is about what belongs to the opponent."""
        kinds = {piece.kind for piece in self.pieces}
        return bool(kinds & {OPPONENT, YOUR, TO_YOU})

    @property
    def understood(self) -> str:
        """What was made out, in canonical words."""
        verb = [self.verb] if self.verb else []
        return " ".join([*verb, *self.cells, *self.cards, *self.colours])

    def problem(self, verb: str | None) -> Problem | None:
        """Return what cannot be read if the clause is of that verb."""
        for piece in self.pieces:
            if piece.kind == YOU:
                return Problem("others", {"word": piece.text})
        unread = tuple(self._unread(verb))
        if unread:
            return Problem("unknown", {"words": unread})
        for piece in self.pieces:
            if piece.kind == AMBIGUOUS:
                meanings = tuple(piece.value.split())
                return Problem("ambiguous", {"word": piece.text, "meanings": meanings})
            if piece.kind == GOLD_OR_CHOICE:
                return Problem("gold_or_choice", {"word": piece.text})
            if piece.kind == BAD_RANGE:
                return Problem("range", {"first": piece.value, "last": piece.text})
        if with_counts(self._without_totals()) is None:
            return Problem("counts")
        return None

    def _unread(self, verb: str | None) -> list[str]:
        allowed = set(_SMALL_WORDS) | set("jJI")
        allowed |= set(_ALLOWED[verb]) if verb else set().union(*_ALLOWED.values())
        if verb in ("steal", "discard"):
            allowed.discard("l")
        if verb in ("take", "token"):
            allowed -= {PRIVILEGE}
        unread = [piece.text for piece in self.pieces if piece.kind not in allowed]
        if NAME in allowed:
            kinds = kinds_of(list(self.pieces))
            named = {m.end() - 1 for m in re.finditer("[fA]E", kinds)}
            unread += [
                p.text for at, p in enumerate(self.pieces) if p.kind == NAME and at not in named
            ]
        guessed = not (verb in ("take", "use", "token") and self.cells)
        for piece in self.counted:
            if piece.kind in (COLOUR, FACT) and piece.guessed and guessed:
                unread.append(piece.text)
            if piece.kind in (NUMBER, "=", "X") and verb:
                unread.append(piece.text)
        return list(dict.fromkeys(unread))

    def _without_totals(self) -> list[Piece]:
        pieces = list(self.pieces)
        for match in reversed(list(_TOTAL.finditer(kinds_of(pieces)))):
            pieces[match.start() : match.end()] = [
                piece for piece in pieces[match.start() : match.end()] if piece.kind != NUMBER
            ]
        return pieces

    def _values(self, kind: str) -> tuple[str, ...]:
        return tuple(piece.value for piece in self.pieces if piece.kind == kind)
