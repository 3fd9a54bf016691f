"""Who leads, for a game that is ended early."""

from typing import Any

from engine.splendor.position import Position
from engine.splendor.scoring import best_of, score, seats_in


def standing(position: Position) -> dict[str, Any]:
    """Return each seat's place, who leads and by what: points, then fewest purchased cards.

    Who is equal in both leads together, by nothing (None). Seats that have left share the last
    place.
    """
    players, seats = position.players, seats_in(position)
    scores = [score(players[seat]) for seat in seats]
    leaders = best_of(position, seats)
    return {
        "leaders": list(leaders),
        "by": _decisive(scores) if len(leaders) == 1 else None,
        "places": [
            1 + sum(other > score(player) for other in scores) if seat in seats else 1 + len(seats)
            for seat, player in enumerate(players)
        ],
        "players": [{"points": p.points, "cards": len(p.cards)} for p in players],
    }


def _decisive(scores: list[tuple[int, int]]) -> str | None:
    """Return what sets the best score apart from the second; None if there is no second."""
    if len(scores) == 1:
        return None
    best, second = sorted(scores, reverse=True)[:2]
    return "points" if best[0] > second[0] else "cards"
