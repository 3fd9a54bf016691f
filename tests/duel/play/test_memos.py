"""A memo to oneself stands in the letter with the next turn, and is nobody else's."""

import pytest
import time_machine
from django.test import Client

from accounts.models import User
from duel.errors import GameIsOver
from duel.models import Game, Memo, Seat
from duel.play.moves import resign
from duel.play.order_turns import sweep_orders
from duel.play.orders import memo_of, write_memo
from duel.seats.deletion import delete_account
from engine.kinds import Channel
from mail.previews import look_at
from support.people.personal_data import personal_data_of
from tests.duel.letter_links import board_address, more_address, mover, waiting
from tests.duel.letters.outbox import read, row
from tests.duel.tables import a_quiet_move, begin, submit
from tests.support.decisions.bench import ruling
from tests.support.decisions.verbs import replace_player

pytestmark = pytest.mark.django_db

MEMO = "Save white & pearls"


@pytest.fixture
def game(traveller: time_machine.Traveller, ada: User, bruno: User) -> Game:
    return begin(ada, bruno)


@pytest.fixture
def seat(game: Game) -> Seat:
    """The player who waits for the other, and has written a memo."""
    seat = waiting(game)
    write_memo(seat=seat, text=f" {MEMO}\n")
    return seat


def reader(seat: Seat) -> User:
    assert seat.user is not None
    return seat.user


def test_it_stands_in_the_letter_with_the_next_turn_alone(game: Game, seat: Seat) -> None:
    submit(game, a_quiet_move(game))
    letter = read(game, reader(seat))
    assert f"Your memo: “{MEMO}”" in letter.text
    assert "Save white &amp; pearls" in letter.html
    assert "Your memo" in read(game, reader(seat)).text, "A letter that is tried again is the same."
    submit(game, a_quiet_move(game))
    submit(game, a_quiet_move(game))
    assert "memo" not in read(game, reader(seat)).text
    assert memo_of(seat) == MEMO, "It is kept until it is replaced or deleted."


def test_one_that_is_written_on_ones_turn_comes_with_the_turn_after(game: Game) -> None:
    seat = mover(game)
    write_memo(seat=seat, text=MEMO)
    assert "memo" not in read(game, reader(seat)).text
    submit(game, a_quiet_move(game))
    submit(game, a_quiet_move(game))
    assert MEMO in read(game, reader(seat)).text


def test_nobody_else_is_shown_it(client: Client, game: Game, seat: Seat) -> None:
    other = mover(game)
    submit(game, a_quiet_move(game))
    look = look_at(row(game, reader(seat)))
    assert look is not None
    assert "Save white" not in look.text + look.html, "Operators who may see the letter."
    submit(game, a_quiet_move(game))
    letter = read(game, reader(other))
    pages = [client.get(address(game, other)) for address in (board_address, more_address)]
    for told in (letter.text, letter.html, *(page.content.decode() for page in pages)):
        assert "Save white" not in told


def test_pages_of_its_writer_show_it(client: Client, game: Game, seat: Seat) -> None:
    for address in (board_address, more_address):
        assert "Save white &amp; pearls" in client.get(address(game, seat)).content.decode()


def test_the_page_replaces_and_deletes_it(client: Client, game: Game, seat: Seat) -> None:
    address = more_address(game, seat)
    client.post(address, {"act": "memo", "memo": "x" * 600})
    assert Memo.objects.get().text == "x" * 500
    client.post(address, {"act": "no-memo"})
    assert not Memo.objects.exists()
    client.post(address, {"act": "memo", "memo": "Again"})
    client.post(address, {"act": "memo", "memo": "  "})
    assert not Memo.objects.exists()
    submit(game, a_quiet_move(game))
    assert "memo" not in read(game, reader(seat)).text


def test_it_is_forgotten_at_the_end_of_the_game(game: Game, seat: Seat) -> None:
    resign(public_id=game.public_id, seat=1 - seat.number, channel=Channel.WEB)
    sweep_orders()
    assert not Memo.objects.exists()
    with pytest.raises(GameIsOver):
        write_memo(seat=seat, text=MEMO)


def test_who_asks_what_is_kept_gets_it_and_who_leaves_takes_it_along(seat: Seat) -> None:
    [game] = personal_data_of(reader(seat))["games"]
    assert [kept["text"] for kept in game["memos"]] == [MEMO]
    delete_account(user=reader(seat))
    assert not Memo.objects.exists()


def test_who_takes_over_the_seat_does_not_find_it(
    game: Game, seat: Seat, olga: User, eve: User
) -> None:
    replace_player(ruling(olga, game), seat=seat.number, by=eve)
    assert not Memo.objects.exists()
