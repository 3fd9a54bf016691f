"""A text cut into clauses: what it says of one move each.

A verb begins a clause, with or without a comma before it: "buy 2.1 steal red" are two. Some
verbs only tell more of another move: "use a privilege to take c4", "take the gold on c3 and
reserve 2.2".
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from engine.duel.joins import joined, kinds_of, without_brackets
from engine.duel.piece import (
    AND,
    ARTICLE,
    CARD,
    CLAIM,
    COMMA,
    FOR,
    GEM,
    MODAL,
    ORDINAL,
    PAY,
    ROYAL,
    SO,
    THEN,
    TO,
    TO_YOU,
    UNKNOWN,
    VERB,
    I,
    Piece,
)
from engine.duel.pieces import pieces_of
from engine.duel.said import Said
from engine.reading import Problem
from engine.reading.mood import forbids

_BEFORE_A_VERB = (I, MODAL, SO, TO_YOU, AND, COMMA, TO, FOR, ORDINAL)
"""What may stand between the beginning of a clause and its verb: "and then first I will"."""

_CLAIM = re.compile(r"(?:^|(?<=[,&]))(?:(?:u|E{1,2}|[ay]O|O)[vG]|G)[anA]?P(?=$|[,&])")
"""Words on what a move brings the opponent: "you get a privilege"."""


@dataclass(frozen=True, slots=True)
class Heard:
    """What a text says: its clauses, and why none of it can be played, if that is so."""

    clauses: tuple[Said, ...]
    problem: Problem | None = None


def clauses_of(text: str, language: str | None = None) -> Heard:
    """Return what the text says, clause by clause. Nothing here knows the position."""
    tokens, pieces = pieces_of(text, language)
    problem = forbids(tokens)
    pieces = without_brackets(pieces)
    if problem:
        everything = joined([piece for piece in pieces if piece.kind != THEN])
        return Heard((Said(None, tuple(everything)),), problem)
    clauses = [clause for sentence in _sentences(pieces) for clause in _clauses(sentence)]
    return Heard(tuple(_with_one_reservation(clauses)))


def _sentences(pieces: list[Piece]) -> Iterator[list[Piece]]:
    """Yield the pieces between full stops, ends of lines and words like "then"."""
    sentence: list[Piece] = []
    for piece in [*pieces, Piece(THEN, "", "")]:
        if piece.kind != THEN:
            sentence.append(piece)
            continue
        if set(kinds_of(sentence)) - {COMMA, AND, ":", "-"}:
            yield _with_claims(joined(sentence))
        sentence = []


def _with_claims(sentence: list[Piece]) -> list[Piece]:
    """Make each part on what the opponent gets one piece."""
    while match := _CLAIM.search(kinds_of(sentence)):
        run = sentence[match.start() : match.end()]
        if any(piece.kind == VERB and piece.value != "take" for piece in run):
            break
        if any(piece.kind == "n" and piece.value != "1" for piece in run):
            break
        text = " ".join(piece.text for piece in run)
        sentence[match.start() : match.end()] = [Piece(CLAIM, "privilege", text)]
    return sentence


def _clauses(sentence: list[Piece]) -> Iterator[Said]:
    """Yield the clauses of a sentence: each begins with what leads to its verb."""
    begin, verb = 0, ""
    for at, piece in enumerate(sentence):
        starts = _verb_that_starts(sentence, at, verb)
        if starts is None:
            continue
        first = at
        while first > begin and sentence[first - 1].kind in _BEFORE_A_VERB:
            first -= 1
        if piece.kind == VERB:
            _settle_group(sentence, first, at)
        if verb:
            yield _said(verb, sentence[begin:first])
            begin = first
        verb = starts
    if verb or begin < len(sentence):
        yield _said(verb, sentence[begin:])


def _verb_that_starts(sentence: list[Piece], at: int, verb: str) -> str | None:
    """Return the verb of the clause that begins with that piece, or None if none does.

    `verb` is that of the clause before; a verb that tells more of its move is made into a mark.
    """
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
        if piece.kind == GEM and re.match("[apA:]*c", after):
            return "token"
        if (piece.kind == CARD and piece.value.startswith("R-")) or piece.kind == ROYAL:
            return "royal"
    return None


def _is_gold_next(pieces: list[Piece]) -> bool:
    colour = re.match("[aAnp]*h", kinds_of(pieces))
    return colour is not None and pieces[colour.end() - 1].value == "gold"


def _settle_group(sentence: list[Piece], first: int, verb: int) -> None:
    """Take what leads to a verb for small words: "I would like to", "first"."""
    for at in range(first, verb):
        kind, value = sentence[at].kind, sentence[at].value
        if kind in (I, MODAL, SO, TO) or (kind == ORDINAL and value == "1"):
            sentence[at] = sentence[at]._replace(kind=ARTICLE)
        elif kind == TO_YOU and sentence[verb].value not in ("steal", "take"):
            sentence[at] = sentence[at]._replace(kind=UNKNOWN)


def _said(verb: str, pieces: list[Piece]) -> Said:
    kept = (piece for piece in pieces if piece.kind not in (VERB, SO))
    return Said(verb or None, tuple(kept), " ".join(piece.text for piece in pieces).strip(" ,&:-"))


def _with_one_reservation(clauses: list[Said]) -> list[Said]:
    """Make one move of taking a gold and reserving, whichever was said first."""
    found: list[Said] = []
    for said in clauses:
        before = found[-1] if found else None
        if before and {before.verb, said.verb} in ({"take", "reserve"}, {"take", "draw"}):
            taking, reserving = (before, said) if before.verb == "take" else (said, before)
            if taking.takes_one_gold and not reserving.cells:
                found[-1] = Said(
                    reserving.verb, before.pieces + said.pieces, f"{before.text}, {said.text}"
                )
                continue
        found.append(said)
    return found
