"""What a visitor finds: a table, a letter, and the ways to begin."""

import re

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries
from pytest_django.fixtures import Settings

from accounts.models import User
from duel.web.home import front
from tests.accounts.conftest import newest_code, send_all

pytestmark = [pytest.mark.django_db, pytest.mark.words]


@pytest.fixture(autouse=True)
def own_limits(settings: Settings) -> None:
    """Count letters that are asked for in this test alone."""
    memory = "django.core.cache.backends.locmem.LocMemCache"
    settings.CACHES = {"default": {"BACKEND": memory, "LOCATION": "front page"}}
    cache.clear()


def front_page(client: Client, language: str = "en") -> str:
    return client.get("/", headers={"accept-language": language}).content.decode()


def test_it_shows_a_table_and_a_letter_of_one_game(client: Client) -> None:
    page = front_page(client)
    assert 'data-region="board"' in page
    assert "Your move, Ada." in page
    for row in ("1  gold   red    green  black  pearl", "5  white  red    blue   blue   ."):
        assert row in page
    assert 'data-mark="a1"' in page or "a1" in page


@pytest.mark.parametrize(
    ("language", "words"), [("en", "The board"), ("fr", "plateau"), ("it", "tabellone")]
)
def test_it_speaks_the_readers_language(language: str, words: str, client: Client) -> None:
    page = front_page(client, language)
    assert f'<html lang="{language}">' in page
    assert words.lower() in page.lower()


def test_nothing_on_it_can_be_pressed_that_does_nothing(client: Client) -> None:
    table = front_page(client).partition('class="front-table"')[2].partition("</section>")[0]
    assert re.findall(r"<button(?![^>]*\bdisabled\b)", table) == []


def test_it_costs_two_queries_however_often_it_is_read(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    front_page(client)
    with django_assert_num_queries(1):  # there is no challenge whose seats could be asked for
        front_page(client)


def test_the_example_is_made_once_for_each_language() -> None:
    assert front() is front()


@pytest.mark.parametrize(
    ("sign_up", "told"),
    [
        ("open", "The same letter makes your account."),
        ("invitation", "New players come by invitation."),
        ("closed", "New players are not taken at the moment."),
    ],
)
def test_it_says_who_may_come(sign_up: str, told: str, client: Client, settings: Settings) -> None:
    settings.SIGN_UP = sign_up
    assert told in front_page(client)


def test_a_newcomer_who_wants_to_invite_somebody_comes_to_it_by_signing_in(
    client: Client,
) -> None:
    assert f'href="{reverse("duel:new-game")}"' in front_page(client)
    sign_in = str(client.get(reverse("duel:new-game"))["Location"])
    assert sign_in == "/sign-in/?next=/new/"
    asked = client.post(sign_in, {"address": "nina@elsewhere.example", "next": "/new/"})
    send_all()
    typed = client.post(asked["Location"], {"code": newest_code()})
    entered = client.post(typed["Location"], {"name": "Nina", "time_zone": "UTC"})
    assert entered["Location"] == "/new/"
    assert client.get("/new/").status_code == 200


@pytest.mark.parametrize(
    "elsewhere",
    ["https://elsewhere.example/", "//elsewhere.example/", "/\\elsewhere.example", "javascript:0"],
)
def test_nobody_is_led_elsewhere_by_signing_in(elsewhere: str, client: Client, ada: User) -> None:
    asked = client.post("/sign-in/", {"address": ada.email, "next": elsewhere})
    send_all()
    entered = client.post(asked["Location"], {"code": newest_code()})
    assert entered["Location"] == "/"


def test_the_letter_can_be_asked_for_right_there(client: Client, ada: User) -> None:
    page = front_page(client)
    form = page.partition('action="/sign-in/"')[2].partition("</form>")[0]
    assert 'name="address"' in form
    assert "/sign-in/" in client.post("/sign-in/", {"address": ada.email})["Location"]
