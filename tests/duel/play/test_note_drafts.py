"""A note that is taken back with its move stands ready for the next one, and is nobody else's."""

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from duel.models import Game, Note, NoteDraft, Seat
from duel.play.moves import resign
from duel.seats.deletion import delete_account
from duel.tasks import clean_up
from engine.kinds import Channel
from support.people.personal_data import personal_data_of
from tests.duel.letter_links import (
    a_move,
    board_address,
    more_address,
    move_address,
    mover,
    waiting,
)
from tests.duel.tables import a_quiet_move, begin, known_to, submit
from tests.support.decisions.bench import ruling
from tests.support.decisions.verbs import replace_player

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("can_be_taken_back")]

NOTE = "Red suits me & you."
SHOWN = "Red suits me &amp; you."
FIELD = f'value="{SHOWN}"'


@pytest.fixture
def game(ada: User, bruno: User) -> Game:
    return begin(ada, bruno)


def play_with_note(client: Client, game: Game) -> Seat:
    seat = mover(game)
    client.post(move_address(game, a_quiet_move(game)), {"note": NOTE})
    game.refresh_from_db()
    return seat


def take_back(client: Client, game: Game, seat: Seat) -> str:
    game.refresh_from_db()
    answer = client.post(board_address(game, seat, "duel:take-back"), follow=True)
    game.refresh_from_db()
    return answer.content.decode()


@pytest.fixture
def seat(client: Client, game: Game) -> Seat:
    """The player who has just taken a move with a note back."""
    seat = play_with_note(client, game)
    take_back(client, game, seat)
    return seat


def test_the_page_says_that_the_note_was_taken_back_too(client: Client, game: Game) -> None:
    seat = play_with_note(client, game)
    page = take_back(client, game, seat)
    assert "Your note was taken back as well" in page
    assert SHOWN in page
    assert not Note.objects.exists()


def test_it_stands_in_the_field_of_the_next_move(client: Client, game: Game, seat: Seat) -> None:
    address = move_address(game, a_move(game, "reserve "))
    assert FIELD in client.get(address).content.decode()
    assert FIELD in client.get(more_address(game, seat)).content.decode()
    client.post(address, {"note": NOTE})
    game.refresh_from_db()
    assert [note.text for note in known_to(game, 1 - seat.number).notes] == [NOTE]
    assert not NoteDraft.objects.exists(), "It is kept no longer than it is needed."


def test_nobody_else_is_shown_it(client: Client, game: Game, seat: Seat, olga: User) -> None:
    other = waiting(game)
    desk = Client()
    User.objects.filter(pk=olga.pk).update(is_staff=True, is_superuser=True)
    desk.force_login(User.objects.get(pk=olga.pk))
    pages = [
        client.get(board_address(game, other)),
        client.get(more_address(game, other)),
        desk.get(f"/admin/duel/game/{game.pk}/change/", follow=True),
    ]
    for page in pages:
        assert page.status_code == 200
        assert "suits me" not in page.content.decode()
    assert not known_to(game, other.number).notes


def test_who_empties_the_field_sends_nothing(client: Client, game: Game, seat: Seat) -> None:
    client.post(move_address(game, a_quiet_move(game)), {"note": ""})
    assert not NoteDraft.objects.exists()
    assert not Note.objects.exists()


def test_a_step_without_the_field_leaves_it_for_the_rest_of_the_turn(
    client: Client, game: Game
) -> None:
    submit(game, a_quiet_move(game))
    Game.objects.update(unsent_until=timezone.now())
    seat = play_with_note(client, game)
    take_back(client, game, seat)
    submit(game, a_move(game, "use "))
    assert FIELD in client.get(move_address(game, a_quiet_move(game))).content.decode()
    submit(game, a_quiet_move(game))
    assert not NoteDraft.objects.exists()
    assert SHOWN not in client.get(board_address(game, seat)).content.decode()


def test_all_that_was_written_with_the_turn_is_kept(client: Client, game: Game) -> None:
    seat = play_with_note(client, game)
    client.post(more_address(game, seat), {"act": "note", "note": "Good luck!"})
    assert f"{SHOWN} Good luck!" in take_back(client, game, seat)


def test_it_is_forgotten_when_the_turn_comes_to_another_end(
    client: Client, game: Game, seat: Seat
) -> None:
    clean_up()
    assert NoteDraft.objects.exists()
    resign(public_id=game.public_id, seat=seat.number, channel=Channel.WEB)
    game.refresh_from_db()
    assert SHOWN not in client.get(board_address(game, seat)).content.decode()
    clean_up()
    assert not NoteDraft.objects.exists()


def test_who_asks_what_is_kept_gets_it_too_and_who_leaves_takes_it_along(seat: Seat) -> None:
    assert seat.user is not None
    [game] = personal_data_of(seat.user)["games"]
    assert [kept["text"] for kept in game["notes_taken_back"]] == [NOTE]
    delete_account(user=seat.user)
    assert not NoteDraft.objects.exists()


def test_who_takes_over_the_seat_does_not_find_it(
    game: Game, seat: Seat, olga: User, eve: User
) -> None:
    replace_player(ruling(olga, game), seat=seat.number, by=eve)
    assert not NoteDraft.objects.exists()
