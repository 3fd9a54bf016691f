"""What a clause says of one move of Splendor: tokens, cards, tiles, the card that is kept."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from engine.reading import parsed_clause
from engine.reading.parsed_clause import COLOURS
from engine.reading.piece import CARD, NUMBER, ORDINAL, TOP
from engine.splendor.reading.words import EXTRA, NOBLE, POST

_TILES = {"N": "noble", "T": "post"}


def tile_named(card: str) -> str | None:
    """Return the verb of the tile that a name such as `N-04` or `T2` is one of."""
    return _TILES.get(card[0])


@dataclass(frozen=True, slots=True)
class ParsedClause(parsed_clause.ParsedClause):
    """A clause: its verb, if it has one, and its other pieces."""

    allowed: ClassVar[Mapping[str, str]] = {
        "take": "b" + COLOURS,
        "extra": "ebSF" + COLOURS,
        "reserve": "kqChnWFgBb",
        "buy": "kqCWFxNSib" + COLOURS,
        "keep": "noTCkqhW",
        "discard": "bt" + COLOURS,
        "noble": "KkWC$" + COLOURS,
        "post": "PkqWC$" + COLOURS,
        "pass": "w",
    }
    numbered: ClassVar[tuple[str, ...]] = ("keep",)
    # "Deux jetons rouges" counts the red ones, "3 tokens white blue red" all of them.
    total: ClassVar[re.Pattern[str]] = re.compile("n[apAyH:]*(?=g(?!h(?!h)))|n(?=:h)|(?<=g)[:,]n$")

    @property
    def tile(self) -> str | None:
        """The verb of the tile that is spoken of: `noble`, `post`, or None."""
        for piece in self.pieces:
            if piece.kind in (NOBLE, POST):
                return "noble" if piece.kind == NOBLE else "post"
            if piece.kind == CARD and (verb := tile_named(piece.value)):
                return verb
        return None

    @property
    def names_tile(self) -> bool:
        """Whether a noble or a trading post is chosen."""
        return self.tile is not None

    @property
    def speaks_of_extra(self) -> bool:
        """Whether an extra token is taken."""
        return any(piece.kind == EXTRA for piece in self.pieces)

    @property
    def numbers(self) -> tuple[int, ...]:
        """Which of two cards a number or an ordinal names; the top one is the first."""
        told = (piece for piece in self.pieces if piece.kind in (NUMBER, ORDINAL, TOP))
        return tuple(1 if piece.kind == TOP else int(piece.value[:3]) for piece in told)

    @property
    def counts(self) -> tuple[str, ...]:
        """Which card is kept."""
        return tuple(map(str, self.numbers)) if self.verb == "keep" else ()

    def out_of_place(self, verb: str | None) -> list[str]:
        """Return the words of an allowed kind that are in the wrong place."""
        unread = parsed_clause.ParsedClause.out_of_place(self, verb)
        if verb == "keep":  # "keep both" is no "keep 2"
            numbers = (piece.text for piece in self.pieces if piece.kind == NUMBER)
            unread += [text for text in numbers if not text.isdigit()]
        return unread
