"""The speed of the log: moves played through the service, and games replayed, on PostgreSQL.

Games of uniformly chosen moves; what chooses them is not counted. Wall time, commit included; of
the moves around a ply, the median. The engine's share is found by looking a thousand times a
second where `play` is at that moment, in games that are not timed.
"""
# ruff: noqa: E402 - models can be imported only when Django is set up

import random
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from statistics import median
from time import perf_counter
from types import FrameType

from bench.quantity import Quantity, say
from bench.service import set_up_service

set_up_service()

from django.contrib.auth import get_user_model

from duel.integrity.replay import begun_games, check_games, key_chunks
from duel.lobby.proposals import accept, propose
from duel.models import Game
from duel.play.moves import play
from duel.record.log import read_log
from duel.words.terms import Terms

EARLY, LATE = range(8, 13), range(138, 143)
"""Plies around the 10th and the 140th."""

Times = dict[int, float]
"""How long the move took that led to each ply."""


class Glances:
    """How often `play` was looked at, and how often it was in the engine."""

    def __init__(self) -> None:
        self.all = 0
        self.engine = 0

    def look(self, number: int, frame: FrameType | None) -> None:
        """Note where the program is, if it is playing."""
        rooms = []
        while frame is not None:
            rooms.append(frame.f_globals.get("__name__", ""))
            frame = frame.f_back
        if play.__module__ in rooms:
            self.all += 1
            self.engine += any(room.startswith("engine.") for room in rooms)


def measure(games: int = 8) -> list[Quantity]:
    """Return the quantities of the log, from so many games that went beyond ply 140."""
    players = _Players()
    players.play_a_game(random.Random(0))  # the first one warms everything up
    timed: list[Times] = []
    long: list[Times] = []
    while len(long) < games:
        timed.append(players.play_a_game(random.Random(len(timed))))
        long = [times for times in timed if LATE[-1] in times]
        say(f"  {len(timed)} games, {len(long)} of {games} long ones")
    with _glancing() as glances:
        for number in range(max(games // 4, 1)):
            players.play_a_game(random.Random(number))
    moves = [time for times in timed for time in times.values()]
    early, late = _typical(long, EARLY), _typical(long, LATE)
    return [
        Quantity("log: moves through the service", len(moves) / sum(moves), "moves/s"),
        Quantity("log: engine's share of a move", 100 * glances.engine / glances.all, "%"),
        Quantity("log: a move at ply 10", early * 1000, "ms"),
        Quantity("log: a move at ply 140 / at ply 10", late / early, "", 1.5),
        Quantity("log: replaygames, one process", _games_replayed_a_second(), "games/s"),
    ]


def _typical(games: list[Times], plies: range) -> float:
    return median([times[ply] for times in games for ply in plies])


class _Players:
    def __init__(self) -> None:
        create = get_user_model().objects.create_user
        self.one = create("one@bench.example", name="One")
        self.other = create("other@bench.example", name="Other")

    def play_a_game(self, chance: random.Random) -> Times:
        """Play one to its end, and return how long each move took."""
        public_id = propose(by=self.one, terms=Terms(), invite=[self.other.email]).public_id
        accept(public_id=public_id, by=self.other)
        course = read_log(Game.objects.get(public_id=public_id)).course
        rules, position = course.game, course.position
        times: Times = {}
        while moves := rules.legal(position):
            move = chance.choice(moves)
            ply = len(times)
            begun = perf_counter()
            play(
                public_id=public_id,
                seat=position.to_move,
                expected_ply=ply,
                moves=[move],
                channel="web",
            )
            times[ply + 1] = perf_counter() - begun
            rules.play(position, move)
        return times


@contextmanager
def _glancing() -> Iterator[Glances]:
    glances = Glances()
    before = signal.signal(signal.SIGALRM, glances.look)
    signal.setitimer(signal.ITIMER_REAL, 0.001, 0.001)
    try:
        yield glances
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _games_replayed_a_second() -> float:
    say("  replaying")
    begun = perf_counter()
    checked = [check_games(keys) for keys in key_chunks(begun_games())]
    spent = perf_counter() - begun
    if wrong := [finding for part in checked for finding in part.findings]:
        raise RuntimeError(f"These games are not as they were written: {wrong}")
    return sum(part.games for part in checked) / spent
