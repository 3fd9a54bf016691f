"""What holds at any point of any game."""

import random

from engine.duel import GAME
from engine.duel.position import Position
from engine.duel.reading.reader import read


def random_positions(games: int) -> list[Position]:
    """Return positions of random games, a few of each."""
    chance = random.Random(5)
    found = []
    for _ in range(games):
        position = GAME.new(chance.randbytes(32))
        while position.to_move is not None:
            if chance.random() < 0.15:
                found.append(GAME.copy(position))
            GAME.play(position, chance.choice(GAME.legal(position)))
    return found


PLAYED = random_positions(12)


def test_every_legal_move_is_read_as_itself_however_it_is_written() -> None:
    phases = set()
    for position in PLAYED:
        legal = GAME.legal(position)
        view = GAME.view(position, position.to_move)
        phases.add(position.phase)
        for move in legal[:: max(1, len(legal) // 15)]:
            verb, *words = move.split()
            for text in (move, move.upper(), f"  {', '.join([verb, *words])}!", f"please {move}"):
                assert read(view, legal, text).move == move
    assert phases == {"start", "action", "token", "steal", "royal", "discard"}
