"""Finds a short game, in which both players help one of them to win."""

import random

from duel.models import Game
from duel.record.log import read_log
from engine.duel import GAME
from engine.duel.position import Position

WIDTH = 120
"""How many ways of playing are looked at side by side."""
TRIES = 8
MOST = 90
"""Moves after which it is no short game."""

_Way = tuple[float, Position, tuple[str, ...]]


def short_game(game: Game) -> list[str]:
    """Return the moves of a short game from its start; its second turn begins with a privilege."""
    start: Position = read_log(game).course.position
    opening: list[str] = []
    for kind in ("take ", "use "):
        opening.append(next(move for move in GAME.legal(start) if move.startswith(kind)))
        start = GAME.apply(start, opening[-1])
    ways = [rest for hero in (0, 1) if (rest := _won_by(hero, start))]
    return opening + min(ways, key=len)


def _won_by(hero: int, start: Position) -> list[str]:
    """Return moves by which this seat wins, the best of those that were tried; none, if none do."""
    chance = random.Random(hero)
    ways: list[_Way] = [(0.0, start, ())]
    for _ in range(MOST):
        longer: list[_Way] = []
        for _, position, moves in ways:
            for move in _tried(position, hero, chance):
                after = GAME.apply(position, move)
                if after.to_move is None:
                    return [*moves, move]
                longer.append((_worth(after, hero), after, (*moves, move)))
        longer.sort(key=lambda way: way[0], reverse=True)
        ways = longer[:WIDTH]
    return []


def _tried(position: Position, hero: int, chance: random.Random) -> list[str]:
    legal = GAME.legal(position)
    if position.seat != hero:
        return chance.sample(legal, min(2, len(legal)))
    purchases = [move for move in legal if move.startswith("buy ")]
    others = [move for move in legal if not move.startswith("buy ")]
    return [
        move for some in (purchases, others) for move in chance.sample(some, min(TRIES, len(some)))
    ]


def _worth(position: Position, hero: int) -> float:
    """Rate how near the seat is to one of the three ways to win."""
    hand = position.players[hero]
    nearness = max(hand.points / 20, hand.crowns / 10, max(hand.colour_points) / 10)
    return 40 * nearness + hand.points + 2.2 * sum(hand.bonuses) + 0.35 * sum(hand.tokens)
