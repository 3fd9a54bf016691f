"""The pages around a game of three: lobby, calendar, board, watching."""

import pytest
from django.test import Client

from accounts.models import User
from duel.lobby.calendar import agenda_of
from duel.lobby.proposals import accept, decline, propose, rematch
from duel.models import Game
from duel.words.terms import Terms
from tests.duel.clocks.ticking import start_clock
from tests.duel.pages import in_words
from tests.duel.toy.table import begin_of_three, board, play_to_the_end, press

pytestmark = pytest.mark.words


def lobby(person: User) -> str:
    browser = Client()
    browser.force_login(person)
    return browser.get("/").content.decode()


def test_the_lobby_lists_it_with_both_opponents(game: Game, ada: User, bruno: User) -> None:
    assert "Toy" in lobby(ada)
    assert "Bruno" in lobby(ada)
    assert "Carla" in lobby(ada)
    assert "Ada" in lobby(bruno)
    assert "Carla" in lobby(bruno)
    play_to_the_end(game)
    assert "Ada won the game: five was counted." in lobby(bruno)


def test_a_seat_may_stay_open_for_whoever_comes(ada: User, bruno: User, eve: User) -> None:
    game = propose(by=ada, terms=Terms(game="toy", seats=3), invite=[bruno.email], is_listed=True)
    assert "bruno@duelpost.example" in lobby(ada)
    assert "Ada" in lobby(eve)
    accept(public_id=game.public_id, by=eve)
    assert "Toy with Ada, who waits for others" in lobby(eve)
    accept(public_id=game.public_id, by=bruno)
    game.refresh_from_db()
    assert game.to_move == 0
    assert [str(seat.user) for seat in game.seats.order_by("number")] == ["Ada", "Bruno", "Eve"]


def test_an_invited_address_is_shown_to_nobody_but_who_wrote_it(
    ada: User, bruno: User, carla: User
) -> None:
    invited = [bruno.email, carla.email]
    game = propose(by=ada, terms=Terms(game="toy", seats=3), invite=invited)
    accept(public_id=game.public_id, by=carla)
    assert "Toy, bruno@duelpost.example is invited" in lobby(ada)
    browser = Client()
    browser.force_login(carla)
    for page in ("/", f"/challenge/{game.public_id}"):
        assert bruno.email not in browser.get(page).content.decode()
    decline(public_id=game.public_id, address=bruno.email)
    assert "Declined: bruno@duelpost.example." in lobby(ada)
    assert bruno.email not in lobby(carla)


def test_the_calendar_names_both_opponents(game: Game, ada: User, bruno: User) -> None:
    start_clock(game)
    (event,) = agenda_of(ada)
    assert event.summary.startswith("Your turn against Bruno and Carla ends (Toy, ")
    press(game, "one")
    start_clock(game)
    assert agenda_of(ada) == []
    (event,) = agenda_of(bruno)
    assert event.summary.startswith("Your turn against Carla and Ada ends")


def test_watching_shows_the_toy_and_hides_what_is_hidden(
    ada: User, bruno: User, carla: User, eve: User
) -> None:
    game = begin_of_three(ada, bruno, carla, is_public=True)
    press(game, "peek")
    browser = Client()
    browser.force_login(eve)
    page = browser.get(f"/games/{game.public_id}/").content.decode()
    assert "Ada peeks." in page
    assert in_words(page).count("a hidden number") == 3
    for move in ("one", "two", "two", "one", "two", "two", "two", "two"):
        press(game, move)
    assert game.result == {"winners": [2], "by": ["count"]}
    page = browser.get(f"/games/{game.public_id}/").content.decode()
    assert "Carla won the game: five was counted." in page
    assert "Places: 1. Carla, 2. Ada and Bruno." in page
    assert "a hidden number" not in page


def test_a_private_game_is_for_nobody_else(game: Game, eve: User) -> None:
    browser = Client()
    browser.force_login(eve)
    assert browser.get(f"/games/{game.public_id}/").status_code == 404


def test_once_more_invites_both_others(game: Game, ada: User, bruno: User, carla: User) -> None:
    play_to_the_end(game)
    assert "Play Carla and Ada again" in board(game, bruno)
    again = rematch(public_id=game.public_id, by=bruno)
    assert (again.game, again.seat_count) == ("toy", 3)
    assert again.seats.get(number=0).user == bruno
    assert sorted(again.seats.exclude(number=0).values_list("invited_address", flat=True)) == [
        ada.email,
        carla.email,
    ]
    assert rematch(public_id=game.public_id, by=ada) == again
    again.refresh_from_db()
    assert again.to_move is None
    assert rematch(public_id=game.public_id, by=carla) == again
    again.refresh_from_db()
    assert again.to_move == 0
