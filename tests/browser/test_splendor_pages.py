"""The pages of a game of four with both modules are accessible in a real browser."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Literal

import pytest

from accounts.models import User
from duel.models import Game
from tests.duel.games.splendor.test_letters import begun, played
from tests.duel.letter_links import board_address, move_address, mover

if TYPE_CHECKING:
    from playwright.sync_api import Page


@pytest.fixture
def game(page: "Page", ada: User, bruno: User, olga: User, eve: User) -> Game:
    """A game of four in which some cards were bought."""
    return played(begun(ada, bruno, olga, eve), 60)


@pytest.mark.parametrize("seen", [("light", 1200, "en"), ("dark", 390, "fr")])
def test_everyone_can_use_the_pages_of_a_turn(
    seen: tuple[Literal["light", "dark"], int, str],
    page: "Page",
    game: Game,
    assert_accessible: Callable[[], None],
) -> None:
    scheme, width, language = seen
    User.objects.update(language=language)
    page.emulate_media(color_scheme=scheme)
    page.set_viewport_size({"width": width, "height": 800})
    for address in (board_address(game, mover(game)), move_address(game)):
        page.goto(address)
        assert_accessible()
        overflow = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
        assert overflow <= 0, f"{page.title()} is {overflow} pixels too wide"
