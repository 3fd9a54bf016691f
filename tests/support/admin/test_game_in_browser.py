"""An operator finds a game, reads why its player is unhappy, looks back, and looks under."""

import re
from collections.abc import Callable

import pytest
from django.test import Client
from django.utils import timezone
from playwright.sync_api import Page, expect

from accounts.models import User
from support.models import Dispute
from tests.browser.test_lobby import sign_in
from tests.duel.letter_links import move_address
from tests.duel.tables import begin, play_any

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def cast(ada: User, bruno: User, olga: User) -> tuple[User, User, User]:
    return ada, bruno, olga


def test_an_operator_looks_into_a_game(
    page: Page,
    assert_accessible: Callable[[], None],
    client: Client,
    cast: tuple[User, User, User],
) -> None:
    ada, bruno, olga = cast
    game = begin(ada, bruno)
    for _ in range(5):
        play_any(game)
    for number in (1, 2, 3):
        client.get(move_address(game, number))
    Dispute.objects.create(
        game=game,
        seat=0,
        reporter=ada,
        topic="mail",
        text="Nothing came",
        ply=game.ply,
        channel="web",
        reported_at=timezone.now(),
    )
    sign_in(page, olga)
    page.goto("/admin/duel/game/")
    page.get_by_role("textbox", name="Search").fill("bruno@")
    page.get_by_role("button", name="Search").click()
    page.get_by_role("link", name="disputed").click()
    page.get_by_role("link", name=game.public_id).click()
    stands = page.get_by_role("region", name="How it stands")
    assert "is to move, since" in stands.inner_text()
    assert "“Nothing came”" in stands.inner_text()
    assert "fetched 3 times" in stands.inner_text()
    assert_accessible()

    position = page.get_by_role("region", name=f"Position at ply {game.ply} of {game.ply}")
    position.get_by_role("link", name="Earlier").click()
    page.get_by_role("region", name=f"Position at ply {game.ply - 1} of").wait_for()
    page.get_by_label("Ply", exact=True).fill("0")
    page.get_by_role("button", name="Show").click()
    start = page.get_by_role("region", name="Position at ply 0 of")
    start.locator("[data-region=board] svg").first.wait_for()
    page.wait_for_load_state()
    assert not start.get_by_role("link", name="Earlier").count()

    page.get_by_label("Why").fill("Ada thinks that the deck is stacked")
    page.get_by_role("button", name="Reveal").click()
    under = page.get_by_role("region", name="Hidden at ply 0")
    expect(under.locator("li.card")).to_have_count(15)
    assert_accessible()
    timeline = page.get_by_role("region", name="Timeline")
    assert "Olga: saw what is hidden at ply 0: Ada thinks" in timeline.inner_text()

    page.set_viewport_size({"width": 360, "height": 800})
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    page.get_by_role("link", name="Hold").click()
    expect(page).to_have_url(re.compile("/decide/hold/"))
    page.get_by_role("button").first.wait_for()
