"""Rules and help: the same in three languages, reachable, and for everybody."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.template import TemplateDoesNotExist
from django.test import Client
from django.urls import reverse

from accounts.models import User
from duel.games.registry import game_choices
from duel.lobby.proposals import propose
from duel.web.guide import page_in
from duel.words.terms import Terms
from tests.duel.letter_links import board_address, mover
from tests.duel.tables import begin
from tests.duel.web.guide_pages import LANGUAGES, NAMES, Element, article, read_html, words_of

pytestmark = pytest.mark.words

OTHERS = tuple(language for language in LANGUAGES if language != "en")


def structure(element: Element) -> list[tuple[str, ...]]:
    """What a page is built of, whatever its language: tags, anchors, facts, drawings."""
    same = ("id", "data-fact", "data-post", "data-ask", "href", "class", "role")
    return [
        (each.tag, *(f"{key}={each.attributes[key]}" for key in same if key in each.attributes))
        for each in element.find()
    ]


def address(name: str) -> str:
    return reverse("duel:help") if name == "index" else reverse("duel:help-page", args=[name])


def test_every_language_of_the_site_is_spoken() -> None:
    assert set(LANGUAGES) == {language for language, _ in settings.LANGUAGES}


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("language", OTHERS)
def test_a_page_is_built_alike_in_every_language(language: str, name: str) -> None:
    assert structure(article(language, name)) == structure(article("en", name))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("language", OTHERS)
def test_no_sentence_was_left_in_english(language: str, name: str) -> None:
    """Paragraph by paragraph: what is the same in two languages was forgotten."""
    kinds = ("p", "li", "td", "dd", "h1", "h2", "h3", "figcaption")
    english, other = article("en", name), article(language, name)
    for tag in kinds:
        for ours, theirs in zip(english.find(tag), other.find(tag), strict=True):
            if len(words_of(ours)) > 20:
                assert words_of(ours) != words_of(theirs)
    for ours, theirs in zip(english.having("aria-label"), other.having("aria-label"), strict=True):
        assert ours.attributes["aria-label"] != theirs.attributes["aria-label"]


def test_a_language_without_a_page_is_an_error_and_not_english() -> None:
    with pytest.raises(TemplateDoesNotExist):
        page_in("xx", "mail")


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_opens_for_everybody_and_asks_the_database_nothing(
    client: Client, language: str, name: str
) -> None:
    answer = client.get(address(name), headers={"accept-language": language})
    page = read_html(answer.content.decode().partition("<!DOCTYPE html>")[2])
    assert answer.status_code == 200
    assert page.find("html")[0].attributes["lang"] == language
    (title,) = page.find("h1")
    assert words_of(title) in words_of(page.find("title")[0])
    contents = page.find("nav", **{"class": "contents"})
    listed = [link.attributes["href"] for nav in contents for link in nav.find("a")]
    anchors = [f"#{each.attributes['id']}" for each in page.find("article")[0].find("h2")]
    assert listed == anchors
    assert len({each.attributes["id"] for each in page.having("id")}) == len(page.having("id"))


def test_there_is_no_help_about_anything_else(client: Client) -> None:
    assert client.get(address("chess")).status_code == 404
    assert client.get(address("index") + "index/").status_code == 404
    assert client.post(address("mail")).status_code == 405


@pytest.mark.django_db
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_link_leads_somewhere(client: Client, ada: User, language: str, name: str) -> None:
    client.force_login(ada)
    for link in article(language, name).find("a"):
        path, _, anchor = link.attributes["href"].partition("#")
        if path.startswith("mailto:"):
            assert path == f"mailto:{settings.CONTACT_ADDRESS}"
            continue
        answer = client.get(path or address(name), headers={"accept-language": language})
        assert answer.status_code == 200, link.attributes["href"]
        if anchor:
            assert f'id="{anchor}"' in answer.content.decode(), link.attributes["href"]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_drawing_is_told_in_words(language: str, name: str) -> None:
    page = article(language, name)
    for figure in page.find("figure"):
        (drawing,) = figure.find("div", role="img")
        assert len(drawing.attributes["aria-label"]) > 20
        assert len(words_of(figure.find("figcaption")[0])) > 20
    for svg in page.find("svg"):
        assert svg.attributes["aria-hidden"] == "true"


@pytest.mark.parametrize("name", NAMES)
def test_every_drawing_is_there(name: str) -> None:
    drawn = (Path(settings.BASE_DIR) / "static" / "tokens.svg").read_text()
    for use in article("en", name).find("use"):
        assert f'id="{use.attributes["href"].partition("#")[2]}"' in drawn


def test_each_game_has_a_page() -> None:
    assert {name for name, _ in game_choices()} < set(NAMES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_french_signs_stand_behind_a_blank_that_no_line_ends_at(language: str) -> None:
    for name in NAMES:
        text = article(language, name).text
        if language == "fr":
            assert not re.search(r"(?<=\S) [:;!?»]|« ", text)
        else:
            assert "\u00a0" not in text


@pytest.mark.django_db
def test_the_rules_are_a_step_away_from_every_game(client: Client, ada: User, bruno: User) -> None:
    game = begin(ada, bruno, is_public=True)
    rules, rulings = address("duel"), address("how-we-play")
    assert address("index") in client.get(board_address(game, mover(game))).content.decode()
    assert rules in client.get(reverse("duel:game", args=[game.public_id])).content.decode()
    client.force_login(ada)
    trouble = client.get(reverse("duel:report", args=[game.public_id]), follow=True)
    assert rulings in trouble.content.decode()
    proposing = client.get(reverse("duel:new-game")).content.decode()
    assert rules in proposing
    assert rulings in proposing


@pytest.mark.django_db
def test_the_terms_lead_to_rules_and_rulings(client: Client, ada: User) -> None:
    game = propose(by=ada, terms=Terms(game="splendor", seats=3), invite=[])
    page = client.get(reverse("duel:challenge", args=[game.public_id])).content.decode()
    assert address("splendor") in page
    assert address("how-we-play") in page
