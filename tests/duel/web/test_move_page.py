from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterator
from dataclasses import replace
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.core.cache import cache
from django.test import Client

from accounts.models import User
from duel.models import Game, LogEntry, Note
from duel.play.moves import resign
from duel.record.links import read_link
from duel.record.log import read_log
from duel.web.game.context import PRESSES_PER_MINUTE
from engine.duel import GAME
from engine.kinds import Channel
from tests.duel.letter_links import (
    a_move,
    board_address,
    more_address,
    move_address,
    move_addresses,
    mover,
    play_to,
)
from tests.duel.letters.outbox import play_to_a_handover
from tests.duel.tables import a_quiet_move, begin, legal_moves, play_any, submit

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(ada: User, bruno: User) -> Game:
    """Some turns have been played; the next one begins."""
    game = begin(ada, bruno)
    for _ in range(4):
        submit(game, a_quiet_move(game))
    return game


@pytest.fixture
def limits_of_its_own() -> Iterator[None]:
    """What is counted in this test is not held against the next."""
    yield
    cache.clear()


@pytest.mark.words
def test_opening_a_move_however_often_plays_nothing(client: Client, game: Game) -> None:
    before = LogEntry.objects.filter(kind="move").count()
    for address in move_addresses(game).values():
        assert client.get(address).status_code == 200
        assert client.head(address).status_code == 200
    assert LogEntry.objects.filter(kind="move").count() == before


def test_a_press_plays_the_move_and_shows_where_the_game_stands(client: Client, game: Game) -> None:
    text = legal_moves(game)[0]
    answer = client.post(move_address(game), {"note": " Red  suits me. "})
    assert answer.status_code == 302
    assert urlsplit(answer["Location"]).path.startswith("/board/")
    assert client.get(answer["Location"]).status_code == 200
    assert LogEntry.objects.filter(game=game, text=text).exists()
    assert Note.objects.get(game=game).text == "Red suits me."


def test_pressing_twice_plays_once_and_keeps_the_note(client: Client, game: Game) -> None:
    address = move_address(game)
    client.post(address, {"note": "Red suits me."})
    before = LogEntry.objects.count()
    assert client.post(address, {"note": "Blue as well."}).status_code == 302
    assert LogEntry.objects.count() == before
    assert Note.objects.get(game=game).text == "Red suits me."


def test_pressing_again_days_later_tells_what_happened_and_opens_nothing_new(
    client: Client, game: Game
) -> None:
    seat, address = mover(game), move_address(game, a_quiet_move(game))
    client.post(address)
    game.refresh_from_db()
    while game.to_move != seat.number:
        play_any(game)
    before = LogEntry.objects.filter(kind="move").count()
    for answer in (client.post(address), client.get(address)):
        assert answer.status_code == 200
        assert "You played this move" in answer.content.decode()
        assert "What happened since" in answer.content.decode()
        assert "/board/" not in answer.content.decode()
    assert LogEntry.objects.filter(kind="move").count() == before


def test_no_link_page_sets_a_cookie_or_may_be_kept(client: Client, game: Game) -> None:
    for address in (move_address(game), board_address(game, mover(game))):
        answer = client.get(address)
        assert not answer.cookies
        assert "no-store" in answer["Cache-Control"]
        assert "noindex" in answer["X-Robots-Tag"]
        assert answer["Referrer-Policy"] == "same-origin"


def test_a_forged_link_opens_nothing(client: Client, game: Game) -> None:
    address = move_address(game)
    assert client.get(address[:-1]).status_code == 404
    assert client.post(address[:-3] + "abc").status_code == 404
    assert client.get("/go/garbage").status_code == 404


def test_a_step_can_be_taken_back_as_long_as_its_turn_goes_on(
    client: Client, game: Game, settings: Any
) -> None:
    """No letter is about to leave, so no seconds are counted."""
    play_to(game, lambda position, legal: any(move.startswith("use ") for move in legal))
    for settings.UNSEND_SECONDS in (300, 0):
        page = client.get(move_address(game, a_move(game, "use "))).content.decode()
        assert "You can take it back while your turn goes on" in page
        assert "until the letter to" not in page
        assert "leaves at once" not in page


def test_a_link_for_one_purpose_opens_no_other_page(client: Client, game: Game) -> None:
    token = board_address(game, mover(game)).rsplit("/", 1)[1]
    assert client.get(f"/more/{token}").status_code == 404
    assert client.get(f"/go/{token}").status_code == 404


def test_a_link_altered_to_the_other_seat_opens_nothing(client: Client, game: Game) -> None:
    token = move_address(game).rsplit("/", 1)[1]
    link = read_link(token)
    assert link is not None
    data = bytearray(urlsafe_b64decode(token + "=" * (-len(token) % 4)))
    place = len(data) - len(link.signature) - 3  # before the ply, the number and the signature
    assert data[place] == link.seat
    data[place] = 1 - link.seat
    altered = urlsafe_b64encode(data).rstrip(b"=").decode()
    assert read_link(altered) == replace(link, seat=1 - link.seat)
    assert client.get(f"/go/{altered}").status_code == 404
    assert client.post(f"/go/{altered}").status_code == 404


