"""Games for the tests: begun, played on, and played to the end."""

import random
from collections.abc import Callable

from accounts.models import User
from duel.log import read_log
from duel.models import Game
from duel.services.play import play
from duel.services.proposals import accept, propose
from duel.terms import Terms


def begin(first: User, second: User, **terms: object) -> Game:
    """A game between the two, begun, in which either may be the first to move."""
    game = propose(by=first, terms=Terms(**terms), invite=[second.email])  # type: ignore[arg-type]
    accept(public_id=game.public_id, by=second)
    game.refresh_from_db()
    return game


def legal_moves(game: Game) -> list[str]:
    course = read_log(game).course
    return course.game.legal(course.position)


def play_any(game: Game, choose: Callable[[list[str]], str] | None = None) -> str:
    """Play one legal move for whoever is to move, and return it."""
    game.refresh_from_db()
    assert game.to_move is not None
    move = (choose or random.Random(game.ply).choice)(legal_moves(game))
    play(
        public_id=game.public_id,
        seat=game.to_move,
        expected_ply=game.ply,
        moves=[move],
        channel="web",
    )
    game.refresh_from_db()
    return move


def play_on(game: Game, plies: int) -> None:
    for _ in range(plies):
        play_any(game)


def play_to_the_end(game: Game) -> None:
    chance = random.Random(game.public_id)
    while game.to_move is not None:
        play_any(game, lambda moves: _buy_or_any(moves, chance))


def _buy_or_any(moves: list[str], chance: random.Random) -> str:
    return chance.choice([move for move in moves if move.startswith("buy")] or moves)
