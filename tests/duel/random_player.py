"""A process that plays until it is killed; `python -m tests.duel.random_player`.

For each name of a game on its stdin it forks a child that plays that game at random and says
`begins` and `done` around every move. Its first line is the child's process id, its last `gone`.
"""

import os
import random
import signal
import sys

import pytest


def main() -> None:
    import django

    django.setup()
    import tests.duel.tables  # noqa: F401 — imported once, before the forks
    from tests.fixtures.worker import keep_letters_here

    keep_letters_here(pytest.MonkeyPatch())
    for line in sys.stdin:
        child = os.fork()
        if not child:
            _say(str(os.getpid()))
            _play_for_ever(line.strip())
        os.waitpid(child, 0)
        _say("gone")


def _play_for_ever(public_id: str) -> None:
    from duel.models import Game
    from tests.duel.tables import legal_moves, submit

    game = Game.objects.get(public_id=public_id)
    while game.to_move is not None:
        move = random.choice(legal_moves(game))
        _say("begins")
        submit(game, move)
        _say("done")
    while True:
        signal.pause()


def _say(word: str) -> None:
    """Write a line at once: a killed process has written a word wholly or not at all."""
    os.write(1, f"{word}\n".encode())


if __name__ == "__main__":
    main()
