"""From a press on a move's button to the opponent's letter, with every part a process of its own.

Web server and worker as in production, on PostgreSQL and Redis; a mail server that notes when it
accepted which letter. Moves are offered at a steady rate, whether the service keeps up or not, and
each counts from the moment it was to be sent. Nobody waits for the time in which a turn can be
taken back: it is set to nothing.
"""
# ruff: noqa: E402 - models can be imported only when Django is set up

import http.client
import os
import random
import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from math import inf
from statistics import median, quantiles
from typing import Any

from bench.quantity import Quantity, say
from bench.service import Service, running_service, set_up_service

set_up_service()

from django.contrib.auth import get_user_model
from django.db import transaction
from django.test import override_settings
from django.urls import reverse

from accounts.models import User
from duel.games.registry import presentation_of
from duel.lobby.proposals import accept, propose
from duel.models import Game
from duel.play.moves import play
from duel.record.links import Link, Purpose, link_token
from duel.record.log import read_log
from duel.words.terms import Terms
from engine.kinds import Channel
from mail.models import Letter

RATE = 20
"""Moves that are offered a second."""

SECONDS = 25.0
GAMES = 40
PLAYED_BEFORE = range(20)
"""How many moves each of the games has behind it when the measuring begins."""

MUST = 1.0
"""Seconds from the press to the letter, of the median."""

WARM_UP = 3.0
PATIENCE = 30.0


@dataclass
class Table:
    """A game as the players know it, so that nobody has to ask the service for the next move."""

    game: Game
    rules: Any
    position: Any
    ply: int
    is_free: bool = True
    """Whether the last press was answered."""

    def press(self, chance: random.Random) -> tuple[str, str]:
        """Choose a move; return the path of its page and the key of the letter that it calls for.

        The key is empty where the turn goes on or the game is over: nobody is written to then.
        """
        legal, seat = self.rules.legal(self.position), self.position.to_move
        move = chance.choice(legal)
        link = Link(self.game.pk, seat, self.ply, legal.index(move) + 1)
        path = reverse("duel:move", args=[link_token(Purpose.MOVE, link, epoch=0, text=move)])
        self._follow(move)
        by_itself = presentation_of(self.game).follows_by_itself
        while self.position.to_move == seat and self.position.phase in by_itself:
            choices = self.rules.legal(self.position)
            if len(choices) != 1:
                break
            self._follow(choices[0])
        reader = self.position.to_move
        if reader in (None, seat):
            return path, ""
        return path, f"{self.game.public_id}:{reader}:your-turn:{self.ply}"

    def _follow(self, move: str) -> None:
        self.position = self.rules.apply(self.position, move)
        self.ply += 1


@dataclass
class Presses:
    """What was sent, when, and what went wrong."""

    sent: dict[str, float] = field(default_factory=dict)
    """When the move was to be sent that calls for the letter of this key."""
    answered: list[float] = field(default_factory=list)
    refused: list[int] = field(default_factory=list)
    late: int = 0


def measure(
    seconds: float = SECONDS, rate: float = RATE, games: int = GAMES, warm_up: float = WARM_UP
) -> list[Quantity]:
    """Return how long letters took while moves came at this rate for that time."""
    load = os.getloadavg()[0]
    with override_settings(UNSEND_SECONDS=0):
        tables = prepared_tables(games)
    with running_service(UNSEND_SECONDS="0") as service:
        accepted_letters(service, offer(service, tables, warm_up, rate))
        presses = offer(service, tables, seconds, rate)
        accepted = accepted_letters(service, presses)
    if presses.refused:
        raise RuntimeError(f"Presses were refused: {presses.refused}")
    # A letter that the next move overtook was not sent at all, and counts as one that never came.
    took = [accepted.get(key, inf) - begun for key, begun in presses.sent.items()]
    worst = quantiles(took, n=20)[-1]
    # Three processes of ours and two servers share this machine with whatever else runs here.
    say(f"  {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} now, {load:.1f} before")
    say(
        f"  {len(presses.answered)} moves in {seconds:.0f} s, {presses.late} sent late by us, "
        f"answered in {median(presses.answered) * 1000:.0f} ms (median); "
        f"{len(took)} letters, {took.count(inf)} of them overtaken by the next move"
    )
    return [
        Quantity(f"letters: press to letter, {rate:g} moves/s", median(took), "s", MUST),
        Quantity("letters: the same, 19 of 20 within", worst, "s"),
    ]


def prepared_tables(games: int) -> list[Table]:
    """Return games between people of their own, some of them far on."""
    say(f"  preparing {games} games")
    create = get_user_model().objects.create_user
    tables = []
    for number in range(games):
        one, other = (
            create(f"{side}{number}@presses.example", name=side.title())
            for side in ("one", "other")
        )
        tables.append(_table(one, other, random.Random(number)))
    return tables


def _table(one: User, other: User, chance: random.Random) -> Table:
    with transaction.atomic():
        game = propose(by=one, terms=Terms(), invite=[other.email])
        accept(public_id=game.public_id, by=other)
    course = read_log(Game.objects.get(pk=game.pk)).course
    table = Table(game, course.game, course.position, 0)
    for _ in range(chance.choice(PLAYED_BEFORE)):
        moves = table.rules.legal(table.position)
        seat, move, ply = table.position.to_move, chance.choice(moves), table.ply
        after = table.rules.apply(table.position, move)
        if after.to_move is None:
            break
        play(
            public_id=game.public_id, seat=seat, expected_ply=ply, moves=[move], channel=Channel.WEB
        )
        table.position, table.ply = after, ply + 1
    return table


def offer(service: Service, tables: Sequence[Table], seconds: float, rate: float) -> Presses:
    """Press at the rate, each game in its turn, and return what came of it."""
    presses, lock, chance = Presses(), threading.Lock(), random.Random(7)
    waiting = _those_free(tables)
    begun = time.time()
    with ThreadPoolExecutor(max_workers=16) as pressers:
        for number in range(round(seconds * rate)):
            due = begun + number / rate
            time.sleep(max(due - time.time(), 0))
            table = next(waiting)
            table.is_free = False
            path, key = table.press(chance)
            presses.late += time.time() - due > 0.05

            def send(table: Table = table, path: str = path, due: float = due) -> None:
                status = _post(service.port, path)
                table.is_free = table.position.to_move is not None
                with lock:
                    presses.answered.append(time.time() - due)
                    if status >= 400:
                        presses.refused.append(status)

            if key:
                presses.sent[key] = due
            pressers.submit(send)
    return presses


def _those_free(tables: Sequence[Table]) -> Iterator[Table]:
    while True:
        for table in tables:
            if table.is_free:
                yield table
        if not any(table.is_free for table in tables):
            time.sleep(0.005)


def _post(port: int, path: str) -> int:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    try:
        connection.request("POST", path, "", {"Content-Type": "application/x-www-form-urlencoded"})
        return connection.getresponse().status
    except OSError:
        return 599
    finally:
        connection.close()


def accepted_letters(service: Service, presses: Presses) -> dict[str, float]:
    """Return when the mail server accepted the letter of each key, once all are there."""
    deadline = time.monotonic() + PATIENCE
    letters = dict(Letter.objects.filter(key__in=presses.sent).values_list("message_id", "key"))
    due = Letter.objects.filter(key__in=presses.sent).exclude(status__in=Letter.SETTLED)
    while due.exists():
        if time.monotonic() > deadline:
            raise RuntimeError(f"Letters that did not leave: {due.count()}.\n{service.logs()}")
        time.sleep(0.1)
    return {key: service.accepted[i] for i, key in letters.items() if i in service.accepted}
