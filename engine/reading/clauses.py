"""A text cut into clauses: what it says of one move each.

A verb begins a clause, with or without a comma before it: "buy 2.1 discard red" are two. Some
verbs only tell more of another move: "take a gold and reserve 2.2".
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Generic

from engine.reading import Problem
from engine.reading.brackets import without_brackets
from engine.reading.grammar import Grammar, S
from engine.reading.joins import joined
from engine.reading.mood import forbids
from engine.reading.piece import (
    AND,
    ARTICLE,
    AT,
    CLAIM,
    COLON,
    COLOUR,
    COMMA,
    DASH,
    FOR,
    GOLD_OR_CHOICE,
    MODAL,
    ORDINAL,
    SO,
    THEN,
    TO,
    TO_YOU,
    UNKNOWN,
    VERB,
    I,
    Piece,
    kinds_of,
    written,
)
from engine.reading.pieces import pieces_of

_BEFORE_A_VERB = (I, MODAL, SO, TO_YOU, AND, COMMA, TO, FOR, ORDINAL)
"""What may stand between the beginning of a clause and its verb: "and then first I will"."""

_NEVER_TOGETHER = ("pp", "pf", "fp", "ff")
"""Two prepositions, between which a word is missing: "the first card of the from level 2"."""


@dataclass(frozen=True, slots=True)
class ParsedClauses(Generic[S]):
    """What a text says: its clauses, and why none of it can be played, if that is so."""

    clauses: tuple[S, ...]
    problem: Problem | None = None


def clauses_of(text: str, language: str | None, grammar: Grammar[S]) -> ParsedClauses[S]:
    """Return what the text says, clause by clause. Nothing here knows the position."""
    tokens, pieces = pieces_of(text, language, grammar)
    choices = (piece.text for piece in pieces if piece.kind == GOLD_OR_CHOICE)
    problem = forbids(tokens, grammar.lexicon.moods, grammar.lexicon.accented)
    if problem is None and (word := next(choices, None)):
        problem = Problem("gold_or_choice", {"word": word})
    pieces = without_brackets(pieces, grammar)
    if problem:
        everything = joined((p for p in pieces if p.kind != THEN), grammar.joins)
        verb = next((piece.value for piece in everything if piece.kind == VERB), "")
        return ParsedClauses((_clause(verb, everything, grammar),), problem)
    clauses: list[S] = []
    for sentence in _sentences(pieces, grammar):
        if clauses and kinds_of(sentence) == CLAIM:
            clauses[-1] = _longer(clauses[-1], clauses[-1].verb, sentence, sentence[0].text)
        else:
            clauses += _clauses(sentence, grammar)
    return ParsedClauses(tuple(_with_one_reservation(clauses)))


def _sentences(pieces: list[Piece], grammar: Grammar[S]) -> Iterator[list[Piece]]:
    """Yield the pieces between full stops, ends of lines and words like "then"."""
    sentence: list[Piece] = []
    waiting: Piece | None = None
    for piece in [*pieces, Piece(THEN, "", "")]:
        if piece.kind != THEN:
            astray = sentence and piece.kind + sentence[-1].kind in _NEVER_TOGETHER
            sentence.append(piece._replace(kind=UNKNOWN) if astray else piece)
            continue
        is_word = piece.text[:1].isalpha()
        if is_word and sentence and sentence[-1].kind == AND:
            sentence.pop()  # "and then"
        if set(kinds_of(sentence)) - {COMMA, AND, COLON, DASH}:
            yield grammar.claims(joined(sentence, grammar.joins))
            waiting = None
        waiting = piece if is_word else waiting
        sentence = []
    if waiting:  # "take red, then" lacks its end
        yield [waiting._replace(kind=UNKNOWN)]


def _clauses(sentence: list[Piece], grammar: Grammar[S]) -> Iterator[S]:
    """Yield the clauses of a sentence: each begins with what leads to its verb."""
    begin, verb = 0, ""
    for at, piece in enumerate(sentence):
        starts = grammar.starts(sentence, at, verb)
        if starts is None:
            continue
        first = at
        before = _BEFORE_A_VERB if piece.kind == VERB else grammar.before_a_noun
        while first > begin and sentence[first - 1].kind in before:
            first -= 1
        # "A gold on c3 and I reserve 2.2": what comes before the "and" is a clause as well.
        joint = AND in kinds_of(sentence[first:at]) and first > begin
        _settle_group(sentence, first, at, grammar, is_first=not verb)
        if verb or joint:
            yield _clause(verb, sentence[begin:first], grammar)
            begin = first
        verb = starts
    if verb or begin < len(sentence):
        yield _clause(verb, sentence[begin:], grammar)


def _settle_group(
    sentence: list[Piece], first: int, verb: int, grammar: Grammar[S], *, is_first: bool
) -> None:
    """Settle what leads to a verb: "and first I would like to" says no more of the move."""
    begun = False
    for at in range(first, verb):
        piece = sentence[at]
        if piece.kind == AND and begun:
            sentence[at] = piece._replace(kind=UNKNOWN)  # "I and I take" lacks a verb
        elif piece.kind in (TO, FOR) and is_first and not begun:
            sentence[at] = piece._replace(kind=UNKNOWN)  # "to buy 1.4" tells of a purpose
        elif piece.kind in (ARTICLE, AT, COLOUR):
            continue
        elif piece.kind == TO_YOU and sentence[verb].value not in grammar.takes_from_others:
            sentence[at] = piece._replace(kind=UNKNOWN)
        elif piece.kind != TO_YOU and (piece.kind != ORDINAL or piece.value == "1"):
            sentence[at] = piece._replace(kind=SO)
        begun = begun or piece.kind in (I, MODAL, AND)


def _clause(verb: str, pieces: list[Piece], grammar: Grammar[S]) -> S:
    kept = (piece for piece in pieces if piece.kind not in (VERB, SO))
    return grammar.clause_type(verb or None, tuple(kept), written(pieces).strip(" ,&:-"))


def _longer(clause: S, verb: str | None, pieces: Iterable[Piece], text: str) -> S:
    return type(clause)(verb, (*clause.pieces, *pieces), f"{clause.text}, {text}")


def _with_one_reservation(clauses: list[S]) -> list[S]:
    """Make one move of taking a gold and reserving, whichever was said first."""
    found: list[S] = []
    for clause in clauses:
        verb = _reserves(found[-1], clause) if found else None
        if verb:
            found[-1] = _longer(found[-1], verb, clause.pieces, clause.text)
        else:
            found.append(clause)
    return found


def _reserves(before: S, clause: S) -> str | None:
    """Return the verb of the one reservation that both clauses speak of, or None."""
    verbs = (before.verb, clause.verb)
    if verbs == ("reserve", "draw"):
        return None if before.cards or before.facts else "draw"
    if not {*clause.takes_gold} & {*verbs} or not {"reserve", "draw"} & {*verbs}:
        return None
    taking, reserving = (clause, before) if before.verb in ("reserve", "draw") else (before, clause)
    if taking.verb != "take" and "gold" not in taking.colours:
        return None
    return reserving.verb if taking.takes_one_gold and not reserving.places else None
