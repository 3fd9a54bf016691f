"""What a clause says of one move of Splendor Duel: cells, privileges, what is the opponent's."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from engine.duel.facts import CELL_OF
from engine.duel.reading import DuelProblem
from engine.duel.reading.words import BAD_RANGE, CELL, PLACE
from engine.reading import Problem, parsed_clause
from engine.reading.parsed_clause import COLOURS, GAP
from engine.reading.piece import AMBIGUOUS, CARD, COLOUR, OPPONENT, TO_YOU, YOUR, Piece, kinds_of


@dataclass(frozen=True, slots=True)
class ParsedClause(parsed_clause.ParsedClause):
    """A clause: its verb, if it has one, and its other pieces."""

    allowed: ClassVar[Mapping[str, str]] = {
        "take": "cM" + COLOURS,
        "use": "cPFtW" + COLOURS,
        "token": "c" + COLOURS,
        "reserve": "ckqChnWFgB",
        "buy": "kqCWFxNSi" + COLOURS,
        "replenish": "MbgW",
        "steal": "OYUE" + COLOURS,
        "royal": "kqKCW",
        "discard": "bt" + COLOURS,
    }
    named: ClassVar[str] = CELL + CARD + COLOUR
    refused_later: ClassVar[str] = AMBIGUOUS + BAD_RANGE
    gap: ClassVar[re.Pattern[str]] = re.compile(GAP + "|fA+c")
    total: ClassVar[re.Pattern[str]] = re.compile("n[apAyH:]*(?=[gc])|n(?=:h)|(?<=[cg])[:,]n$")
    takes_gold: ClassVar[tuple[str | None, ...]] = ("take", "use", None)

    @property
    def cells(self) -> tuple[str, ...]:
        """The cells that are named, in canonical order."""
        return tuple(sorted(self._values(CELL), key=CELL_OF.__getitem__))

    @property
    def places(self) -> tuple[str, ...]:
        """The cells."""
        return self.cells

    @property
    def with_privilege(self) -> bool:
        """Whether a privilege is the means: "with my privilege", or the word comes first."""
        kinds = kinds_of(self.pieces)
        return bool(
            re.search("W[apAy]*n?P", kinds) or (not self.verb and re.match("[ay]*P", kinds))
        )

    @property
    def from_opponent(self) -> bool:
        """Whether it is about what belongs to the opponent."""
        kinds = {piece.kind for piece in self.pieces}
        return bool(kinds & {OPPONENT, YOUR, TO_YOU})

    @property
    def names_tile(self) -> bool:
        """Whether a royal is chosen."""
        return self.verb == "royal"

    def own_problem(self, piece: Piece) -> Problem | None:
        """Return the refusal that a piece has of its own."""
        if piece.kind == BAD_RANGE:
            return DuelProblem("range", {"first": piece.value, "last": piece.text})
        return parsed_clause.ParsedClause.own_problem(self, piece)

    def out_of_place(self, verb: str | None) -> list[str]:
        """Return the words of an allowed kind that are in the wrong place."""
        names = self.texts("(?<![fA])E")  # only "from Bruno" says whose it is
        return [*names, *parsed_clause.ParsedClause.out_of_place(self, verb)]

    def checks_guesses(self, verb: str | None) -> bool:
        """Return whether cells are named, on which the colours must lie."""
        return verb in ("take", "use", "token") and bool(self.cells)

    def _small_words(self, verb: str | None) -> str:
        place = "" if verb in ("steal", "discard") else PLACE
        return parsed_clause.SMALL_WORDS + place
