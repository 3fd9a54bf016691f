"""The form of a game for several on a narrow screen, without a script."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from accounts.models import User
from duel.lobby.proposals import decline
from duel.models import Game
from tests.browser.test_lobby import sign_in

if TYPE_CHECKING:
    from playwright.sync_api import Page

NINA, OTTO = "nina@elsewhere.example", "otto@elsewhere.example"


def assert_fits(page: "Page") -> None:
    overflow = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
    assert overflow <= 0, f"{page.url} is {overflow} pixels too wide"


@pytest.mark.usefixtures("wide")
def test_a_game_for_three_is_proposed_and_its_free_seat_filled(
    page: "Page", ada: User, assert_accessible: Callable[[], None]
) -> None:
    sign_in(page, ada)
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto("/new/")
    page.get_by_role("link", name="Toy for 3").click()
    assert_accessible()
    assert_fits(page)
    tenth = page.get_by_label("a tenth number")
    assert tenth.is_visible()
    page.get_by_label("the Hills", exact=True).check()
    assert not tenth.is_visible(), "It is not offered beside the Hills."
    page.get_by_label("The first e-mail address").fill(NINA)
    page.get_by_label("The second e-mail address").fill(OTTO)
    page.get_by_role("button", name="Propose this game").click()
    page.get_by_role("heading", name="a game of Toy for 3, with the Hills").wait_for()
    decline(public_id=Game.objects.get().public_id, address=NINA)
    page.reload()
    page.get_by_text("Declined: nina@elsewhere.example.").wait_for()
    assert_accessible()
    assert_fits(page)
    page.get_by_role("button", name="Let whoever comes first sit down").click()
    page.get_by_text("1 seat for whoever comes first").wait_for()
    page.goto("/")
    page.get_by_text("2 players are missing").wait_for()
    assert_accessible()
