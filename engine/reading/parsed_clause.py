"""What one clause says of one move, and which of its words cannot belong to such a move."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar

from engine.reading import Problem
from engine.reading.counting import with_counts
from engine.reading.piece import (
    AMBIGUOUS,
    BLIND,
    CARD,
    CLAIM,
    COLOUR,
    EQUALS,
    FACT,
    MODAL,
    NUMBER,
    TIMES,
    TO_YOU,
    YOU,
    I,
    Piece,
    kinds_of,
)

SMALL_WORDS = "apA&,:-yfH"
"""Kinds of pieces that can belong to any move."""

COLOURS = "hn=Xg"
"""Kinds of pieces that tell of tokens."""

GAP = "[&apAyftFWxi][apAyf,:&-]*$|[ptfWFxi],*&|^[apAy,:]*&|&,*&|^[apA]*g[apAl]*&"
"""A place where a word is missing: "take a red and", "with gold for"."""


@dataclass(frozen=True, slots=True)
class ParsedClause:
    """A clause: its verb, if it has one, and its other pieces."""

    verb: str | None
    pieces: tuple[Piece, ...]
    text: str = ""

    allowed: ClassVar[Mapping[str, str]] = {}
    """For each verb the kinds of pieces that can belong to it."""
    named: ClassVar[str] = CARD + COLOUR
    """Kinds of pieces that name something of the game."""
    refused_later: ClassVar[str] = AMBIGUOUS
    """Kinds that belong to no move, but have a refusal of their own."""
    gap: ClassVar[re.Pattern[str]] = re.compile(GAP)
    total: ClassVar[re.Pattern[str]] = re.compile("n[apAyH:]*(?=g)|n(?=:h)|(?<=g)[:,]n$")
    """A number of tokens, whatever their colours: "three gems"."""
    takes_gold: ClassVar[tuple[str | None, ...]] = ("take", None)
    """Verbs of a clause that may tell of the gold that comes with reserving."""
    numbered: ClassVar[tuple[str, ...]] = ()
    """Verbs whose choice may be told by a mere number."""

    @property
    def places(self) -> tuple[str, ...]:
        """The places of tokens that are named, in canonical order."""
        return ()

    @property
    def cards(self) -> tuple[str, ...]:
        """As an id, `deck2`, `2.1` (a slot), `r2` (reserved), or a name that the game knows."""
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
        found = (match.start() for match in self.total.finditer(kinds_of(self.pieces)))
        numbers = (next(p for p in self.pieces[at:] if p.kind == NUMBER) for at in found)
        return tuple(int(piece.value[:3]) for piece in numbers)

    @property
    def claim(self) -> str | None:
        """The words on what the move brings others."""
        return next((piece.text for piece in self.pieces if piece.kind == CLAIM), None)

    @property
    def takes_one_gold(self) -> bool:
        """Whether it may be the taking of a gold that belongs to reserving."""
        kinds = {piece.kind for piece in self.pieces}
        kinds -= {*self._small_words(self.verb), *"gnFt"}
        return (
            kinds <= set(self.named)
            and len(self.places) <= 1
            and set(self.colours) <= {"gold"}
            and bool(self.places or self.colours)
            and not self.cards
        )

    @property
    def draws(self) -> bool:
        """Whether a card is drawn from a deck, so that none is named."""
        return self.verb == "draw" or any(piece.kind == BLIND for piece in self.pieces)

    @property
    def adds_a_colour(self) -> bool:
        """Whether a comma or "and" stands between the card and a colour behind it."""
        return re.search("k.*[&,][apAy]*h", kinds_of(self.pieces)) is not None

    @property
    def counts(self) -> tuple[str, ...]:
        """Mere numbers that say what is meant."""
        return ()

    @property
    def names_tile(self) -> bool:
        """Whether it is about a tile: what is printed on one never changes."""
        return False

    @property
    def understood(self) -> str:
        """What was made out, in canonical words."""
        verb = [self.verb] if self.verb else []
        return " ".join([*verb, *self.places, *self.cards, *self.colours, *self.counts])

    def problem(self, verb: str | None) -> Problem | None:
        """Return what cannot be read if the clause is of that verb."""
        for piece in self.pieces:
            if piece.kind == YOU:
                return Problem("others", {"word": piece.text})
        unread = [piece for piece in self.pieces if piece.kind not in self._allowed(verb)]
        if all(piece.kind in self.named for piece in unread) and unread:
            return Problem("not_legal", {"understood": self.understood})
        # A subject without its verb says little beside a word that is not known at all.
        words = [piece.text for piece in unread if piece.kind not in (I, MODAL, TO_YOU)]
        words += [] if words else [piece.text for piece in unread]
        words += self.out_of_place(verb)
        if words:
            return Problem("unknown", {"words": tuple(dict.fromkeys(words))})
        for piece in self.pieces:
            if problem := self.own_problem(piece):
                return problem
        if gap := self.gap.search(kinds_of(self.pieces)):
            return Problem("incomplete", {"word": self.pieces[gap.start()].text})
        if with_counts(self._without_totals()) is None:
            return Problem("counts")
        return None

    def own_problem(self, piece: Piece) -> Problem | None:
        """Return the refusal that a piece has of its own."""
        if piece.kind == AMBIGUOUS:
            meanings = tuple(piece.value.split())
            return Problem("ambiguous", {"word": piece.text, "meanings": meanings})
        return None

    def _allowed(self, verb: str | None) -> str:
        kinds = self.allowed[verb] if verb else "".join(self.allowed.values())
        return kinds + self._small_words(verb) + self.refused_later

    def _small_words(self, verb: str | None) -> str:
        return SMALL_WORDS

    def out_of_place(self, verb: str | None) -> list[str]:
        """Return the words of an allowed kind that are in the wrong place."""
        unread: list[str] = []
        if verb == "buy":
            unread += self.texts("(?<!h)g(?![apA]*h)")
        for piece in self.counted:
            if piece.kind in (COLOUR, FACT) and piece.guessed and not self.checks_guesses(verb):
                unread.append(piece.text)
            if piece.kind in (NUMBER, EQUALS, TIMES) and verb and verb not in self.numbered:
                unread.append(piece.text)
            if verb == "reserve" and piece.times > 1:
                unread.append(f"{piece.times} {piece.text}")
        if verb in ("buy", "reserve"):
            unread += [str(total) for total in self.totals if verb == "buy" or total != 1]
        if self.draws:
            unread += [card for card in self.cards if not card.startswith("deck")]
        return unread

    def checks_guesses(self, verb: str | None) -> bool:
        """Return whether a misspelt colour does no harm, as more is said that must fit it."""
        return False

    def texts(self, pattern: str) -> Iterator[str]:
        """Yield how the pieces were written whose kinds match the pattern."""
        for match in re.finditer(pattern, kinds_of(self.pieces)):
            yield self.pieces[match.start()].text

    def _without_totals(self) -> list[Piece]:
        pieces = list(self.pieces)
        for match in reversed(list(self.total.finditer(kinds_of(pieces)))):
            pieces[match.start() : match.end()] = [
                piece for piece in pieces[match.start() : match.end()] if piece.kind != NUMBER
            ]
        return pieces

    def _values(self, kind: str) -> tuple[str, ...]:
        return tuple(piece.value for piece in self.pieces if piece.kind == kind)
