"""Addresses that a letter would hold, and games that stand where a test needs them."""

import random
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.urls import reverse
from django.utils.crypto import salted_hmac

from duel.models import AnyGame, Game, Seat
from duel.record.links import Link, Purpose, link_token
from duel.record.log import read_log
from tests.duel.tables import legal_moves, play_all


def mover(game: Game) -> Seat:
    """The seat to move."""
    game.refresh_from_db()
    assert game.to_move is not None
    return game.seats.get(number=game.to_move)


def waiting(game: Game) -> Seat:
    """The other seat."""
    return game.seats.exclude(pk=mover(game).pk).get()


def move_address(game: Game, move: str | int = 1, seat: Seat | None = None) -> str:
    """The page of a move, by its text or its number."""
    seat = seat or mover(game)
    legal = legal_moves(game)
    return _page_of_move(
        game, seat, legal, move if isinstance(move, int) else legal.index(move) + 1
    )


def move_addresses(game: Game) -> dict[str, str]:
    """The page of each legal move, by its text."""
    seat, legal = mover(game), legal_moves(game)
    return {move: _page_of_move(game, seat, legal, place) for place, move in enumerate(legal, 1)}


def _page_of_move(game: Game, seat: Seat, legal: list[str], number: int) -> str:
    link = Link(game.pk, seat.number, game.ply, number)
    token = link_token(Purpose.MOVE, link, epoch=seat.link_epoch, text=legal[number - 1])
    return reverse("duel:move", args=[token])


def board_address(game: AnyGame, seat: Seat, page: str = "duel:board") -> str:
    """The board page of a seat, or what its buttons press."""
    link = Link(game.pk, seat.number, game.ply)
    return reverse(page, args=[link_token(Purpose.BOARD, link, epoch=seat.link_epoch)])


def more_address(game: AnyGame, seat: Seat) -> str:
    """The page of what goes beside moves."""
    link = Link(game.pk, seat.number, game.ply)
    return reverse("duel:more", args=[link_token(Purpose.MORE, link, epoch=seat.link_epoch)])


def link_token_as_before(purpose: Purpose, link: Link, *, epoch: int, text: str = "") -> str:
    """The link as it was mailed when its signature had one part."""
    token = link_token(purpose, link, epoch=epoch, text=text)
    numbers = urlsafe_b64decode(token + "=" * (-len(token) % 4))[:-12]
    message = numbers + bytes([epoch]) + text.encode()
    mac = salted_hmac(purpose, message, secret=settings.SECRET_KEY, algorithm="sha256")
    return urlsafe_b64encode(numbers + mac.digest()[:12]).rstrip(b"=").decode()


def a_move(game: Game, verb: str) -> str:
    """The first legal move of this kind."""
    return next(move for move in legal_moves(game) if move.startswith(verb))


def play_to(game: Game, is_reached: Callable[[Any, list[str]], bool]) -> None:
    """Play until the position and its legal moves are as they are wanted."""
    course = read_log(game).course
    for seed in range(200):
        chance = random.Random(seed)
        position = course.position
        moves: list[str] = []
        while legal := course.game.legal(position):
            if is_reached(position, legal):
                play_all(game, moves)
                return
            buys = [move for move in legal if move.startswith("buy ")]
            moves.append(chance.choice(buys if buys and chance.random() < 0.6 else legal))
            position = course.game.apply(position, moves[-1])
    raise AssertionError("No game came there.")


def play_to_phase(game: Game, phase: str) -> None:
    """Play until somebody has to choose in that phase."""
    play_to(game, lambda position, legal: position.phase == phase and len(legal) > 1)
