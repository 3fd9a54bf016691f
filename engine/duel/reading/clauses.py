"""What begins a clause on Splendor Duel; "buy 1.4, use gold for the blue" is a single one."""

import re

from engine.duel.reading.joins import IN_BRACKETS, JOINS, ability_in_brackets
from engine.duel.reading.parsed_clause import ParsedClause
from engine.duel.reading.words import LEXICON, PRIVILEGE, ROYAL, SHAPES, shaped
from engine.reading import clauses
from engine.reading.grammar import OWN, Grammar
from engine.reading.piece import (
    AND,
    ARTICLE,
    AT,
    CARD,
    CLAIM,
    COLOUR,
    COMMA,
    FOR,
    GEM,
    NUMBER,
    PAY,
    TO,
    VERB,
    Piece,
    kinds_of,
    written,
)

_CLAIM = re.compile(r"(?:^|(?<=[,&]))(?:(?:u|E{1,2}|[ay]O|O)[vG]|G)[anA]?P(?=$|[,&])")
"""Words on what a move brings the opponent: "you get a privilege"."""


def _with_claims(sentence: list[Piece]) -> list[Piece]:
    """Make each part on what the opponent gets one piece."""
    while match := _CLAIM.search(kinds_of(sentence)):
        run = sentence[match.start() : match.end()]
        if any(piece.kind == VERB and piece.value != "take" for piece in run):
            break
        if any(piece.kind == NUMBER and piece.value != "1" for piece in run):
            break
        sentence[match.start() : match.end()] = [Piece(CLAIM, "privilege", written(run))]
    return sentence


def _verb_that_starts(sentence: list[Piece], at: int, verb: str) -> str | None:
    """Return the verb of the clause that begins with that piece, or None if none does."""
    # `verb` is that of the clause before; a verb that tells more of its move becomes a mark.
    piece, after = sentence[at], kinds_of(sentence[at + 1 :])
    if piece.kind == VERB:
        before = sentence[at - 1].kind if at else ""
        if verb == "use" and piece.value == "take" and before in (TO, FOR):
            sentence[at] = piece._replace(kind=ARTICLE)  # "use a privilege to take c4"
            return None
        if verb == "buy" and piece.value == "use" and _is_gold_next(sentence[at + 1 :]):
            sentence[at] = piece._replace(kind=PAY)  # "buy 1.4, use gold for the blue"
            return None
        return piece.value
    if verb == "buy":
        if piece.kind == GEM and re.match("[apAf:]*c", after):
            return "token"
        if (piece.kind == CARD and piece.value.startswith("R-")) or piece.kind == ROYAL:
            return "royal"
    return None


def _is_gold_next(pieces: list[Piece]) -> bool:
    colour = re.match("[aAnp]*h", kinds_of(pieces))
    return colour is not None and pieces[colour.end() - 1].value == "gold"


GRAMMAR = Grammar(
    lexicon=LEXICON,
    clause_type=ParsedClause,
    shapes=SHAPES,
    shaped=shaped,
    joins=JOINS,
    in_brackets=IN_BRACKETS,
    described_by=ability_in_brackets,
    own=OWN | {PRIVILEGE, ROYAL},
    claims=_with_claims,
    starts=_verb_that_starts,
    before_a_noun=(ARTICLE, AT, COLOUR, AND, COMMA),
    takes_from_others=("steal", "take"),
)
"""How texts on Splendor Duel are read."""

ParsedClauses = clauses.ParsedClauses[ParsedClause]
"""What a text on Splendor Duel says."""
