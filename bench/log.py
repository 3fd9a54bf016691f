"""The speed of the log: moves played through the service, and games replayed, on PostgreSQL.

Games of uniformly chosen moves; what chooses them is not counted. Wall time, commit included; of
the moves around a ply, the median. The engine's share is found by looking a thousand times a
second where `play` is at that moment, in games that are not timed.

A press is a move by its link, from the request to the answer, commit and queue included: our own
processor time, early and late in a game, in the unit K of `bench/playing.py`, which is measured in
turn with them.
"""
# ruff: noqa: E402 - models can be imported only when Django is set up

import random
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from math import inf
from statistics import median
from time import perf_counter, process_time
from types import FrameType

from bench.playing import calibration
from bench.quantity import Quantity, say
from bench.service import set_up_service

set_up_service()

from django.contrib.auth import get_user_model
from django.test import Client, override_settings
from django.urls import reverse

from duel.integrity.replay import begun_games, check_games, key_chunks
from duel.lobby.proposals import accept, propose
from duel.models import Game
from duel.play.moves import play
from duel.record.links import Link, Purpose, link_token
from duel.record.log import read_log
from duel.words.terms import Terms
from engine.kinds import Channel
from tests.duel.tables import legal_moves

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
    presses = _Presses(players)
    presses.play_games(least=games)
    moves = [time for times in timed for time in times.values()]
    early, late = _typical(long, EARLY), _typical(long, LATE)
    return [
        Quantity("log: moves through the service", len(moves) / sum(moves), "moves/s"),
        Quantity("log: engine's share of a move", 100 * glances.engine / glances.all, "%"),
        Quantity("log: a move at ply 10", early * 1000, "ms"),
        Quantity("log: a move at ply 140 / at ply 10", late / early, "", 1.5),
        Quantity("log: a press at ply 10", presses.in_k(EARLY), "K", 1 / 2, 1 / 4),
        Quantity("log: a press at ply 140", presses.in_k(LATE), "K", 1 / 2, 1 / 4),
        Quantity("log: replaygames, one process", _games_replayed_a_second(), "games/s"),
    ]


def _typical(games: list[Times], plies: range) -> float:
    return median([times[ply] for times in games for ply in plies])


class _Players:
    def __init__(self) -> None:
        create = get_user_model().objects.create_user
        self.one = create("one@bench.example", name="One")
        self.other = create("other@bench.example", name="Other")

    def begin_a_game(self) -> Game:
        public_id = propose(by=self.one, terms=Terms(), invite=[self.other.email]).public_id
        accept(public_id=public_id, by=self.other)
        return Game.objects.get(public_id=public_id)

    def play_a_game(self, chance: random.Random) -> Times:
        """Play one to its end, and return how long each move took."""
        game = self.begin_a_game()
        course = read_log(game).course
        rules, position = course.game, course.position
        times: Times = {}
        while moves := rules.legal(position):
            move = chance.choice(moves)
            ply = len(times)
            begun = perf_counter()
            _play(game.public_id, position.to_move, ply, move)
            times[ply + 1] = perf_counter() - begun
            rules.play(position, move)
        return times


class _Presses:
    """Games whose moves around some plies are played by their links."""

    def __init__(self, players: _Players) -> None:
        self.players = players
        self.client = Client(SERVER_NAME="localhost")
        self.k = inf
        self.took: dict[range, list[float]] = {EARLY: [], LATE: []}

    @override_settings(UNSEND_SECONDS=0)
    def play_a_game(self, chance: random.Random) -> None:
        """Play one to its end, and keep how long each press took."""
        game = self.players.begin_a_game()
        self.k = min(self.k, calibration())
        while game.to_move is not None:
            moves = legal_moves(game)
            number = chance.randrange(len(moves)) + 1
            times = [times for plies, times in self.took.items() if game.ply + 1 in plies]
            if times:
                times[0].append(self._press(game, number, moves[number - 1]))
            else:
                _play(game.public_id, game.to_move, game.ply, moves[number - 1])
            game.refresh_from_db()

    def play_games(self, least: int) -> None:
        """Play games until so many of them went beyond ply 140."""
        number = 0
        while len(self.took[LATE]) < least * len(LATE):
            self.play_a_game(random.Random(number))
            number += 1

    def in_k(self, plies: range) -> float:
        """Return how long a press around these plies took, in K."""
        return median(self.took[plies]) / self.k

    def _press(self, game: Game, number: int, move: str) -> float:
        seat = game.seats.get(is_to_move=True)
        link = Link(game.pk, seat.number, game.ply, number)
        token = link_token(Purpose.MOVE, link, epoch=seat.link_epoch, text=move)
        path = reverse("duel:move", args=[token])
        begun = process_time()
        answer = self.client.post(path)
        spent = process_time() - begun
        if answer.status_code != 302:
            raise RuntimeError(f"A press was answered with {answer.status_code}.")
        return spent


def _play(public_id: str, seat: int, ply: int, move: str) -> None:
    play(public_id=public_id, seat=seat, expected_ply=ply, moves=[move], channel=Channel.WEB)


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
