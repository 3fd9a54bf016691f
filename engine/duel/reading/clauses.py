"""A text cut into clauses: what it says of one move each.

A verb begins a clause, with or without a comma before it: "buy 2.1 steal red" are two. Some
verbs only tell more of another move: "use a privilege to take c4", "take the gold on c3 and
reserve 2.2".
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from engine.duel.reading.joins import joined, kinds_of, without_brackets
from engine.duel.reading.piece import (
    AND,
    ARTICLE,
    AT,
    CARD,
    CLAIM,
    COLOUR,
    COMMA,
    FOR,
    GEM,
    GOLD_OR_CHOICE,
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
from engine.duel.reading.pieces import pieces_of
from engine.duel.reading.said import Said
from engine.reading import Problem
from engine.reading.mood import forbids

_BEFORE_A_VERB = (I, MODAL, SO, TO_YOU, AND, COMMA, TO, FOR, ORDINAL)
"""What may stand between the beginning of a clause and its verb: "and then first I will"."""

_BEFORE_A_TOKEN = (ARTICLE, AT, COLOUR, AND, COMMA)
"""The same of a token or royal that a card brings: "buy 1.1 and a white token from a1"."""

_NEVER_TOGETHER = ("pp", "pf", "fp", "ff")
"""Two prepositions, between which a word is missing: "the first card of the from level 2"."""

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
    choices = (piece.text for piece in pieces if piece.kind == GOLD_OR_CHOICE)
    problem = forbids(tokens)
    if problem is None and (word := next(choices, None)):
        problem = Problem("gold_or_choice", {"word": word})
    pieces = without_brackets(pieces)
    if problem:
        everything = joined([piece for piece in pieces if piece.kind != THEN])
        verb = next((piece.value for piece in everything if piece.kind == VERB), "")
        return Heard((_said(verb, everything),), problem)
    clauses: list[Said] = []
    for sentence in _sentences(pieces):
        if clauses and kinds_of(sentence) == CLAIM:
            clauses[-1] = _longer(clauses[-1], clauses[-1].verb, sentence, sentence[0].text)
        else:
            clauses += _clauses(sentence)
    return Heard(tuple(_with_one_reservation(clauses)))


def _sentences(pieces: list[Piece]) -> Iterator[list[Piece]]:
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
        if set(kinds_of(sentence)) - {COMMA, AND, ":", "-"}:
            yield _with_claims(joined(sentence))
            waiting = None
        waiting = piece if is_word else waiting
        sentence = []
    if waiting:  # "use c4, then" lacks its end
        yield [waiting._replace(kind=UNKNOWN)]


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
        before = _BEFORE_A_VERB if piece.kind == VERB else _BEFORE_A_TOKEN
        while first > begin and sentence[first - 1].kind in before:
            first -= 1
        # "A gold on c3 and I reserve 2.2": what comes before the "and" is a clause as well.
        joint = AND in kinds_of(sentence[first:at]) and first > begin
        _settle_group(sentence, first, at, is_first=not verb)
        if verb or joint:
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
        if piece.kind == GEM and re.match("[apAf:]*c", after):
            return "token"
        if (piece.kind == CARD and piece.value.startswith("R-")) or piece.kind == ROYAL:
            return "royal"
    return None


def _is_gold_next(pieces: list[Piece]) -> bool:
    colour = re.match("[aAnp]*h", kinds_of(pieces))
    return colour is not None and pieces[colour.end() - 1].value == "gold"


def _settle_group(sentence: list[Piece], first: int, verb: int, *, is_first: bool) -> None:
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
        elif piece.kind == TO_YOU and sentence[verb].value not in ("steal", "take"):
            sentence[at] = piece._replace(kind=UNKNOWN)
        elif piece.kind != TO_YOU and (piece.kind != ORDINAL or piece.value == "1"):
            sentence[at] = piece._replace(kind=SO)
        begun = begun or piece.kind in (I, MODAL, AND)


def _said(verb: str, pieces: list[Piece]) -> Said:
    kept = (piece for piece in pieces if piece.kind not in (VERB, SO))
    return Said(verb or None, tuple(kept), " ".join(piece.text for piece in pieces).strip(" ,&:-"))


def _longer(said: Said, verb: str | None, pieces: Iterable[Piece], text: str) -> Said:
    return Said(verb, (*said.pieces, *pieces), f"{said.text}, {text}")


def _with_one_reservation(clauses: list[Said]) -> list[Said]:
    """Make one move of taking a gold and reserving, whichever was said first."""
    found: list[Said] = []
    for said in clauses:
        verb = _reserves(found[-1], said) if found else None
        if verb:
            found[-1] = _longer(found[-1], verb, said.pieces, said.text)
        else:
            found.append(said)
    return found


def _reserves(before: Said, said: Said) -> str | None:
    """Return the verb of the one reservation that both clauses speak of, or None."""
    verbs = (before.verb, said.verb)
    if verbs == ("reserve", "draw"):
        return None if before.cards or before.facts else "draw"
    if not {"take", "use", None} & set(verbs) or not {"reserve", "draw"} & set(verbs):
        return None
    taking, reserving = (said, before) if before.verb in ("reserve", "draw") else (before, said)
    if taking.verb != "take" and "gold" not in taking.colours:
        return None
    return reserving.verb if taking.takes_one_gold and not reserving.cells else None
