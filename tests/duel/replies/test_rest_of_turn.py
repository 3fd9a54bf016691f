"""A turn that a mail has left open: the answer brings the rest of it, and no second letter does."""

from datetime import timedelta
from typing import Any

import pytest
import time_machine

from accounts.models import User
from duel.models import Game, Seat
from duel.notices.intents import GOES_ON_AFTER
from duel.record.log import read_log
from duel.seats.links import revoke_links_of
from engine.duel import GAME
from mail.models import Letter
from tests.duel.clocks.ticking import begin_with, send_letters
from tests.duel.letter_links import mover, play_to
from tests.duel.replies.mailing import answer, answers, write
from tests.duel.tables import a_quiet_move, a_whole_turn, begin, submit

SECOND = timedelta(seconds=1)


@pytest.fixture
def game(traveller: time_machine.Traveller, ada: User, bruno: User) -> Game:
    """A game in which the player to move can make a turn in two steps."""
    game = begin(ada, bruno)
    submit(game, a_quiet_move(game))
    return game


def leave_open(game: Game, traveller: time_machine.Traveller) -> Seat:
    """Let the seat to move make the first step of its turn by mail."""
    seat = mover(game)
    assert write(seat, a_whole_turn(game)[0]).outcome == "asked"
    traveller.shift(SECOND)
    return seat


def rest(game: Game) -> Letter:
    """The letter with the rest of the turn."""
    return Letter.objects.filter(kind="turn-goes-on", topic=f"game:{game.public_id}").latest("pk")


def let_it_leave(game: Game, traveller: time_machine.Traveller) -> bool:
    """Return whether the letter with the rest of the turn leaves when its time has come."""
    traveller.shift(GOES_ON_AFTER)
    send_letters(game)
    return rest(game).sent_at is not None


def test_the_rest_of_a_turn_comes_once(game: Game, traveller: time_machine.Traveller) -> None:
    seat = leave_open(game, traveller)
    assert "YOUR MOVES" in answer(seat).body
    assert not let_it_leave(game, traveller)
    assert rest(game).reason == Letter.Reason.UNTRUE


def test_it_comes_by_letter_if_the_answer_was_not_sent(
    game: Game, traveller: time_machine.Traveller
) -> None:
    leave_open(game, traveller)
    Letter.objects.filter(kind="reply-answer").update(status="failed")
    assert let_it_leave(game, traveller)


def test_it_comes_by_letter_if_the_answer_went_to_another_address(
    game: Game, traveller: time_machine.Traveller
) -> None:
    seat = leave_open(game, traveller)
    answer(seat)
    Letter.objects.filter(kind="reply-answer").update(to="earlier@elsewhere.example")
    assert let_it_leave(game, traveller)


def test_it_comes_by_letter_if_the_links_of_the_answer_are_dead(
    game: Game, traveller: time_machine.Traveller
) -> None:
    seat = leave_open(game, traveller)
    answer(seat)
    traveller.shift(SECOND)
    revoke_links_of(Seat.objects.filter(pk=seat.pk))
    assert let_it_leave(game, traveller)


def test_it_comes_by_letter_if_the_answer_showed_an_earlier_step(
    game: Game, traveller: time_machine.Traveller
) -> None:
    seat, (first, *_) = mover(game), a_whole_turn(game)
    assert write(seat, "show").outcome == "shown"
    answer(seat)
    traveller.shift(SECOND)
    submit(game, first)
    assert let_it_leave(game, traveller)


def test_an_answer_that_shows_no_moves_brings_nothing(
    game: Game, traveller: time_machine.Traveller
) -> None:
    seat = mover(game)
    submit(game, a_whole_turn(game)[0])
    traveller.shift(SECOND)
    assert write(seat, "help").outcome == "helped"
    answers(seat)
    assert let_it_leave(game, traveller)


def another_turn(position: Any, legal: list[str]) -> list[str]:
    """The purchases after which the same player has another turn."""
    after = {move: GAME.apply(position, move) for move in legal if move.startswith("buy ")}
    begins_again = ("start", position.to_move)
    return [move for move, then in after.items() if (then.phase, then.to_move) == begins_again]


def test_the_clock_of_another_turn_starts_when_the_answer_brought_it(
    traveller: time_machine.Traveller, ada: User, bruno: User
) -> None:
    game = begin_with(ada, bruno, grace=86400)
    play_to(game, lambda position, legal: bool(another_turn(position, legal)))
    seat, course = mover(game), read_log(game).course
    write(seat, another_turn(course.position, course.game.legal(course.position))[0])
    assert (game.to_move, game.deadline) == (seat.number, None)
    traveller.shift(SECOND)
    answer(seat)
    game.refresh_from_db()
    assert game.deadline is not None
    assert not let_it_leave(game, traveller)
