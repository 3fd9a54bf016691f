"""All games of a contest, on as many cores as there are."""

import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial

from engine.arena.contest import Contest
from engine.arena.playing import PlayedGame, play_game


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
