"""A player presses a link of a broken game; an operator settles it; both read of it."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from tests.browser.test_lobby import sign_in
from tests.duel.integrity.breaking import cut_off
from tests.duel.letter_links import board_address, move_address, mover
from tests.duel.tables import begin, play_any

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_broken_game_is_pressed_in_and_settled(
    page: Page,
    page_problems: list[str],
    assert_accessible: Callable[[], None],
    cast: tuple[User, User, User],
) -> None:
    ada, bruno, olga = cast
    game = begin(ada, bruno)
    for _ in range(5):
        play_any(game)
    link, board = move_address(game), board_address(game, mover(game))
    page.goto(link)
    cut_off(game, 3)
    page.locator("form:has(#note) button").click()
    told = page.locator("main")
    expect(told).to_contain_text("The record of this game is damaged")
    assert_accessible()
    page_problems.clear()  # 409 is meant
    sign_in(page, olga)
    page.goto(f"/admin/duel/game/{game.pk}/change/")
    stands = page.get_by_role("region", name="How it stands")
    assert "The record is damaged: nobody can move" in stands.inner_text()
    assert_accessible()
    page.get_by_role("link", name="Void").click()
    page.get_by_label("Reason").fill("Entries of its log are missing.")
    page.get_by_role("button", name="See what it will do").click()
    page.get_by_role("button", name="Carry out").click()
    settled = f"Settled beside the log (entries found: {game.entries.count()}): void."
    expect(page.locator("body")).to_contain_text(settled)
    assert_accessible()
    page.goto(board)
    assert "An operator declared the game void" in told.inner_text()
    assert_accessible()


@pytest.fixture
def cast(ada: User, bruno: User, olga: User) -> tuple[User, User, User]:
    return ada, bruno, olga
