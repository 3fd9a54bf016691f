"""Many games against bots at once in the embedded service: `bench evening`.

`manage.py up` runs on a scratch folder: SQLite, one worker for letters and clocks, one process for
bots. People make a turn in one game after the other and send it; then all games are left waiting
for their bots at the same moment. Measured are how long after a turn was final its answer stood in
the log, how late letters left, and the longest gap between two sweeps of the clocks.
"""
# ruff: noqa: E402 - models can be imported only when Django is set up

import atexit
import contextlib
import http.client
import os
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

from bench.quantity import Quantity, say
from tests.servers.processes import free_port, start, stop, wait_until

_stack = contextlib.ExitStack()
atexit.register(_stack.close)
FOLDER = Path(
    _stack.enter_context(
        tempfile.TemporaryDirectory(prefix="duelpost-bench-", ignore_cleanup_errors=True)
    )
)
PORT = free_port()
os.environ.pop("DATABASE_URL", None)
os.environ.update(
    DJANGO_SETTINGS_MODULE="config.settings",
    DUELPOST_MODE="embedded",
    DATA_DIR=str(FOLDER / "data"),
    REDIS_URL="",
    PORT=str(PORT),
    MAIL_PORT="0",
    LOG_LEVEL="WARNING",
    UNSEND_SECONDS="300",
    # Long enough that all games can be made to wait, short enough that letters leave meanwhile.
    BOT_UNSEND_SECONDS="300",
    BOT_LETTER_SECONDS="30",
)

import django

django.setup()

from django.utils import timezone

from accounts.models import User
from duel.lobby.bots import MOST_GAMES
from duel.lobby.proposals import propose
from duel.models import Game, LogEntry
from duel.play.moves import play
from duel.play.undo import send_now
from duel.record.finality import is_waiting
from duel.record.log import read_log
from duel.words.terms import Terms
from engine.kinds import Channel
from mail.models import Letter, Sweep

LEVELS = ("apprentice", "journeyman")
ANSWER_SECONDS = 10.0
LETTER_SECONDS = 20.0
"""A sweep every ten seconds finds a letter that waits."""
GAP_SECONDS = 30.0


class Sweeps:
    """Watches how long nobody looked after the clocks."""

    longest = 0.0

    def look(self) -> None:
        """Note how long ago the last sweep was."""
        last = Sweep.objects.filter(name="clocks").values_list("ran_at", flat=True).first()
        if last is not None:
            self.longest = max(self.longest, (timezone.now() - last).total_seconds())


def measure(count: int = 500, seconds: float = 90.0, rate: float = 4.0) -> list[Quantity]:
    """Return how late answers, letters and sweeps were, for so many games and turns a second."""
    with running() as sweeps:
        games = begun(count)
        wait_until_all_is_quiet()
        say(f"  {count} games, {rate:g} turns a second for {seconds:g} seconds")
        began_at = timezone.now()
        sent = dict(turns(games, seconds, rate, sweeps))
        steady = answers(sent, sweeps)
        letters = lateness(since=began_at)
        say(f"  {len(steady)} answers, {len(letters)} letters; now all at once")
        burst = answers(all_at_once(games), sweeps)
    return [
        *_percentiles("bots: answer", steady, must=ANSWER_SECONDS),
        *_percentiles(f"bots: answer, {count} at once", burst, must=ANSWER_SECONDS),
        Quantity("bots: letters that left", float(len(letters)), "letters"),
        *_percentiles("bots: letter late by", letters, must=LETTER_SECONDS),
        Quantity("bots: longest gap between sweeps", sweeps.longest, "s", GAP_SECONDS),
    ]


@contextlib.contextmanager
def running() -> Iterator[Sweeps]:
    """Run the embedded service."""
    log = FOLDER / "log"
    process = start([sys.executable, "manage.py", "up"], log=log, environment=dict(os.environ))
    try:
        wait_until(_is_ready, process, log)
        yield Sweeps()
    finally:
        stop(process)


