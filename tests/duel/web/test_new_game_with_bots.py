"""The form for a new game offers bots, seat by seat, and the pages say what their words prove."""

import re

import pytest
from django.test import Client

from accounts.bots import bot_of
from accounts.models import User
from duel.lobby.proposals import accept, propose
from duel.models import Game, Status
from duel.record.log import read_log
from duel.words.terms import Terms
from engine.bots import LEVELS

pytestmark = [pytest.mark.django_db, pytest.mark.words]

FOR_TWO = {"game": "duel", "time": "3-days", "late": "claim"}
FOR_FOUR = FOR_TWO | {"game": "splendor", "seats": "4"}
DRAWN = "The word of a bot is derived from the secret"


@pytest.fixture
def as_ada(ada: User) -> Client:
    browser = Client()
    browser.force_login(ada)
    return browser


def levels_at(game: Game) -> list[str]:
    return [seat.user.bot for seat in game.seats.select_related("user") if seat.user]


@pytest.mark.parametrize("level", LEVELS)
def test_a_bot_is_an_opponent_to_choose(as_ada: Client, level: str) -> None:
    assert f'value="bot-{level}"' in as_ada.get("/new/").content.decode()

    answer = as_ada.post("/new/", FOR_TWO | {"opponent": f"bot-{level}", "is_public": "on"})

    game = Game.objects.get()
    assert (game.status, game.is_public) == (Status.RUNNING, True)
    assert levels_at(game) == ["", level]
    assert answer["Location"] == f"/games/{game.public_id}/"


def test_each_seat_of_four_can_be_a_bots(as_ada: Client, bruno: User) -> None:
    page = as_ada.get("/new/?game=splendor&seats=4").content.decode()
    assert re.findall(r'<select name="(bot_\d)"', page) == ["bot_1", "bot_2", "bot_3"]
    chosen = {"opponent": "anyone", "address": bruno.email, "bot_3": "journeyman"}

    as_ada.post("/new/", FOR_FOUR | chosen)

    game = Game.objects.get()
    assert (game.status, game.is_listed) == (Status.PROPOSED, True)
    assert levels_at(game) == ["", "journeyman"]
    assert game.seats.get(number=1).invited_address == bruno.email


def test_bots_in_all_other_seats_begin_at_once(as_ada: Client) -> None:
    chosen = {"bot_1": "apprentice", "bot_2": "journeyman", "bot_3": "apprentice"}

    as_ada.post("/new/", FOR_FOUR | chosen | {"opponent": "address"})

    game = Game.objects.get()
    assert (game.status, game.is_listed) == (Status.RUNNING, False)
    assert levels_at(game) == ["", "apprentice", "journeyman", "apprentice"]


@pytest.mark.parametrize(
    ("chosen", "told"),
    [
        (
            {"opponent": "link", "address": "nina@elsewhere.example", "bot_1": "journeyman"},
            "Write an address or choose a bot for this seat, not both.",
        ),
        (
            {"opponent": "address", "bot_1": "journeyman", "bot_2": "journeyman"},
            "Write an address or choose a bot for each of the others",
        ),
        ({"opponent": "myself", "bot_1": "journeyman"}, "all seats are yours: choose no bot."),
        ({"opponent": "link", "bot_1": "grandmaster"}, "Select a valid choice."),
        (
            {"opponent": "link", "address_2": "journeyman@bots.invalid"},
            "A bot is not invited by its address",
        ),
    ],
)
def test_what_cannot_be_meant_is_told_and_nothing_is_lost(
    as_ada: Client, chosen: dict[str, str], told: str
) -> None:
    page = as_ada.post("/new/", FOR_FOUR | chosen).content.decode()

    assert told in page
    assert re.search(f'value="{chosen["opponent"]}"[^>]* checked', page)
    for value in set(chosen.values()) & {"journeyman", "nina@elsewhere.example"}:
        assert re.search(f'value="{value}"', page)
    assert not Game.objects.exists()


def test_ones_own_word_can_come_first(as_ada: Client, ada: User) -> None:
    assert DRAWN in as_ada.get("/new/").content.decode()
    answer = as_ada.post(
        "/new/", FOR_TWO | {"opponent": "bot-apprentice", "own_word": "on"}, follow=True
    )
    page = answer.content.decode()
    game = Game.objects.get()
    assert game.status == Status.PROPOSED
    assert game.commitment in page
    assert "The game begins as soon as you have put your own word" in page
    assert "Hand this link" not in page
    assert "<li>Apprentice (bot)</li>" in page
    lobby = as_ada.get("/").content.decode()
    assert "with Apprentice (bot): it begins with your word for the shuffle" in lobby

    answer = as_ada.post(f"/challenge/{game.public_id}", {"act": "word", "word": "sealing wax"})

    assert answer["Location"] == f"/games/{game.public_id}/"
    game.refresh_from_db()
    assert game.status == Status.RUNNING
    assert read_log(game).header.nonces[0] == "sealing wax"


def test_whoever_is_to_join_a_bot_reads_what_its_word_proves(
    as_ada: Client, bruno: User, client: Client
) -> None:
    as_ada.post("/new/", FOR_FOUR | {"opponent": "link", "bot_1": "journeyman"})
    game = Game.objects.get()

    client.force_login(bruno)
    page = client.get(f"/challenge/{game.public_id}").content.decode()

    assert DRAWN in page
    assert "at the table so far: Ada and Journeyman (bot)" in page


def test_games_without_bots_say_nothing_of_them(ada: User, bruno: User, client: Client) -> None:
    game = propose(by=ada, terms=Terms(), invite=[bruno.email])
    client.force_login(bruno)

    assert DRAWN not in client.get(f"/challenge/{game.public_id}").content.decode()


def test_a_seat_that_stayed_free_is_given_to_a_bot(as_ada: Client, ada: User, bruno: User) -> None:
    game = propose(by=ada, terms=Terms(game="splendor", seats=3))
    address = f"/challenge/{game.public_id}"
    assert "Give the seat to a bot" in as_ada.get(address).content.decode()
    as_ada.post(address, {"act": "seat-bot", "level": "journeyman"})
    game.refresh_from_db()
    assert game.status == Status.PROPOSED

    accept(public_id=game.public_id, by=bruno)

    game.refresh_from_db()
    assert game.status == Status.RUNNING
    assert [seat.user for seat in game.seats.all()] == [ada, bot_of("journeyman"), bruno]


@pytest.mark.parametrize(("seats", "level"), [(3, "grandmaster"), (2, "apprentice")])
def test_a_bot_takes_no_seat_that_is_not_for_it(
    as_ada: Client, ada: User, seats: int, level: str
) -> None:
    game = propose(by=ada, terms=Terms(game="splendor", seats=seats))

    page = as_ada.post(f"/challenge/{game.public_id}", {"act": "seat-bot", "level": level})

    assert 'class="errors"' in page.content.decode()
    assert game.seats.count() == 1


def test_only_the_proposer_seats_a_bot(ada: User, bruno: User, client: Client) -> None:
    game = propose(by=ada, terms=Terms(game="splendor", seats=3), is_listed=True)
    accept(public_id=game.public_id, by=bruno)
    client.force_login(bruno)
    assert (
        "Give the seat to a bot" not in client.get(f"/challenge/{game.public_id}").content.decode()
    )

    client.post(f"/challenge/{game.public_id}", {"act": "seat-bot", "level": "apprentice"})

    assert game.seats.count() == 2
