"""What one clause says of one move, and which of its words cannot belong to such a move."""

import re
from dataclasses import dataclass

from engine.duel.board import CELL_OF
from engine.duel.reading.counting import with_counts
from engine.duel.reading.joins import kinds_of
from engine.duel.reading.piece import (
    AMBIGUOUS,
    BAD_RANGE,
    BLIND,
    CARD,
    CELL,
    CLAIM,
    COLOUR,
    FACT,
    MODAL,
    NUMBER,
    OPPONENT,
    PLACE,
    TO_YOU,
    YOU,
    YOUR,
    I,
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

_TOLD_OF_LATER = AMBIGUOUS + BAD_RANGE

_GAP = re.compile("[&apAyftFWxi][apAyf,:&-]*$|[ptfWFxi],*&|^[apAy,:]*&|&,*&|^[apA]*g[apAl]*&|fA+c")
"""A place where a word is missing: "take d3 and", "from c1 to"."""

_TOTAL = re.compile("n[apAyH:]*(?=[gc])|n(?=:h)|(?<=[cg])[:,]n$")
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
    def draws(self) -> bool:
        """Whether a card is drawn from a deck, so that none is named."""
        return self.verb == "draw" or any(piece.kind == BLIND for piece in self.pieces)

    @property
    def adds_a_colour(self) -> bool:
        """Whether a comma or "and" stands between the card and a colour behind it."""
        return re.search("k.*[&,][apAy]*h", kinds_of(list(self.pieces))) is not None

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
        unread = [piece for piece in self.pieces if piece.kind not in self._allowed(verb)]
        if all(piece.kind in (CELL, CARD, COLOUR) for piece in unread) and unread:
            return Problem("not_legal", {"understood": self.understood})
        # A subject without its verb says little beside a word that is not known at all.
        words = [piece.text for piece in unread if piece.kind not in (I, MODAL, TO_YOU)]
        words += [] if words else [piece.text for piece in unread]
        words += self._unread(verb)
        if words:
            return Problem("unknown", {"words": tuple(dict.fromkeys(words))})
        for piece in self.pieces:
            if piece.kind == AMBIGUOUS:
                meanings = tuple(piece.value.split())
                return Problem("ambiguous", {"word": piece.text, "meanings": meanings})
            if piece.kind == BAD_RANGE:
                return Problem("range", {"first": piece.value, "last": piece.text})
        if gap := _GAP.search(kinds_of(list(self.pieces))):
            return Problem("incomplete", {"word": self.pieces[gap.start()].text})
        if with_counts(self._without_totals()) is None:
            return Problem("counts")
        return None

    @staticmethod
    def _allowed(verb: str | None) -> str:
        kinds = _ALLOWED[verb] if verb else "".join(_ALLOWED.values())
        small = _SMALL_WORDS.replace(PLACE, "") if verb in ("steal", "discard") else _SMALL_WORDS
        return kinds + small + _TOLD_OF_LATER

    def _unread(self, verb: str | None) -> list[str]:
        """Return the words of an allowed kind that are in the wrong place."""
        kinds = kinds_of(list(self.pieces))
        unread = [self.pieces[m.start()].text for m in re.finditer("(?<![fA])E", kinds)]
        if verb == "buy":
            unread += [
                self.pieces[m.start()].text for m in re.finditer("(?<!h)g(?![apA]*h)", kinds)
            ]
        guessed = not (verb in ("take", "use", "token") and self.cells)
        for piece in self.counted:
            if piece.kind in (COLOUR, FACT) and piece.guessed and guessed:
                unread.append(piece.text)
            if piece.kind in (NUMBER, "=", "X") and verb:
                unread.append(piece.text)
            if verb == "reserve" and piece.times > 1:
                unread.append(f"{piece.times} {piece.text}")
        if verb in ("buy", "reserve"):
            unread += [str(total) for total in self.totals if verb == "buy" or total != 1]
        if self.draws:
            unread += [card for card in self.cards if not card.startswith("deck")]
        return unread

    def _without_totals(self) -> list[Piece]:
        pieces = list(self.pieces)
        for match in reversed(list(_TOTAL.finditer(kinds_of(pieces)))):
            pieces[match.start() : match.end()] = [
                piece for piece in pieces[match.start() : match.end()] if piece.kind != NUMBER
            ]
        return pieces

    def _values(self, kind: str) -> tuple[str, ...]:
        return tuple(piece.value for piece in self.pieces if piece.kind == kind)
