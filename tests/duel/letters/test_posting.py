"""From the move to the outbox, and what can still be called off there."""

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from accounts.models import User
from duel import errors
from duel.models import Game, Notice
from duel.play.undo import send_now, take_back_turn
from duel.record.links import Link, Purpose, link_token
from duel.record.log import read_log
from engine.kinds import Channel
from mail.models import Letter
from mail.outbox.delivery import claim, deliver
from tests.duel.letters.outbox import built, mover, row
from tests.duel.tables import (
    a_quiet_move,
    a_whole_turn,
    begin,
    can_take_back_until,
    legal_moves,
    make_final,
    submit,
)


@pytest.fixture
def game(ada: User, bruno: User) -> Game:
    return begin(ada, bruno)


def take_back(game: Game, seat: int) -> None:
    game.refresh_from_db()
    take_back_turn(public_id=game.public_id, seat=seat, expected_ply=game.ply, channel=Channel.WEB)
    game.refresh_from_db()


def board_of(game: Game, seat: int) -> str:
    link = Link(game.pk, seat, game.ply)
    return reverse("duel:board", args=[link_token(Purpose.BOARD, link, epoch=0)])


def test_every_notice_has_its_letter(game: Game) -> None:
    submit(game, a_quiet_move(game))
    notices = Notice.objects.filter(game=game, kind="your-turn").order_by("pk")
    letters = Letter.objects.filter(kind="your-turn").order_by("pk")
    assert [letter.key for letter in letters] == [notice.key for notice in notices]
    assert [letter.data["notice"] for letter in letters] == [notice.pk for notice in notices]


@pytest.mark.usefixtures("can_be_taken_back")
def test_the_letter_waits_while_the_turn_can_be_taken_back(game: Game) -> None:
    submit(game, a_quiet_move(game))
    letter = row(game, mover(game))
    assert letter.not_before is not None
    wait = (letter.not_before - letter.created_at).total_seconds()
    assert settings.UNSEND_SECONDS - 1 < wait <= settings.UNSEND_SECONDS
    assert claim(letter.pk) is None


@pytest.mark.usefixtures("can_be_taken_back")
def test_a_letter_goes_when_its_turn_is_taken_back_and_another_comes(game: Game) -> None:
    seat = game.to_move or 0
    first, second = [move for move in legal_moves(game) if move.startswith("take ")][:2]
    submit(game, first)
    reader = mover(game)
    old = row(game, reader)
    take_back(game, seat)
    old.refresh_from_db()
    assert (old.status, old.reason) == (Letter.Status.DROPPED, Letter.Reason.UNTRUE)
    submit(game, second)
    new = row(game, reader)
    assert new.pk != old.pk
    assert built(new) is None, "Not even if it were built by now: it may be taken back again."
    make_final(game)
    draft = built(new)
    assert draft is not None
    assert "took a move back" in draft.text


@pytest.mark.usefixtures("can_be_taken_back")
def test_sending_now_lets_the_letter_go(game: Game) -> None:
    seat = game.to_move or 0
    submit(game, a_quiet_move(game))
    letter = row(game, mover(game))
    assert can_take_back_until(game, seat) is not None
    send_now(public_id=game.public_id, seat=seat, expected_ply=game.ply)
    game.refresh_from_db()
    assert can_take_back_until(game, seat) is None
    assert claim(letter.pk) is not None


@pytest.mark.usefixtures("can_be_taken_back")
def test_a_claimed_letter_ends_the_time_to_take_back(game: Game) -> None:
    seat = game.to_move or 0
    submit(game, a_quiet_move(game))
    letter = row(game, mover(game))
    Letter.objects.filter(pk=letter.pk).update(next_attempt_at=letter.created_at)
    assert claim(letter.pk) is not None
    with pytest.raises(errors.CannotTakeBack):
        take_back(game, seat)


@pytest.mark.usefixtures("can_be_taken_back")
def test_what_somebody_else_fetches_takes_nothing_away(client: Client, game: Game) -> None:
    seat = game.to_move or 0
    old_board = board_of(game, 1 - seat)
    submit(game, a_quiet_move(game))
    assert can_take_back_until(game, seat) is not None
    assert client.get(old_board).status_code == 200
    assert client.head(old_board).status_code == 200
    game.refresh_from_db()
    assert can_take_back_until(game, seat) is not None
    take_back(game, seat)
    assert game.to_move == seat


def test_steps_of_a_turn_are_taken_back_whoever_fetched_a_page(client: Client, game: Game) -> None:
    submit(game, a_quiet_move(game))
    seat, (use, _) = game.to_move or 0, a_whole_turn(game)
    board = board_of(game, 1 - seat)
    for _ in range(2):
        submit(game, use)
        client.get(board)
        take_back(game, seat)
        assert game.to_move == seat
        assert read_log(game).course.position.phase == "start"


@pytest.mark.usefixtures("can_be_taken_back")
def test_looking_at_ones_own_turn_ends_nothing(client: Client, game: Game) -> None:
    seat = game.to_move or 0
    submit(game, a_quiet_move(game))
    client.get(board_of(game, seat))
    take_back(game, seat)
    assert game.to_move == seat


def test_a_letter_that_is_no_longer_true_is_dropped(game: Game) -> None:
    letter = row(game, mover(game))
    submit(game, a_quiet_move(game))
    deliver(letter.pk)
    letter.refresh_from_db()
    assert (letter.status, letter.reason) == (Letter.Status.DROPPED, Letter.Reason.UNTRUE)
