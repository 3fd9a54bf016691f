from urllib.parse import urlsplit

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from duel.links import Link, Purpose, link_token
from duel.models import Game, LogEntry, Note, Seat
from tests.duel.tables import begin, legal_moves, play_on

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(ada: User, bruno: User) -> Game:
    game = begin(ada, bruno)
    play_on(game, 12)
    return game


def mover(game: Game) -> Seat:
    assert game.to_move is not None
    return game.seats.get(number=game.to_move)


def move_address(game: Game, number: int = 1, seat: Seat | None = None) -> str:
    seat = seat or mover(game)
    link = Link(game.pk, seat.number, game.ply, number)
    text = legal_moves(game)[number - 1]
    return reverse(
        "duel:move", args=[link_token(Purpose.MOVE, link, epoch=seat.link_epoch, text=text)]
    )


def board_address(game: Game, seat: Seat) -> str:
    link = Link(game.pk, seat.number, game.ply)
    return reverse("duel:board", args=[link_token(Purpose.BOARD, link, epoch=seat.link_epoch)])


def test_opening_a_move_however_often_plays_nothing(client: Client, game: Game) -> None:
    before = LogEntry.objects.count()
    for number in range(1, len(legal_moves(game)) + 1):
        address = move_address(game, number)
        assert client.get(address).status_code == 200
        assert client.head(address).status_code == 200
    assert LogEntry.objects.count() == before


def test_a_press_plays_the_move_and_shows_where_the_game_stands(client: Client, game: Game) -> None:
    text = legal_moves(game)[0]
    answer = client.post(move_address(game), {"note": " Red  suits me. "})
    assert answer.status_code == 302
    assert urlsplit(answer["Location"]).path.startswith("/board/")
    assert client.get(answer["Location"]).status_code == 200
    assert LogEntry.objects.filter(game=game, text=text).exists()
    assert Note.objects.get(game=game).text == "Red suits me."


def test_pressing_twice_plays_once(client: Client, game: Game) -> None:
    address = move_address(game)
    client.post(address)
    before = LogEntry.objects.count()
    assert client.post(address).status_code == 302
    assert LogEntry.objects.count() == before


def test_no_link_page_sets_a_cookie_or_may_be_kept(client: Client, game: Game) -> None:
    for address in (move_address(game), board_address(game, mover(game))):
        answer = client.get(address)
        assert not answer.cookies
        assert "no-store" in answer["Cache-Control"]
        assert "noindex" in answer["X-Robots-Tag"]
        assert answer["Referrer-Policy"] == "same-origin"