def test_another_move_for_a_ply_that_has_passed_is_refused_and_told(
    client: Client, game: Game
) -> None:
    """Two devices: on one the move is made, on the other an older page is still open."""
    quiet = a_quiet_move(game)
    other = next(move for move in legal_moves(game) if move.startswith("take ") and move != quiet)
    unplayed = move_address(game, other)
    client.post(move_address(game, quiet))
    before = LogEntry.objects.count()
    answer = client.post(unplayed)
    assert LogEntry.objects.count() == before
    assert answer.status_code == 409
    page = answer.content.decode()
    assert "The game has moved on" in page
    assert "Nothing was changed" in page
    assert "You took" in page
    assert "Open the board" in page
    assert "The game has moved on" in client.get(unplayed).content.decode()


def test_older_links_of_a_turn_that_goes_on_lead_to_its_rest(
    client: Client, ada: User, bruno: User
) -> None:
    game = begin(ada, bruno)
    submit(game, a_quiet_move(game))
    older = [move_address(game, 1), board_address(game, mover(game))]
    client.post(move_address(game, a_move(game, "use ")))
    game.refresh_from_db()
    for address in older:
        answer = client.get(address, follow=True)
        assert answer.redirect_chain == [(board_address(game, mover(game)), 302)]
        assert "It is your turn." in answer.content.decode()
    assert client.post(older[0]).status_code == 409


def test_the_page_says_whether_the_move_is_final(
    client: Client, ada: User, bruno: User, settings: Any
) -> None:
    settings.UNSEND_SECONDS = 300
    game = begin(ada, bruno)
    quiet = client.get(move_address(game, a_quiet_move(game))).content.decode()
    assert "You can take it back for 5 minutes" in quiet
    reserve = client.get(move_address(game, a_move(game, "reserve "))).content.decode()
    assert "Final: it turns up" in reserve
    play_to(game, lambda position, legal: any(move == "replenish" for move in legal))
    submit(game, "replenish")
    after = client.get(move_address(game, a_quiet_move(game))).content.decode()
    assert "Your turn has turned something up already" in after


def winning(position: Any, legal: list[str]) -> list[str]:
    return [move for move in legal if GAME.outcome(GAME.apply(position, move))]


@pytest.mark.words
def test_the_page_of_a_move_that_wins_says_so(client: Client, ada: User, bruno: User) -> None:
    game = begin(ada, bruno)
    play_to(game, lambda position, legal: 0 < len(winning(position, legal)) < len(legal))
    wins = winning(read_log(game).course.position, legal_moves(game))
    for move, address in move_addresses(game).items():
        page = client.get(address).content.decode()
        assert ("This wins the game." in page) == (move in wins)
        if move in wins:
            assert "You can take it back" not in page
    client.post(move_address(game, wins[0]))
    game.refresh_from_db()
    assert game.result is not None


def test_links_of_a_game_that_is_over_say_how_it_ended(client: Client, game: Game) -> None:
    seat, address = mover(game), move_address(game)
    resign(public_id=game.public_id, seat=seat.number, channel=Channel.WEB)
    answer = client.get(address)
    assert answer.status_code == 200
    assert "This game is over" in answer.content.decode()
    assert "you resigned" in answer.content.decode()
    assert client.post(address).status_code == 409


@pytest.mark.usefixtures("limits_of_its_own")
def test_presses_are_limited_and_looks_are_not(client: Client, game: Game) -> None:
    address = move_address(game)
    for _ in range(PRESSES_PER_MINUTE):
        client.post(more_address(game, mover(game)), {"act": "nothing"})
    before = LogEntry.objects.count()
    assert client.post(address).status_code == 429
    assert client.get(address).status_code == 200
    assert LogEntry.objects.count() == before


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
    assert "If you agree, it ends at once, without a winner." in page
    client.post(more_address(game, asked), {"act": "accept", "terms": "cancel"})
    game.refresh_from_db()
    assert game.result == {"winners": [], "by": ["cancel"]}


def test_the_page_speaks_the_language_of_the_seat(client: Client, game: Game) -> None:
    seat = mover(game)
    assert seat.user is not None
    seat.user.language = "fr"
    seat.user.save(update_fields=["language"])
    assert '<html lang="fr">' in client.get(board_address(game, seat)).content.decode()


@pytest.mark.parametrize("plies", [1, 40])
def test_opening_a_move_takes_three_statements_to_the_database(
    plies: int, client: Client, ada: User, bruno: User, django_assert_num_queries: Any
) -> None:
    """Its table, the use of the link, the hash of the position: for each of 200 links."""
    game = begin(ada, bruno)
    play_to_a_handover(game, least=plies)
    addresses = list(move_addresses(game).values())
    cache.clear()
    client.get(addresses[0])
    with django_assert_num_queries(len(addresses) * 3):
        for address in addresses:
            client.get(address)


def test_where_letters_leave_at_once_the_page_promises_no_way_back(
    client: Client, game: Game, settings: Any
) -> None:
    settings.UNSEND_SECONDS = 0
    page = client.get(move_address(game, a_quiet_move(game))).content.decode()
    assert "leaves at once, so a turn cannot be taken back" in page
