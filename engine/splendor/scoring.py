"""Who meets a city, who wins (most points, then fewest bought cards, else together), who leads."""

from collections.abc import Iterable
from typing import Any

from engine.splendor.facts import POINTS_FOR_THE_END, Amounts, City
from engine.splendor.position import Player, Position


def meets_needs(bonuses: list[int], needs: Amounts) -> bool:
    """Return whether the bonuses are at least those that a tile asks for."""
    for colour, number in needs:  # noqa: SIM110 (replay asks this often)
        if bonuses[colour] < number:
            return False
    return True


def meets_city(player: Player, city: City) -> bool:
    """Return whether the player has the points and the cards that the city shows."""
    bonuses = player.bonuses
    return (
        player.points >= city.points
        and meets_needs(bonuses, city.needs)
        and (not city.any_same or any(bonuses[colour] >= city.any_same for colour in city.free))
    )


def meets_any_city(position: Position, player: Player) -> bool:
    """Return whether the player meets a city on the table; it is not taken, others may as well."""
    return any(meets_city(player, city) for city in position.cities)


def reaches_the_end(position: Position, player: Player) -> bool:
    """Return whether the player has at the end of a turn what begins the last round."""
    if position.cities:
        return meets_any_city(position, player)
    return player.points >= POINTS_FOR_THE_END


def seats_in(position: Position) -> list[int]:
    """Return the seats that have not left."""
    return [seat for seat in range(len(position.players)) if seat not in position.out]


def scored_seats(position: Position) -> list[int]:
    """Return the seats that are compared: with cities those that meet one, or all if none does."""
    seats = seats_in(position)
    if position.cities:
        meeting = [seat for seat in seats if meets_any_city(position, position.players[seat])]
        return meeting or seats
    return seats


def score(player: Player) -> tuple[int, int]:
    """Return what is compared; the greater is the better."""
    return player.points, -len(player.cards)


def best_of(position: Position, seats: Iterable[int]) -> tuple[int, ...]:
    """Return the seats with the best score: several if they share it."""
    scores = {seat: score(position.players[seat]) for seat in seats}
    best = max(scores.values())
    return tuple(seat for seat, reached in scores.items() if reached == best)


def standing(position: Position) -> dict[str, Any]:
    """Return each seat's place, who leads and by what: points, then fewest purchased cards."""
    # Equals in both lead together, by nothing (None). Seats that have left share the last place.
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
