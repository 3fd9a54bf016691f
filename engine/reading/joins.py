"""Pieces that belong together: "level 2, card 1" is the slot 2.1, "deck of level 2" is `deck2`.

Nothing here knows the position. What tells a card from others, such as "3 points", becomes a
fact, whose value is its name and what is said of it.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence

from engine.languages import words_in
from engine.reading.piece import (
    CARD,
    FACT,
    NUMBER,
    ORDINAL,
    UNKNOWN,
    WITH,
    Piece,
    kinds_of,
    written,
)

Made = Callable[[list[Piece]], list[Piece]]

_INDEFINITE = words_in("indefinite")
_SMALL_WORDS = "[apAfyH]*"
"""Articles, "of", "from", "my": written as ~ in the patterns of joins."""


class Join:
    """A rule on what belongs together: the kinds of a run of pieces, and what they make."""

    def __init__(self, pattern: str, made: Made) -> None:
        self._pattern = re.compile(pattern.replace("~", _SMALL_WORDS))
        self._made = made

    def apply(self, pieces: list[Piece]) -> None:
        """Replace, in place, each run of pieces whose kinds match the pattern."""
        at = 0
        while match := self._pattern.search(kinds_of(pieces), at):
            new = self._made(pieces[match.start() : match.end()])
            pieces[match.start() : match.end()] = new
            # The last piece made may begin the next run: a1-b1-c1.
            at = match.start() + max(len(new) - 1, 0) + (len(new) == 1)


def joined(pieces: Iterable[Piece], joins: Sequence[Join]) -> list[Piece]:
    """Return the pieces with all that belongs together made one."""
    found = list(pieces)
    for join in joins:
        join.apply(found)
    # "points" without their number say nothing that could be checked.
    return [p._replace(kind=UNKNOWN) if p.kind == FACT and " " not in p.value else p for p in found]


def fact(run: Sequence[Piece], value: str) -> Piece:
    """Return the fact that those pieces state."""
    return Piece(FACT, value, written(run), guessed=any(piece.guessed for piece in run))


def numbers(run: Iterable[Piece]) -> list[str]:
    """Return the numbers and ordinals among the pieces."""
    return [piece.value for piece in run if piece.kind in (NUMBER, ORDINAL)]


def card(name: str) -> Made:
    """Return what makes a card out of a run of pieces with its numbers."""

    def made(run: list[Piece]) -> list[Piece]:
        return [Piece(CARD, name.format(*numbers(run)), written(run))]

    return made


def one(run: list[Piece]) -> list[Piece]:
    """Take a number before a thing for an article; more than one is not read."""
    return run[-1:] if run[0].value == "1" else [run[0]._replace(kind=UNKNOWN), *run[1:]]


def measured(single_facts: Mapping[str, str]) -> Join:
    """Return what makes a fact of "3 points"; `single_facts` are told without a number."""

    def made(run: list[Piece]) -> list[Piece]:
        if run[-1].value in single_facts or len(run[-1].value.split()) > 1:
            return [run[0]._replace(kind=UNKNOWN), *run[1:]]
        return [fact(run, f"{run[-1].value} {run[0].value}")]

    return Join("n-?~q", made)


def join_single_facts(single_facts: Mapping[str, str]) -> Join:
    """Return what makes facts of words that need no number: "from the market"."""

    def made(run: list[Piece]) -> list[Piece]:
        return [piece._replace(value=single_facts.get(piece.value, piece.value)) for piece in run]

    return Join(FACT, made)


SINGLE_FACTS = {"market": "place market"}
"""What describes a card without a number."""


def deck(run: list[Piece]) -> list[Piece]:
    """Return the deck that the last number among the pieces names."""
    return [Piece(CARD, f"deck{numbers(run)[-1]}", written(run))]


def top_of_deck(run: list[Piece]) -> list[Piece]:
    """Return the deck whose first card is named; no other card can be."""
    if run[0].value != "1":
        return [run[0]._replace(kind=UNKNOWN), *deck(run[1:])]
    return deck(run)


def _parted(run: list[Piece]) -> list[Piece]:
    """Part what is paid from what gold stands for: "gold for the black and a red"."""
    is_another = run[-2].kind == NUMBER or run[-2].text.lower() in _INDEFINITE
    if run[0].value != "gold" or not is_another:
        return run  # "gold for the black and the red", "for a red and a black"
    return [*run[:-3], run[-3]._replace(kind=WITH), *run[-2:]]


DECKS = (
    Join("o~C~D~(?:L-?)?n", top_of_deck),
    Join(
        "T~C?~D?~L-?n~D?|T~C?~D~n|T~L-?n~C?|C?~D~L-?n|L-?n~D|C?~D~n(?!~[Chqg])",
        deck,
    ),
)
"""Decks: "the top card of level 2", "the first card of deck 2"."""

SLOTS = (
    Join("L-?n,?~C~n", card("{0}.{1}")),
    Join("C~n,?~L-?n", card("{1}.{0}")),
    Join("L-?n,?~o~C?", card("{0}.{1}")),
    Join("o~C~,?L-?n|o~L-?n~C?", card("{1}.{0}")),
)
"""Places in the market: "the second card of level 3"."""

BESIDE_GOLD = Join("h[FS][aAp]*h[,&][aAn]h", _parted)
"""What is paid beside gold: "gold for the black and a red"."""

HELD = Join("o~R~C?|o~C~R|R~C?~n|C~R~n|C~n~R", card("r{0}"))
"""Places in one's hand: "my second reserved card"."""

LEVEL = Join("L-?n", lambda run: [fact(run, f"level {numbers(run)[-1]}")])

IN_RESERVE = (
    Join("R", lambda run: [fact(run, "place reserve")]),
    Join("y[hq]*C", lambda run: [fact(run[:1], "place reserve"), *run[1:]]),
)
"""What is one's own: "my card", "the reserved one"."""
