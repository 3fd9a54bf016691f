"""Which legal moves come nearest to what was said."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher, get_close_matches
from typing import Any, Generic

from engine.reading import O, Problem
from engine.reading.lexicon import Lexicon
from engine.reading.parsed_clause import ParsedClause
from engine.reading.tokens import plain

MOST_SUGGESTIONS = 3
MOST_COMPARED = 50
"""Characters; a longer text resembles no move anyway."""


@dataclass(frozen=True)
class Candidate(Generic[O]):
    """A legal move, with what a text may name of it."""

    option: O
    places: Sequence[str]
    colours: Sequence[Any]
    """Of the tokens that it moves; in a purchase, what gold is paid for."""


def nearest(
    candidates: Iterable[Candidate[O]],
    clause: ParsedClause,
    lexicon: Lexicon,
    *,
    problem: Problem,
    near: Sequence[O],
    cards: set[str],
) -> tuple[str, ...]:
    """Return the moves that have most in common with what was said, best first."""
    # Those in `near` fit it and come first; `cards` are the ids of cards that were named. Among
    # equals those come first that add least to it, then those whose text resembles the writer's.
    fitting = set(near)
    verbs = {clause.verb} if clause.verb else _misspelt_verbs(problem, lexicon)
    named, places = clause.colours, clause.places
    speaks_of_gold = "gold" in named
    gold_for = [c for c in named if c != "gold"] if speaks_of_gold else []

    def likeness(candidate: Candidate[O]) -> float:
        option = candidate.option
        score = 20.0 * (option in fitting)
        score += 3.0 * (option.verb in verbs) + 5.0 * (option.card in cards)
        score += 4.0 * _overlap(candidate.places, places)
        colours = gold_for if option.verb == "buy" else named
        return score + 2.0 * _overlap(candidate.colours, colours)

    scored = [(likeness(candidate), candidate) for candidate in candidates]
    ranks = sorted((score for score, _ in scored), reverse=True)
    if not ranks:
        return ()
    worst = ranks[:MOST_SUGGESTIONS][-1]
    matcher = SequenceMatcher(b=plain(clause.text[:MOST_COMPARED]), autojunk=False)

    def rank(score: float, candidate: Candidate[O]) -> tuple[float, int, float, str]:
        option, added = candidate.option, 0
        if option.card:
            added = len(option.colours) * (not speaks_of_gold) + len(candidate.places)
        matcher.set_seq1(option.move.lower())
        return -score, added, -matcher.ratio(), option.move

    close = sorted(rank(score, each) for score, each in scored if score >= worst)
    return tuple(move for *_, move in close[:MOST_SUGGESTIONS])


def _misspelt_verbs(problem: Problem, lexicon: Lexicon) -> set[str]:
    """Return the verbs that unknown words come close to; good enough for a suggestion."""
    unknown = problem.facts.get("words")
    if not isinstance(unknown, tuple):
        return set()
    verbs = [word for word, (kind, _) in lexicon.kinds.items() if kind == "verb"]
    close = (get_close_matches(word, verbs, n=1) for word in unknown[:3])
    return {lexicon.kinds[found[0]][1] for found in close if found}


def _overlap(these: Sequence[Any], those: Sequence[Any]) -> float:
    """Return what share of the two lists is common to both, from 0 to 1."""
    if not these or not those:
        return 0.0
    common = (Counter(these) & Counter(those)).total()
    return common / max(len(these), len(those), 1)