def begun(count: int) -> list[Game]:
    """Return so many games of people with bots of all levels."""
    games: list[Game] = []
    while len(games) < count:
        person = User.objects.create_user(f"p{len(games)}@duelpost.example", name="Ada")
        for _ in range(min(MOST_GAMES, count - len(games))):
            level = LEVELS[len(games) % len(LEVELS)]
            games.append(propose(by=person, terms=Terms(), bots=[level]))
    return games


def wait_until_all_is_quiet() -> None:
    """Return when no bot is to move, and all letters of the beginning have left."""
    due = Letter.objects.filter(status__in=("waiting", "sending"))
    while (
        Game.objects.filter(to_move=1).exists()
        or due.filter(next_attempt_at__lte=timezone.now()).exists()
    ):
        time.sleep(1)


def turns(
    games: list[Game], seconds: float, rate: float, sweeps: Sweeps
) -> Iterator[tuple[tuple[int, int], datetime]]:
    """Yield each turn that was sent, by its game and ply, and when it was final."""
    began, number = time.monotonic(), 0
    while time.monotonic() < began + seconds:
        game = games[number % len(games)]
        number += 1
        if make_turn(game):
            send_now(public_id=game.public_id, seat=0, expected_ply=game.ply)
            yield (game.pk, game.ply), timezone.now()
        sweeps.look()
        time.sleep(max(0.0, began + number / rate - time.monotonic()))


def make_turn(game: Game) -> bool:
    """Return whether the person has made a turn, after which the bot is to move."""
    game.refresh_from_db()
    while game.to_move == 0:
        log = read_log(game)
        legal = log.course.game.legal(log.course.position)
        quiet = [move for move in legal if move.startswith("take ")] or legal
        played = play(
            public_id=game.public_id,
            seat=0,
            expected_ply=game.ply,
            moves=[random.Random(game.ply).choice(quiet)],
            channel=Channel.WEB,
            known=log,
        )
        game.refresh_from_db()
        if played.asks is None:
            return game.to_move == 1
    return False


def all_at_once(games: list[Game]) -> dict[tuple[int, int], datetime]:
    """Return the turns of all games that became final at one moment, and that moment."""
    made = {game.pk: game.ply for game in games if make_turn(game) and is_waiting(game)}
    now = timezone.now()
    Game.objects.filter(pk__in=made).update(unsent_until=now)
    return dict.fromkeys(made.items(), now)


def answers(sent: dict[tuple[int, int], datetime], sweeps: Sweeps) -> list[float]:
    """Return how many seconds after each of these turns was final the bot's turn was over."""
    give_up_at = time.monotonic() + 120
    while time.monotonic() < give_up_at:
        sweeps.look()
        if not Game.objects.filter(pk__in={pk for pk, _ in sent}, to_move=1).exists():
            break
        time.sleep(0.5)
    found = []
    for (pk, ply), final in sent.items():
        moves = LogEntry.objects.filter(game=pk, kind="move").order_by("seq")[ply:]
        own = [entry.time for entry in moves if entry.channel == "bot"]
        found.append((own[0] - final).total_seconds() if own else float("inf"))
    return found


def lateness(*, since: datetime) -> list[float]:
    """Return by how many seconds letters have left later than they could."""
    left = Letter.objects.filter(status="sent", created_at__gt=since)
    return [
        max(
            timedelta(0), letter.sent_at - max(letter.created_at, letter.not_before or since)
        ).total_seconds()
        for letter in left
        if letter.sent_at is not None
    ]


def _percentiles(name: str, values: list[float], must: float | None = None) -> list[Quantity]:
    cuts = statistics.quantiles(values, n=100, method="inclusive")
    return [
        Quantity(f"{name}, median", cuts[49], "s"),
        Quantity(f"{name}, 99 of 100 within", cuts[98], "s", must),
        Quantity(f"{name}, at most", max(values), "s"),
    ]


def _is_ready() -> bool:
    asked = http.client.HTTPConnection("127.0.0.1", PORT, timeout=1)
    with contextlib.closing(asked):
        try:
            asked.request("GET", "/readyz")
            return asked.getresponse().status == 200
        except (OSError, http.client.HTTPException):
            return False
