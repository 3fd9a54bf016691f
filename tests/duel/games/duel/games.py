"""Games of random moves, and reading what the words say in a language."""

import random
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from django.conf import settings

from duel.games.duel.presentation import SplendorDuel
from engine.contract import Step
from engine.duel import GAME
from engine.duel.position import Position

DUEL = SplendorDuel()
NAMES = ("Ada", "Bruno")
LANGUAGES = tuple(code for code, _ in settings.LANGUAGES)


def steps(number: int) -> Iterator[tuple[Position, str, Step[Position]]]:
    """Every position of a random game in which people like to buy, the move, what it does."""
    chance = random.Random(number)
    position = GAME.new(chance.randbytes(32))
    while moves := GAME.legal(position):
        buys = [move for move in moves if move.startswith("buy")]
        move = chance.choice(buys if buys and chance.random() < 0.6 else moves)
        step = GAME.step(position, move)
        yield position, move, step
        position = step.position


def texts(data: Any) -> Iterator[str]:
    """Every text anywhere in a dataclass, but the canonical ids and moves."""
    if hasattr(data, "__dataclass_fields__"):
        data = asdict(data)
    if isinstance(data, dict):
        for key, value in data.items():
            if key not in ("card", "move"):
                yield from texts(value)
    elif isinstance(data, list | tuple):
        for value in data:
            yield from texts(value)
    elif isinstance(data, str):
        yield data
