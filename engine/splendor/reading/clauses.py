"""How a text on Splendor falls into clauses: tiles and extra tokens may begin one without a verb.

"Buy 2.3, noble with 4 red 4 green" are two clauses, "take the noble" and "take an extra red" one.
"""

import re

from engine.reading import clauses
from engine.reading.grammar import OWN, Grammar
from engine.reading.piece import (
    AND,
    ARTICLE,
    AS,
    AT,
    CARD,
    COMMA,
    FOR,
    MODAL,
    MY,
    SO,
    VERB,
    I,
    Piece,
    kinds_of,
)
from engine.splendor.reading.joins import IN_BRACKETS, JOINS
from engine.splendor.reading.parsed_clause import ParsedClause, tile_named
from engine.splendor.reading.words import EXTRA, LEXICON, NOBLE, POST, SHAPES, TURN, shaped

_NOUNS = {EXTRA: "extra", NOBLE: "noble", POST: "post"}
_SAYS_WHAT = re.compile("[hkqonTB]")
"""What a clause says beside its verb, so that a noun behind it begins another one."""


def _verb_that_starts(sentence: list[Piece], at: int, verb: str) -> str | None:
    """Return the verb of the clause that begins with that piece, after one of `verb`; or None."""
    piece = sentence[at]
    since = _since_the_last(sentence[:at])
    is_complete = verb == "pass" or _SAYS_WHAT.search(kinds_of(since)) is not None
    if piece.kind == VERB:
        if verb in _NOUNS.values() and piece.value in ("take", "choose") and not is_complete:
            _pass_over_verb(sentence, at)  # "as extra token I take red"
            return None
        return piece.value
    noun = _NOUNS.get(piece.kind)
    if piece.kind == CARD:
        noun = tile_named(piece.value)
    return noun if noun and (not verb or is_complete) else None


def _since_the_last(sentence: list[Piece]) -> list[Piece]:
    """Return the pieces behind the last one that can begin a clause."""
    for at in range(len(sentence) - 1, -1, -1):
        if sentence[at].kind == VERB or sentence[at].kind in _NOUNS:
            return sentence[at + 1 :]
    return sentence


def _pass_over_verb(sentence: list[Piece], at: int) -> None:
    sentence[at] = sentence[at]._replace(kind=SO)
    while at and sentence[at - 1].kind in (I, MODAL, SO):
        at -= 1
        sentence[at] = sentence[at]._replace(kind=SO)


GRAMMAR = Grammar(
    lexicon=LEXICON,
    clause_type=ParsedClause,
    shapes=SHAPES,
    shaped=shaped,
    joins=JOINS,
    in_brackets=IN_BRACKETS,
    own=OWN | {EXTRA, NOBLE, POST, TURN},
    starts=_verb_that_starts,
    before_a_noun=(ARTICLE, AT, AND, COMMA, FOR, AS, MY),
)
"""How texts on Splendor are read."""

ParsedClauses = clauses.ParsedClauses[ParsedClause]
"""What a text on Splendor says."""
