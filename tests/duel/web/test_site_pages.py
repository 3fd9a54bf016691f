import pytest
from django.test import Client
from django.urls import reverse
from pytest_django.fixtures import Settings

from accounts.models import User
from tests.duel.tables import begin

pytestmark = pytest.mark.words

PAGES = ["duel:home", "duel:challenges", "duel:imprint", "duel:privacy", "accounts:sign-in"]


@pytest.mark.django_db
@pytest.mark.parametrize("page", PAGES)
def test_a_page_about_the_site_opens_for_everybody(client: Client, ada: User, page: str) -> None:
    assert client.get(reverse(page)).status_code == 200
    client.force_login(ada)
    assert client.get(reverse(page)).status_code == 200


@pytest.mark.parametrize("page", PAGES[2:])
def test_a_page_about_the_site_asks_the_database_nothing(client: Client, page: str) -> None:
    assert client.get(reverse(page)).status_code == 200


@pytest.mark.django_db
def test_no_page_shows_an_address_of_a_player(client: Client, ada: User, bruno: User) -> None:
    game = begin(ada, bruno)
    client.force_login(ada)
    pages = [*map(reverse, PAGES), reverse("duel:game", args=[game.public_id])]
    contents = [client.get(page, follow=True).content for page in pages]
    assert b"Bruno" in contents[0]
    assert b"Bruno" in contents[-1]
    for content in contents:
        assert b"bruno@" not in content


def test_the_imprint_shows_what_the_operator_wrote(client: Client, settings: Settings) -> None:
    settings.IMPRINT = "Ada & Bruno | 1 Rue du Louvre, Paris"
    page = client.get(reverse("duel:imprint")).content.decode()
    assert "Ada &amp; Bruno" in page
    assert "1 Rue du Louvre, Paris" in page


def test_a_reader_can_choose_the_language(client: Client) -> None:
    client.post(reverse("set_language"), {"language": "fr"}, headers={"referer": "/"})
    assert '<html lang="fr">' in client.get(reverse("duel:imprint")).content.decode()


def test_a_page_without_an_icon_of_its_own_gets_ours(client: Client) -> None:
    answer = client.get("/favicon.ico")
    assert answer["Location"] == "/static/favicon.svg"
    assert client.get(answer["Location"]).status_code == 200
