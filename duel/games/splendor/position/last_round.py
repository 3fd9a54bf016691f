"""The last round: whether it runs, who began it, and whether the reader has another turn."""

from collections.abc import Sequence

from django.utils.translation import gettext

from duel.games.base import View
from duel.games.splendor.position.seat_view import Hand

POINTS_FOR_THE_END = 15


def last_round_sentences(
    view: View, hands: Sequence[Hand], names: Sequence[str], viewer: int | None
) -> list[str]:
    """Return what the reader has to know of the last round; nothing before it and after it."""
    if not view["last_round"] or view["to_move"] is None:
        return []
    seat = _beginner(view, hands)
    begun = (
        gettext("This is the last round.")
        if seat is None
        else _begun_sentence(seat, "city" if view["cities"] else "points", names, viewer)
    )
    return [begun, *([_turn_left(view, viewer)] if _plays(view, viewer) else [])]


def _begun_sentence(seat: int, reason: str, names: Sequence[str], viewer: int | None) -> str:
    """Return that the seat has begun the last round, and why."""
    words = {"name": names[seat]}
    if reason == "city":
        if seat == viewer:
            return gettext("You began the last round: you meet all that a city asks for.")
        return gettext("%(name)s began the last round by meeting all that a city asks for.") % words
    if seat == viewer:
        return gettext("You began the last round: you have 15 points or more.")
    return gettext("%(name)s began the last round with 15 points or more.") % words


def _beginner(view: View, hands: Sequence[Hand]) -> int | None:
    """Return who began it: the first in this round who has what it takes.

    Nobody had it before this round, and nobody loses it. Whoever left may have come to it in the
    very turn that ended with leaving, which begins nothing: then nobody is named.
    """
    for place in range(len(hands)):
        seat = (view["first"] + place) % len(hands)
        if _has_enough(view, hands[seat]):
            return None if seat in view.get("out", ()) else seat
    return None


def _has_enough(view: View, hand: Hand) -> bool:
    if view["cities"]:
        return any(hand.meets(hand.printed.facts.city_of[city]) for city in view["cities"])
    return hand.points >= POINTS_FOR_THE_END


def _plays(view: View, viewer: int | None) -> bool:
    return viewer is not None and viewer not in view.get("out", ())


def _turn_left(view: View, viewer: int | None) -> str:
    """Return whether the reader is at their last turn, before it, or past it."""
    if view["to_move"] == viewer:
        return gettext("This is your last turn.")
    seats = len(view["players"])
    place = ((viewer or 0) - view["first"]) % seats
    if place > (view["turn"] - 1) % seats:
        return gettext("You have one more turn.")
    return gettext("You have had your last turn.")
