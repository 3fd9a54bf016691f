"""The games of a contest, each played to its end, on as many cores as there are."""

import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from hashlib import sha256
from time import process_time

from engine.arena.contest import Contest, chooser
from engine.games import find_game

LONGEST = 400
"""A game that has not ended after so many turns is broken off."""


@dataclass(slots=True)
class PlayedGame:
    """A game that was played: to whom the victory went, and what it took."""

    number: int
    share: float
    """What the one contestant has of the victory: 1, 0, or a part of a shared one."""
    moves: list[str] = field(default_factory=list)
    turns: int = 0
    decisions: dict[str, int] = field(default_factory=dict)
    seconds: dict[str, float] = field(default_factory=dict)
    """How often each contestant had to decide, and the processor time it took."""

    @property
    def fingerprint(self) -> str:
        """A short text that any other course of the game would not have."""
        return sha256("\n".join(self.moves).encode()).hexdigest()[:16]

    @property
    def line(self) -> str:
        """What a record has of the game: its fingerprint, the share in thousandths, the plies."""
        return f"{self.fingerprint} {round(1000 * self.share)} {len(self.moves)}"


def play_game(contest: Contest, number: int) -> PlayedGame:
    """Return that game of the contest, played to its end or broken off."""
    game = find_game(contest.game)
    position = game.new(
        contest.shuffle(number), seats=contest.seats, options=sorted(contest.options)
    )
    names = contest.seating(number)
    played = PlayedGame(number, 1 / contest.seats)
    while legal := game.legal(position):
        if position.turn > LONGEST:
            break
        name, chance = names[position.to_move], contest.chance(number, len(played.moves))
        view = game.view(position, position.to_move)
        begun = process_time()
        move = chooser(name)(view, legal, chance, contest.nodes)
        played.seconds[name] = played.seconds.get(name, 0) + process_time() - begun
        played.decisions[name] = played.decisions.get(name, 0) + 1
        game.play(position, move)
        played.moves.append(move)
    played.turns = position.turn
    if outcome := game.outcome(position):
        seat = number % contest.seats
        played.share = (seat in outcome.winners) / len(outcome.winners)
    return played


def play_match(
    contest: Contest, numbers: Sequence[int], processes: int | None = None
) -> Iterator[PlayedGame]:
    """Yield those games of the contest in order, each as soon as it and those before it ended."""
    workers = min(processes or os.cpu_count() or 1, len(numbers))
    if workers <= 1:
        yield from map(partial(play_game, contest), numbers)
        return
    with ProcessPoolExecutor(workers) as pool:
        yield from pool.map(partial(play_game, contest), numbers)
