"""What a move by mail costs, in moves by a press: both in the same games, in turn.

A mail counts from its raw bytes to the commit of what it played: received, taken apart in the child
process, read against the letter that it answers, played, its answer posted. Half of them name the
move by its number, half in words, above a quoted letter, as mail programs write them. A press is a
move by its link, from the request to the answer. The ratio is of processor time, ours and the
child's; mails and presses a second are of wall time, on a machine where other things may run.
"""
# ruff: noqa: E402 - models can be imported only when Django is set up

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from email.message import EmailMessage
from statistics import mean, median
from time import perf_counter, process_time

import psutil

from bench.quantity import Quantity, say
from bench.service import set_up_service

set_up_service()

from django.contrib.auth import get_user_model
from django.test import Client, override_settings
from django.urls import reverse

from duel.games.registry import presentation_of
from duel.lobby.proposals import accept, propose
from duel.models import Game, Seat
from duel.play.moves import play
from duel.record.links import Link, Purpose, link_token, reply_key
from duel.record.log import read_log
from duel.words.terms import Terms
from engine.kinds import Channel
from mail.addresses import reply_address
from mail.inbound.processing import read_mail
from mail.inbound.receipt import receive
from mail.models import InboundMail

MEASURED = range(16, 48)
"""The plies from which moves are timed: fewer mails than a seat is answered in a day."""

QUOTED = "On Mon, 16 Nov 2026 at 09:12, Duelpost <play@duelpost.example> wrote:\n" + (
    "> 12) take a1 b1 c1\n>     https://duelpost.example/go/aaaaaaaaaaaaaaaaaaaaaaaa\n" * 40
)
"""A letter below the reply, of about the length of ours."""

_CLIENT = Client(SERVER_NAME="localhost")


@dataclass
class Times:
    """What the moves took that were made in one way."""

    wall: list[float] = field(default_factory=list)
    processor: list[float] = field(default_factory=list)

    def add(self, make: Callable[[], None]) -> None:
        """Make a move, and note what it took."""
        begun, spent = perf_counter(), process_time()
        make()
        self.processor.append(process_time() - spent)
        self.wall.append(perf_counter() - begun)

    @property
    def a_second(self) -> float:
        """How many are made in a second, one after the other."""
        return 1 / median(self.wall)


@override_settings(UNSEND_SECONDS=0)
def measure(games: int = 8) -> list[Quantity]:
    """Return what a mail costs, from so many games."""
    _play_a_game(0, Times(), Times())  # the first one warms everything up
    presses, mails, before = Times(), Times(), _spent_by_child()
    for number in range(1, games + 1):
        _play_a_game(number, presses, mails)
        say(f"  {number} of {games} games, {len(mails.wall)} mails")
    parsing = (_spent_by_child() - before) / len(mails.wall)
    cost = (mean(mails.processor) + parsing) / mean(presses.processor)
    return [
        Quantity("replies: raw mails read and played", mails.a_second, "mails/s"),
        Quantity("replies: presses", presses.a_second, "moves/s"),
        Quantity("replies: a mail / a press", cost, "", 3, 2),
    ]


def _play_a_game(number: int, presses: Times, mails: Times) -> None:
    """Play a game between people of its own, and add what its moves took."""
    chance, game = random.Random(number), _begun_game(number)
    while game.to_move is not None and game.ply < MEASURED.stop:
        course = read_log(game).course
        moves = course.game.legal(course.position)
        move = chance.choice(moves)
        if game.ply < MEASURED.start:
            play(
                public_id=game.public_id,
                seat=game.to_move,
                expected_ply=game.ply,
                moves=[move],
                channel=Channel.WEB,
            )
        else:
            seat = game.seats.select_related("user").get(number=game.to_move)
            if chance.random() < 1 / 2:
                view = course.game.view(course.position, seat.number)
                numbered = presentation_of(game).moves_in_order(view, moves)
                in_words = chance.random() < 1 / 2
                mails.add(_mail(game, seat, numbered, move, in_words=in_words))
            else:
                presses.add(_press(game, seat, moves, move))
        before = game.ply
        game.refresh_from_db()
        if game.ply == before:
            raise RuntimeError(f"{move!r} was not played.")


def _spent_by_child() -> float:
    """Return the processor time of the process that takes mails apart."""
    times = [child.cpu_times() for child in psutil.Process().children()]
    return sum(each.user + each.system for each in times)


def _begun_game(number: int) -> Game:
    create = get_user_model().objects.create_user
    one, other = (
        create(f"{side}{number}@replies.example", name=side.title()) for side in ("one", "other")
    )
    public_id = propose(by=one, terms=Terms(), invite=[other.email]).public_id
    accept(public_id=public_id, by=other)
    return Game.objects.get(public_id=public_id)


def _press(game: Game, seat: Seat, moves: list[str], move: str) -> Callable[[], None]:
    """Return what presses the button of the move."""
    link = Link(game.pk, seat.number, game.ply, moves.index(move) + 1)
    token = link_token(Purpose.MOVE, link, epoch=seat.link_epoch, text=move)
    path = reverse("duel:move", args=[token])

    def press() -> None:
        if (answer := _CLIENT.post(path)).status_code != 302:
            raise RuntimeError(f"A press was answered with {answer.status_code}.")

    return press


def _mail(
    game: Game, seat: Seat, numbered: list[str], move: str, *, in_words: bool
) -> Callable[[], None]:
    """Return what receives and reads a mail that answers the letter with these moves."""
    address = reply_address(reply_key(seat, game.ply, numbered))
    message = EmailMessage()
    message["From"] = str(seat.user.email) if seat.user else ""
    message["To"] = address
    message["Subject"] = "Re: Splendor Duel"
    message["Message-ID"] = f"<{game.public_id}.{game.ply}@replies.example>"
    text = move if in_words else str(numbered.index(move) + 1)
    message.set_content(f"{text}\n\n{QUOTED}")
    raw = message.as_bytes()

    def read() -> None:
        receipt = receive(raw, recipients=[address], way=InboundMail.Way.SMTP)
        read_mail(receipt.pks[0])

    return read
