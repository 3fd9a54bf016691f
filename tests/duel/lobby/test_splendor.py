"""Splendor for two to four, with its options: proposed by the form, joined, begun and listed."""

import re
from html import unescape

import pytest
from django.test import Client

from accounts.models import User
from duel.games.registry import full_title
from duel.lobby.proposals import accept, propose
from duel.models import Game, Status
from duel.play.moves import resign
from duel.words.terms import Terms
from engine.kinds import Channel
from tests.duel.tables import a_quiet_move, assert_sound, submit
from tests.duel.toy.table import begin_of_three as begin_of_several

pytestmark = pytest.mark.django_db

ANSWERS = {"opponent": "anyone", "game": "splendor", "time": "3-days", "late": "claim"}


@pytest.fixture
def as_ada(ada: User) -> Client:
    browser = Client()
    browser.force_login(ada)
    return browser


def words_of(content: bytes) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", content.decode())).split())


@pytest.mark.parametrize(
    ("seats", "options", "title"),
    [
        (2, ["noble11"], "Splendor for 2, with the eleventh noble"),
        (3, ["cities"], "Splendor for 3, with Cities"),
        (4, ["cities", "posts"], "Splendor for 4, with Cities and Trading Posts"),
    ],
)
def test_it_is_proposed_by_the_form_and_begins_when_it_is_full(
    seats: int, options: list[str], title: str, as_ada: Client
) -> None:
    as_ada.post("/new/", ANSWERS | {"seats": seats, "options": options})
    game = Game.objects.get()
    assert title in words_of(as_ada.get("/").content)
    for number in range(1, seats):
        assert game.status == Status.PROPOSED
        person = User.objects.create_user(f"p{number}@duelpost.example", name=f"P{number}")
        accept(public_id=game.public_id, by=person)
        game.refresh_from_db()
    assert game.status == Status.RUNNING
    assert_sound(game)
    assert title in words_of(as_ada.get("/").content)
    board = as_ada.get(f"/games/{game.public_id}/", follow=True)
    assert title in words_of(board.content)


def test_with_cities_the_form_does_not_take_the_eleventh_noble(as_ada: Client) -> None:
    answers = ANSWERS | {"seats": 3, "options": ["cities", "noble11"]}
    page = words_of(as_ada.post("/new/", answers).content)
    assert "The eleventh noble cannot be played with the rest of what you chose" in page
    assert not Game.objects.exists()


def test_the_form_hides_the_eleventh_noble_right_beside_cities(as_ada: Client) -> None:
    page = as_ada.get("/new/?game=splendor&seats=4").content.decode()
    assert re.findall(r'name="options" value="(\w+)"', page) == ["cities", "noble11", "posts"]
    assert page.count("unless-ticked") == 1


def test_against_oneself_all_seats_are_ones_own(as_ada: Client, ada: User) -> None:
    as_ada.post("/new/", ANSWERS | {"opponent": "myself", "seats": 4})
    game = Game.objects.get()
    assert [seat.user for seat in game.seats.all()] == [ada] * 4
    assert game.status == Status.RUNNING


def test_what_is_played_is_named_once_for_all_lists(ada: User) -> None:
    terms = Terms(game="splendor", seats=3)
    assert full_title(terms) == "Splendor for 3"
    assert full_title(Terms()) == "Splendor Duel", "It is always for two."
    assert propose(by=ada, terms=terms).seat_count == 3


@pytest.mark.words
def test_nobody_who_has_left_is_said_to_be_to_move(
    as_ada: Client, ada: User, bruno: User, olga: User
) -> None:
    game = begin_of_several(ada, bruno, olga, game="splendor", seats=3, leaving="open")
    while game.to_move != 1:
        submit(game, a_quiet_move(game))
    assert f"{bruno} is to move" in words_of(as_ada.get("/").content)
    resign(public_id=game.public_id, seat=1, channel=Channel.LINK)
    page = words_of(as_ada.get("/").content)
    assert f"{bruno} is to move" not in page
    assert f"{bruno} has left, and the seat is offered to others until" in page
