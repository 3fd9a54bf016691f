"""Games of random moves, in which every set-up, phase and secret comes up."""

import itertools
import random
from collections.abc import Iterator
from typing import Any

from engine.contract import Game
from engine.games import find_game

DUEL, SPLENDOR = find_game("duel"), find_game("splendor")
SETUPS: list[tuple[str, int, tuple[str, ...]]] = [
    ("duel", 2, ()),
    *(
        ("splendor", seats, options)
        for seats in SPLENDOR.seat_counts
        for number in range(len(SPLENDOR.option_names) + 1)
        for options in itertools.combinations(SPLENDOR.option_names, number)
    ),
]


def positions(
    name: str, seats: int, options: tuple[str, ...], number: int = 0
) -> Iterator[tuple[Game[Any], Any]]:
    """Yield the game with each position of one, cards bought and drawn from decks rather often."""
    game = find_game(name)
    chance = random.Random(f"{name} {seats} {options} {number}")
    position = game.new(chance.randbytes(32), seats=seats, options=options)
    while moves := game.legal(position):
        yield game, position
        staying = [seat for seat in range(seats) if seat not in game.out(position)]
        if seats > 2 and chance.random() < 0.01:
            position = game.retire(position, chance.choice(staying)).position
            continue
        drawing = [move for move in moves if "deck" in move]
        buying = [move for move in moves if move.startswith("buy")]
        liked = chance.choice([drawing, buying, buying, moves])
        move = chance.choice(liked or moves)
        position = game.apply(position, move)
