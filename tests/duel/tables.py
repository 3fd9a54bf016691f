"""Games for the tests: begun, played on, and played to the end."""

import random
import threading
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any, overload

import pytest
from django.db import connection
from django.utils import timezone

from accounts.models import User
from duel.integrity.clocks import ClockCheck
from duel.lobby.proposals import accept, propose
from duel.models import Game, KnownGame, KnownSeat, Seat
from duel.perspective.perspective import (
    Perspective,
    PlayerPerspective,
    perspective_of_seat,
    perspective_of_seats,
)
from duel.play.moves import PlayResult, play
from duel.record.finality import can_take_back, final_at
from duel.record.log import read_log, writing
from duel.record.reading import StoredTable, stored_table
from duel.words.terms import Terms
from engine.games import find_game
from engine.kinds import Channel, Kind
from engine.record import chain_problems

_LAST_FEW = 6
"""Moves, in which both players begin a turn; so their clocks are as they would be."""


def begin(first: User, second: User, **terms: object) -> Game:
    """A game between the two, begun, in which either may be the first to move."""
    game = propose(by=first, terms=Terms(**terms), invite=[second.email])  # type: ignore[arg-type]
    accept(public_id=game.public_id, by=second)
    game.refresh_from_db()
    return game


def begin_at(
    position: Any, first: User, second: User, monkeypatch: pytest.MonkeyPatch, **terms: object
) -> Game:
    """A game between the two that begins where a test needs it: on a position laid out by hand."""
    name = str(terms.get("game", "duel"))
    rules = type(find_game(name, 1))
    monkeypatch.setattr(rules, "new", lambda self, seed, **_: position.copy())
    return begin(first, second, **terms)


def table_read(game: Game) -> StoredTable:
    """The game with its seats, as it is stored now."""
    table = stored_table(game.pk)
    assert table is not None
    return table


@overload
def known_to(game: Game, seat: Seat | int) -> PlayerPerspective: ...
@overload
def known_to(game: Game, seat: None) -> Perspective: ...
@overload
def known_to(game: Game, seat: Seat | int | None) -> Perspective: ...
def known_to(game: Game, seat: Seat | int | None) -> Perspective:
    """The game as the player in that seat, or a spectator, may know it now."""
    if seat is None:
        return perspective_of_seats(table_read(game), [])
    return perspective_of_seat(table_read(game), seat if isinstance(seat, int) else seat.number)


def known_seat(seat: Seat) -> KnownSeat:
    """The seat as its own player knows it."""
    return KnownSeat.of(seat, KnownGame.of(seat.game))


def legal_moves(game: Game) -> list[str]:
    course = read_log(game).course
    return course.game.legal(course.position)


def a_quiet_move(game: Game) -> str:
    """A move that ends the turn and turns nothing up."""
    return next(move for move in legal_moves(game) if move.startswith("take "))


def a_whole_turn(game: Game) -> list[str]:
    """Two moves that make one turn and turn nothing up; for the seat that begins second."""
    course = read_log(game).course
    use = next(move for move in course.game.legal(course.position) if move.startswith("use "))
    after = course.game.apply(course.position, use)
    return [use, next(move for move in course.game.legal(after) if move.startswith("take "))]


def submit(game: Game, *moves: str, seat: int | None = None, ply: int | None = None) -> PlayResult:
    """Play for the seat to move, or for another seat or ply."""
    game.refresh_from_db()
    if seat is None:
        assert game.to_move is not None
        seat = game.to_move
    played = play(
        public_id=game.public_id,
        seat=seat,
        expected_ply=game.ply if ply is None else ply,
        moves=moves,
        channel=Channel.WEB,
    )
    game.refresh_from_db()
    return played


def make_final(game: Game) -> None:
    """Let the time be over in which the last turn can be taken back."""
    Game.objects.filter(pk=game.pk).update(unsent_until=timezone.now())
    game.refresh_from_db()


def play_any(game: Game, choose: Callable[[list[str]], str] | None = None) -> str:
    """Play one legal move for the seat to move, and return it."""
    game.refresh_from_db()
    assert game.to_move is not None
    log = read_log(game)
    seat, ply, course = game.to_move, game.ply, log.course
    move = (choose or random.Random(ply).choice)(course.game.legal(course.position))
    # As pages do it: the log that was just read need not be read again.
    play(
        public_id=game.public_id,
        seat=seat,
        expected_ply=ply,
        moves=[move],
        channel=Channel.WEB,
        known=log,
    )
    game.refresh_from_db()
    return move


def play_on(game: Game, plies: int) -> None:
    """Play so many moves as people do, with all notices and letters on the way."""
    for _ in range(plies):
        play_any(game)


def play_to_the_end(game: Game) -> None:
    """Play until somebody has won; only the last few moves as people do."""
    play_all(game, hasty_moves(game))


def play_all(game: Game, moves: Sequence[str]) -> None:
    """Play these moves: the last few as people do, those before them in one transaction.

    The log and the columns are as if all had been played one by one, at a fraction of the cost.
    But of what was written at once nobody was told: there are no notices and no letters.
    """
    with writing(game.public_id) as log:
        for move in moves[:-_LAST_FEW]:
            seat = log.course.position.to_move
            assert seat is not None
            log.append(
                Kind.MOVE,
                seat=seat,
                person=log.person_in(seat),
                text=move,
                channel=Channel.WEB,
                time=timezone.now(),
            )
    for move in moves[-_LAST_FEW:]:
        submit(game, move)


def hasty_moves(game: Game) -> list[str]:
    """Moves to a soon end: who can buy buys what is dearest, others take much."""
    chance = random.Random(game.commitment)
    course = read_log(game).course
    position = course.position
    hasty: list[str] = []
    while position.to_move is not None:
        moves = course.game.legal(position)
        chance.shuffle(moves)
        hasty.append(max(moves, key=_haste))
        position = course.game.apply(position, hasty[-1])
    return hasty


def _haste(move: str) -> tuple[bool, int, str]:
    """What sorts moves by how soon they bring the end about."""
    kind, *parts = move.split()
    if kind == "buy":
        return True, 0, parts[0]
    return False, len(parts) if kind == "take" else 0, ""


def assert_sound(game: Game) -> None:
    """The chain holds, and the columns are what the log makes of them."""
    game.refresh_from_db()
    log = read_log(game)
    assert not list(chain_problems(log.header, log.entries))
    assert {name: getattr(game, name) for name in log.derived()} == log.derived()
    assert game.secret_opens_at == log.secret_opens_at
    plays = game.to_move is not None and game.to_move not in log.left_at
    to_move = list(game.seats.filter(is_to_move=True).values_list("number", flat=True))
    assert to_move == ([game.to_move] if plays else [])
    left = game.seats.exclude(left_at=None).values_list("number", "left_at")
    assert dict(left) == log.left_at
    assert not list(ClockCheck.now().differences(log))


def at_once(acts: Sequence[Callable[[], Any]]) -> list[Any]:
    """What each act returned or raised, all begun together on connections of their own."""
    begin_now = threading.Barrier(len(acts))
    results: list[Any] = [None] * len(acts)

    def run(number: int) -> None:
        begin_now.wait()
        try:
            results[number] = acts[number]()
        except Exception as error:  # the test looks at it
            results[number] = error
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=[number]) for number in range(len(acts))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results


def can_take_back_until(game: Game, seat: int) -> datetime | None:
    """Until when the seat can take back the turn it just made; None if it cannot."""
    return final_at(game) if can_take_back(game, seat) else None
