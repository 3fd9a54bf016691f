"""The list of open challenges: all terms, filters, and who may read and take them."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries
from pytest_django.fixtures import Settings

from accounts.models import User
from duel.lobby.proposals import accept, propose
from duel.models import Game, Leaving
from duel.web.challenge_list import ON_A_PAGE
from duel.words.naming import DAY, HOUR
from duel.words.terms import Terms, TimeControl

pytestmark = pytest.mark.django_db

LIST = "/challenges/"
FOUR = Terms(
    game="splendor",
    seats=4,
    options=frozenset({"cities", "posts"}),
    time=TimeControl(grace=0, bank=3 * DAY, increment=12 * HOUR, cap=5 * DAY, free_weekends=True),
    is_public=True,
    warns=False,
    leaving=Leaving.OPEN.value,
)


def listed(client: Client, **wanted: str) -> list[str]:
    """The public ids in the list, in their order."""
    page = client.get(LIST, wanted)
    assert page.status_code == 200
    return re.findall(r'<h3>\s*<a href="/challenge/(\w+)"', page.content.decode())


def put_up(by: User, terms: Terms | None = None) -> Game:
    return propose(by=by, terms=terms or Terms(), is_listed=True)


def handed_on(game: Game) -> None:
    """Let the game be somebody else's, so that its proposer may put up another one."""
    other = User.objects.create_user(f"{game.public_id}@elsewhere.example", name="Somebody")
    game.seats.update(user=other)


def test_nothing_that_one_agrees_to_is_hidden(
    client: Client, ada: User, settings: Settings
) -> None:
    settings.UNSEND_SECONDS = 300
    put_up(ada, FOUR)
    page = " ".join(client.get(LIST).content.decode().split())
    for term in (
        "Splendor for 4, with Cities and Trading Posts with Ada",
        "3 seats of 4 are free.",
        "Each player has 3 days in the bank.",
        "Each finished turn adds 12 hours to the bank, up to 5 days.",
        "Saturdays and Sundays do not count.",
        "any other player may claim the game or grant more time",
        "anybody here may take the seat within seven days",
        "Length of such a game",
        "Anyone may watch, but no other player or spectator sees your hidden cards.",
        "Nobody is warned when another could win on the next turn.",
        "can be taken back for 5 minutes",
        "Open until",
    ):
        assert term in page, term


def test_other_terms_read_otherwise(client: Client, ada: User) -> None:
    put_up(ada, Terms(time=TimeControl(grace=7 * DAY, late_may_be_claimed=False)))
    page = " ".join(client.get(LIST).content.decode().split())
    for term in (
        "Each turn may take 7 days.",
        "the game is lost at once",
        "Only the players see the game.",
        "Each player is warned when the opponent could win",
        "A turn cannot be taken back unless all agree.",
    ):
        assert term in page, term


def test_whoever_joins_finds_the_same_terms_there(client: Client, ada: User) -> None:
    game = put_up(ada, FOUR)
    sentences = re.findall(r"<li>(.*?)</li>", client.get(LIST).content.decode(), re.DOTALL)
    shown_terms = {" ".join(each.split()) for each in sentences if "<" not in each} - {""}
    page = " ".join(
        client.get(reverse("duel:challenge", args=[game.public_id])).content.decode().split()
    )
    agreed = {each for each in shown_terms if "free." not in each}
    assert len(agreed) > 6
    assert {each for each in agreed if each not in page} == set()


def test_the_newest_comes_first_and_only_what_can_be_taken(
    client: Client, ada: User, bruno: User, eve: User
) -> None:
    first, second = put_up(ada), put_up(bruno)
    propose(by=ada, terms=Terms())
    propose(by=ada, terms=Terms(), invite=["nina@elsewhere.example"])
    accept(public_id=put_up(ada).public_id, by=eve)
    past = put_up(ada)
    Game.objects.filter(pk=past.pk).update(expires_at=timezone.now() - timedelta(minutes=1))
    assert listed(client) == [second.public_id, first.public_id]
    client.force_login(ada)
    assert listed(client) == [second.public_id]


def test_a_seat_that_is_kept_for_somebody_is_told_without_an_address(
    client: Client, ada: User
) -> None:
    propose(by=ada, terms=FOUR, invite=["nina@elsewhere.example"], is_listed=True)
    page = " ".join(client.get(LIST).content.decode().split())
    assert "2 seats of 4 are free. 1 is kept for somebody who was invited." in page
    assert "nina@" not in page


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        ({}, {"duel", "slow", "four"}),
        ({"game": "duel"}, {"duel", "slow"}),
        ({"game": "splendor"}, {"four"}),
        ({"seats": "2"}, {"duel", "slow"}),
        ({"seats": "4"}, {"four"}),
        ({"seats": "3"}, set()),
        ({"pace": "fast"}, {"four"}),
        ({"pace": "medium"}, {"duel"}),
        ({"pace": "slow"}, {"slow"}),
        ({"option": "cities"}, {"four"}),
        ({"option": "noble11"}, set()),
        ({"option": "none"}, {"duel", "slow"}),
        ({"game": "duel", "pace": "slow"}, {"slow"}),
        ({"game": "chess", "seats": "many", "pace": "9", "option": "'"}, {"duel", "slow", "four"}),
    ],
)
def test_one_finds_what_one_looks_for(
    wanted: dict[str, str], found: set[str], client: Client, ada: User, bruno: User
) -> None:
    there = {
        "duel": put_up(ada),
        "slow": put_up(ada, Terms(time=TimeControl(grace=14 * DAY))),
        "four": put_up(bruno, FOUR),
    }
    assert set(listed(client, **wanted)) == {there[name].public_id for name in found}


def test_nothing_found_is_said(client: Client, ada: User) -> None:
    assert "Nobody is waiting" in client.get(LIST).content.decode()
    put_up(ada)
    assert "No challenge is like that" in client.get(LIST, {"seats": "4"}).content.decode()


def test_many_challenges_stand_on_several_pages(
    client: Client, ada: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for _ in range(ON_A_PAGE + 2):
        handed_on(put_up(ada))
    assert len(listed(client)) == ON_A_PAGE
    assert len(listed(client, page="2")) == 2
    assert len(listed(client, page="99")) == 2
    page = client.get(LIST, {"game": "duel", "page": "2"}).content.decode()
    assert "?game=duel&amp;page=1" in page
    for page_number in ("1", "2"):
        with django_assert_num_queries(3):
            client.get(LIST, {"page": page_number})


def test_a_visitor_signs_in_and_comes_back_to_the_challenge(client: Client, ada: User) -> None:
    game = put_up(ada)
    way = f"/sign-in/?next=/challenge/{game.public_id}"
    answer = client.get(LIST)
    assert f'href="{way}"' in answer.content.decode()
    assert answer["X-Robots-Tag"] == "noindex"
    assert f'value="/challenge/{game.public_id}"' in client.get(way).content.decode()


def test_the_front_page_shows_a_few_of_them(client: Client, ada: User, bruno: User) -> None:
    games = [put_up(who) for who in (ada, ada, bruno, bruno)]
    page = client.get("/").content.decode()
    shown = re.findall(r'<h3>\s*<a href="/challenge/(\w+)"', page)
    assert shown == [game.public_id for game in reversed(games)][:3]
    assert "Each turn may take 3 days." in page
