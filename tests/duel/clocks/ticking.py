"""Games whose clocks run, and the time that passes over them."""

from datetime import UTC, datetime, timedelta
from typing import Any

from django.utils import timezone

from accounts.models import User
from duel.models import Game, Notice, Seat
from duel.record.log import read_log
from duel.timekeeping.clocks import letter_has_arrived
from duel.timekeeping.sweeps import sweep_clocks
from duel.words.terms import TimeControl
from mail.models import Letter, Sweep
from mail.outbox.delivery import deliver
from tests.duel.tables import begin, play_any

MONDAY = datetime(2026, 11, 2, 9, tzinfo=UTC)
HOUR, DAY = timedelta(hours=1), timedelta(days=1)


def begin_with(first: User, second: User, **time: Any) -> Game:
    """A game begun on these terms of time."""
    return begin(first, second, time=TimeControl(**time))


def send_letters(game: Game) -> None:
    """Let every letter about the game leave that is due."""
    for letter in Letter.objects.filter(topic=f"game:{game.public_id}", status="waiting"):
        deliver(letter.pk)
    game.refresh_from_db()


def sweep_at(moment: datetime, traveller: Any) -> int:
    """Let time pass while the service runs: its last sweep was a minute before this one."""
    traveller.move_to(moment)
    beat = {"ran_at": moment - timedelta(minutes=1)}
    Sweep.objects.update_or_create(name="clocks", defaults=beat)
    return sweep_clocks()


def seat_to_move(game: Game) -> Seat:
    game.refresh_from_db()
    return Seat.objects.select_related("game", "user").get(game=game, is_to_move=True)


def kinds(game: Game) -> list[str]:
    """The entries of the log, those of the clock with their text."""
    return [
        f"{entry.kind} {entry.text}".strip() if entry.kind != "move" else "move"
        for entry in read_log(game).entries
    ]


def notices(game: Game, kind: str) -> list[Notice]:
    return list(Notice.objects.filter(game=game, kind=kind).order_by("pk"))


def everybody_has_moved(game: Game) -> None:
    """Play on until both seats have finished a turn."""
    movers: set[int | None] = set()
    while len(movers) < 2:
        game.refresh_from_db()
        before = game.to_move
        play_any(game)
        if game.to_move != before:
            movers.add(before)


def start_clock(game: Game) -> None:
    """Let the clock of the turn run from now."""
    letter_arrives(seat_to_move(game))
    game.refresh_from_db()


def letter_arrives(seat: Seat) -> None:
    """Let the letter that brings the seat its turn arrive now."""
    game = seat.game
    letter_has_arrived(game.public_id, seat=seat.number, ply=game.ply, at=timezone.now())
    seat.refresh_from_db()


def waiting_seat(game: Game) -> int:
    assert game.to_move is not None
    return 1 - game.to_move


def late_and_other(game: Game) -> tuple[int, int]:
    return 1 - waiting_seat(game), waiting_seat(game)
