"""How far an offer has come where several are asked: who has agreed, and who is still asked."""

from collections.abc import Sequence

from django.utils.translation import ngettext

from duel.words.naming import joined, others
from engine.course import Course


def agreement_sentences(course: Course, terms: str, names: Sequence[str], viewer: int) -> list[str]:
    """Return who beside the reader has agreed to the offer, and who has still to answer.

    Nothing for two: the one who is asked reads it, or the one who waits for the other.
    """
    if len(names) == 2:
        return []
    asked = [
        seat
        for seat in others(range(len(names)), viewer)
        if seat != course.offers[terms] and seat in course.playing
    ]
    agreed = [names[seat] for seat in asked if course.has_agreed(seat, terms)]
    silent = [names[seat] for seat in asked if not course.has_agreed(seat, terms)]
    return [*_agreed(agreed), *_still_asked(silent)]


def _agreed(names: list[str]) -> list[str]:
    if not names:
        return []
    told = ngettext("%(names)s has agreed.", "%(names)s have agreed.", len(names))
    return [told % {"names": joined(names)}]


def _still_asked(names: list[str]) -> list[str]:
    if not names:
        return []
    told = ngettext(
        "%(names)s has not answered yet.", "%(names)s have not answered yet.", len(names)
    )
    return [told % {"names": joined(names)}]
