"""What a game brings so that its texts can be read: its words and shapes, joins and clauses."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from engine.reading.joins import Join
from engine.reading.lexicon import Lexicon
from engine.reading.parsed_clause import ParsedClause
from engine.reading.piece import AND, ARTICLE, AT, COMMA, VERB, Piece
from engine.reading.tokens import Token

S = TypeVar("S", bound=ParsedClause)

SLOT_SHAPES = r"""
      (?P<held>\b r[0-9] \b)
    | (?P<slot>(?<![0-9]) (?<![0-9]\.) [0-9]\.[0-9] (?! \.?[0-9] | \w)
             | (?<![\w.,]) [0-9],[0-9] (?! [.,]?\w))
"""
"""How places of cards are written: `r2` in one's hand, `2.1` or `2,1` in the market."""

JUNK_SHAPE = r"(?P<junk>\b [a-wyz][0-9]\w*)"
"""What only looks like a place or a card; "x2" alone is a count."""


OWN = frozenset("onhkCRqgOv")
"""The kinds of what "my" can stand before; the verb is "reserve", as a noun."""


def verb_of_piece(sentence: list[Piece], at: int, verb: str) -> str | None:
    """Return the verb of the clause that begins with that piece, after one of `verb`; or None."""
    return sentence[at].value if sentence[at].kind == VERB else None


def as_they_are(sentence: list[Piece]) -> list[Piece]:
    """Return the pieces of a sentence in which nothing more belongs together."""
    return sentence


@dataclass(frozen=True)
class Grammar(Generic[S]):
    """How one game's texts are read, up to what is said of each move."""

    lexicon: Lexicon
    clause_type: type[S]
    shapes: str
    """How cards, places and the like are written, as `tokens.cut` wants them."""
    shaped: Callable[[Token, str], list[Piece] | None]
    """The pieces of a token of a shape that only the game has; the word after it may decide."""
    joins: Sequence[Join]
    """What belongs together, in the order in which it is looked for."""
    in_brackets: Sequence[Join]
    """The same, of what describes a card in brackets behind it."""
    described_by: Callable[[Piece], str | None] = lambda piece: None
    """The fact that a piece in those brackets is, beside colours, cards and facts."""
    own: frozenset[str] = OWN
    claims: Callable[[list[Piece]], list[Piece]] = as_they_are
    """A sentence with its words on what a move brings others made one piece."""
    starts: Callable[[list[Piece], int, str], str | None] = verb_of_piece
    """The verb of the clause that begins with a piece; a verb that begins none is made a mark."""
    before_a_noun: Sequence[str] = (ARTICLE, AT, AND, COMMA)
    """Kinds of what may stand before a noun that begins a clause: "and a royal"."""
    takes_from_others: Sequence[str] = ()
    """Verbs before which "you" may be named: "ti rubo un rosso"."""
