"""The richest position at a turn's start that 10,000 random games led to.

Games of uniformly chosen moves. It was looked for once, by `python -m tests.duel.letters.richest`,
which takes some minutes; the tests replay just the one game that it was found in.
"""

import json
import random
from pathlib import Path

from engine.duel import GAME
from engine.duel.position import Position

FILE = Path(__file__).with_name("richest.json")
GAMES = 10_000


def richest_position() -> Position:
    """The position, replayed from its seed."""
    found = json.loads(FILE.read_text(encoding="ascii"))
    position = GAME.new(bytes.fromhex(found["seed"]))
    for move in found["moves"]:
        position = GAME.apply(position, move)
    return position


def look_for_it(games: int = GAMES) -> dict[str, object]:
    """The seed and the moves that lead there; of equally rich positions, the first."""
    most, found = 0, {}
    for number in range(games):
        chance = random.Random(number)
        seed = chance.randbytes(32)
        position, played = GAME.new(seed), list[str]()
        while legal := GAME.legal(position):
            if position.phase == "start" and len(legal) > most:
                most = len(legal)
                found = {"seed": seed.hex(), "moves": list(played), "legal_moves": most}
            played.append(chance.choice(legal))
            position = GAME.apply(position, played[-1])
    return found


if __name__ == "__main__":
    FILE.write_text(json.dumps(look_for_it(), indent=1) + "\n", encoding="ascii")
