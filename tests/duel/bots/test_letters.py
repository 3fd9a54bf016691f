"""Letters in games with bots: none for an evening at the table, and one for each turn by mail."""

from datetime import timedelta

import pytest
import time_machine
from django.core import mail

from accounts.models import User
from duel.bots.sweeps import sweep_bots
from duel.models import Game, Seat
from mail.models import Letter
from tests.duel.bots.bot_games import (
    a_take,
    in_which_each_begins,
    moves_of_bots,
    quiet_turn,
    with_bots,
)
from tests.duel.clocks.ticking import send_letters
from tests.duel.replies.mailing import write

pytestmark = pytest.mark.django_db

SECOND = timedelta(seconds=1)
TEN_MINUTES = timedelta(minutes=10)


@pytest.fixture
def game(ada: User, traveller: time_machine.Traveller) -> Game:
    """A game of Ada with a bot, in which she has had her first letter."""
    game = with_bots(ada)
    send_letters(game)
    traveller.shift(SECOND)
    return game


def sent(game: Game, kind: str = "your-turn") -> int:
    """So many letters of the kind have left, those that are due now among them."""
    send_letters(game)
    letters = Letter.objects.filter(topic=f"game:{game.public_id}", kind=kind, status="sent")
    return letters.count()


def test_the_first_letter_comes_at_once_whoever_begins(
    ada: User, traveller: time_machine.Traveller
) -> None:
    games = in_which_each_begins(ada)
    sweep_bots()
    assert [sent(game) for game in games] == [1, 1]


def test_the_letter_of_its_answer_waits(game: Game, traveller: time_machine.Traveller) -> None:
    quiet_turn(game)
    sweep_bots()
    game.refresh_from_db()

    traveller.shift(TEN_MINUTES - SECOND)
    assert sent(game) == 1
    assert game.deadline is None
    traveller.shift(SECOND)
    assert sent(game) == 2
    game.refresh_from_db()
    assert game.deadline is not None


def test_an_evening_at_the_table_sends_no_letter(
    game: Game, traveller: time_machine.Traveller
) -> None:
    for _ in range(5):
        quiet_turn(game)
        traveller.shift(SECOND)
        sweep_bots()
        traveller.shift(TEN_MINUTES / 2)
        assert sent(game) == 1
        game.refresh_from_db()
        assert game.deadline is None  # nor has it cost any time
    traveller.shift(TEN_MINUTES)
    assert sent(game) == 2


def test_the_answer_to_a_mail_is_the_letter_with_the_next_turn(
    game: Game, can_be_taken_back: None, traveller: time_machine.Traveller
) -> None:
    seat = mine(game)
    assert write(seat, a_take(game)).outcome == "played"
    traveller.shift(10)
    assert sent(game, "reply-answer") == 0

    assert sweep_bots() > 0
    traveller.shift(SECOND)
    assert sent(game, "reply-answer") == 1

    answer = last_letter()
    assert "YOUR MOVES" in answer
    assert "Apprentice (bot)" in answer
    game.refresh_from_db()
    assert game.deadline is not None  # the answer has started the clock
    traveller.shift(TEN_MINUTES)
    assert sent(game) == 1  # and no other letter brings the turn


def test_an_answer_leaves_without_a_bot_that_takes_too_long(
    game: Game, traveller: time_machine.Traveller
) -> None:
    seat = mine(game)
    write(seat, a_take(game))
    traveller.shift(29)
    assert sent(game, "reply-answer") == 0
    traveller.shift(SECOND)
    assert sent(game, "reply-answer") == 1
    answer = last_letter()
    assert "YOUR MOVES" not in answer
    assert "It is Apprentice (bot)’s turn." in answer

    sweep_bots()
    traveller.shift(TEN_MINUTES)
    assert sent(game) == 2


def test_who_wants_few_confirmations_gets_the_next_turn_as_soon(
    game: Game, ada: User, traveller: time_machine.Traveller
) -> None:
    ada.confirmations = User.Confirmations.NEEDED
    ada.save()
    write(mine(game), a_take(game))
    traveller.shift(SECOND)
    sweep_bots()
    assert sent(game, "reply-answer") == 1


def test_the_end_is_told_in_the_answer_at_once(
    game: Game, traveller: time_machine.Traveller
) -> None:
    """A bot that wins has moved as well."""
    while True:
        write(mine(game), a_take(game))
        traveller.shift(SECOND)
        sweep_bots()
        game.refresh_from_db()
        if game.result is not None or len(moves_of_bots(game)) > 3:
            break
    assert Letter.objects.filter(kind="reply-answer", not_before__gt=game.moved_at).count() == 0


def mine(game: Game) -> Seat:
    """Ada's seat."""
    seat: Seat = game.seats.select_related("user", "game").get(number=0)
    return seat


def last_letter() -> str:
    """The words of the letter that has left last."""
    return str(mail.outbox[-1].body)
