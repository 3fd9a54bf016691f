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


def more_address(game: Game, seat: Seat) -> str:
    link = Link(game.pk, seat.number, game.ply)
    return reverse("duel:more", args=[link_token(Purpose.MORE, link, epoch=seat.link_epoch)])


def test_a_forged_link_opens_nothing(client: Client, game: Game) -> None:
    address = move_address(game)
    assert client.get(address[:-1]).status_code == 404
    assert client.post(address[:-3] + "abc").status_code == 404
    assert client.get("/go/garbage").status_code == 404


def test_a_link_for_one_purpose_opens_no_other_page(client: Client, game: Game) -> None:
    token = board_address(game, mover(game)).rsplit("/", 1)[1]
    assert client.get(f"/more/{token}").status_code == 404
    assert client.get(f"/go/{token}").status_code == 404


def test_a_link_whose_ply_has_passed_tells_what_happened_since(client: Client, game: Game) -> None:
    unplayed = move_address(game, 2)
    client.post(move_address(game, 1))
    before = LogEntry.objects.count()
    answer = client.post(unplayed, follow=True)
    assert LogEntry.objects.count() == before
    assert answer.status_code in (200, 409)


def test_revoking_kills_every_link_made_before(client: Client, game: Game) -> None:
    seat = mover(game)
    old = move_address(game)
    assert "dead now" in client.post(more_address(game, seat), {"act": "revoke"}).content.decode()
    assert client.get(old).status_code == 410
    assert client.post(old).status_code == 410
    seat.refresh_from_db()
    assert client.get(move_address(game, seat=seat)).status_code == 200


def test_resigning_takes_a_press_and_a_tick(client: Client, game: Game) -> None:
    address = more_address(game, mover(game))
    client.get(address)
    client.post(address, {"act": "resign"})
    game.refresh_from_db()
    assert game.result is None
    client.post(address, {"act": "resign", "sure": "yes"})
    game.refresh_from_db()
    assert game.result is not None
    assert game.result["by"] == ["resign"]


def test_an_offer_to_call_the_game_off_is_answered_on_the_same_page(
    client: Client, game: Game
) -> None:
    offering = mover(game)
    asked = game.seats.exclude(pk=offering.pk).get()
    client.post(more_address(game, offering), {"act": "cancel"})
    page = client.get(more_address(game, asked)).content.decode()
    assert "offers to call the game off" in page
    client.post(more_address(game, asked), {"act": "accept", "terms": "cancel"})
    game.refresh_from_db()
    assert game.result == {"winners": [], "by": ["cancel"]}


def test_the_page_speaks_the_language_of_the_seat(client: Client, game: Game) -> None:
    seat = mover(game)
    assert seat.user is not None
    seat.user.language = "fr"
    seat.user.save(update_fields=["language"])
    assert '<html lang="fr">' in client.get(board_address(game, seat)).content.decode()


def test_opening_a_move_takes_few_questions_to_the_database(
    client: Client, game: Game, django_assert_max_num_queries: object
) -> None:
    addresses = [move_address(game, number) for number in range(1, 6)]
    client.get(addresses[0])
    with django_assert_max_num_queries(5 * 8):  # type: ignore[operator]
        for address in addresses:
            client.get(address)
