"""Which legal moves come nearest to what was said."""

from collections import Counter
from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher, get_close_matches
from typing import Any

from engine.duel.options import Option
from engine.duel.reading.said import Said
from engine.duel.reading.words import KINDS
from engine.reading import Problem
from engine.reading.tokens import plain

MOST_SUGGESTIONS = 3
MOST_COMPARED = 50
"""Characters; a longer text resembles no move anyway."""


def nearest(
    options: Iterable[Option],
    said: Said,
    text: str,
    *,
    problem: Problem,
    near: Sequence[Option],
    cards: set[str],
    board: dict[str, Any],
) -> tuple[str, ...]:
    """Return the moves that have most in common with what was said, best first.

    Those in `near` fit what was said and come before the others; `cards` are the cards that were
    named, by id. Among equals those come first that add least to what was said, then those whose
    text resembles what was written.
    """
    fitting = set(near)
    verbs = {said.verb} if said.verb else _misspelt_verbs(problem)
    speaks_of_gold = "gold" in said.colours
    gold_for = [c for c in said.colours if c != "gold"] if speaks_of_gold else []

    def likeness(option: Option) -> float:
        score = 20.0 * (option in fitting)
        score += 3.0 * (option.verb in verbs) + 5.0 * (option.card in cards)
        score += 4.0 * _overlap(option.cells, said.cells)
        if option.verb == "buy":
            return score + 2.0 * _overlap(option.colours, gold_for)
        colours = [board[cell] for cell in option.cells] or option.colours
        return score + 2.0 * _overlap(colours, said.colours)

    scores = {option: likeness(option) for option in options}
    ranks = sorted(scores.values(), reverse=True)
    if not ranks:
        return ()
    worst = ranks[:MOST_SUGGESTIONS][-1]
    close = [option for option, score in scores.items() if score >= worst]
    matcher = SequenceMatcher(b=plain(text[:MOST_COMPARED]), autojunk=False)

    def rank(option: Option) -> tuple[float, int, float, str]:
        added = 0
        if option.card:
            added = len(option.colours) * (not speaks_of_gold) + len(option.cells)
        matcher.set_seq1(option.move.lower())
        return -scores[option], added, -matcher.ratio(), option.move

    return tuple(option.move for option in sorted(close, key=rank)[:MOST_SUGGESTIONS])


def _misspelt_verbs(problem: Problem) -> set[str]:
    """Return the verbs that unknown words come close to; good enough for a suggestion."""
    unknown = problem.facts.get("words")
    if not isinstance(unknown, tuple):
        return set()
    verbs = [word for word, (kind, _) in KINDS.items() if kind == "verb"]
    close = (get_close_matches(word, verbs, n=1) for word in unknown[:3])
    return {KINDS[found[0]][1] for found in close if found}


def _overlap(these: Sequence[Any], those: Sequence[Any]) -> float:
    """Return what share of the two lists is common to both, from 0 to 1."""
    if not these or not those:
        return 0.0
    common = (Counter(these) & Counter(those)).total()
    return common / max(len(these), len(those), 1)
