"""The site's pages as somebody signed in sees them: usable by everyone, on a narrow phone too."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal

import pytest

from accounts.models import User
from duel.lobby.proposals import propose
from duel.play.moves import resign
from duel.words.terms import Terms
from tests.browser.test_table import address, sign_in
from tests.duel.tables import a_quiet_move, begin, make_final, submit

if TYPE_CHECKING:
    from playwright.sync_api import Page


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_everyone_can_use_each_page_of_the_site(  # noqa: PLR0917
    scheme: Literal["light", "dark"],
    page: "Page",
    live_server: Any,
    ada: User,
    bruno: User,
    assert_accessible: Callable[[], None],
) -> None:
    over = begin(ada, bruno)
    resign(public_id=over.public_id, seat=1, channel="web")
    game = begin(ada, bruno)
    submit(game, a_quiet_move(game))
    make_final(game)
    propose(by=bruno, terms=Terms())
    page.emulate_media(color_scheme=scheme)
    page.set_viewport_size({"width": 320, "height": 800})
    look_at(page, "/", assert_accessible)
    sign_in(page.context, ada, live_server.url)
    for path in (
        "/",
        address(game),
        address(over),
        f"{address(game)}timeline/",
        f"{address(over)}replay/",
        "/replay/",
        "/help/",
        "/help/duel/",
        "/challenges/",
        "/club/",
        "/account/tokens/",
    ):
        look_at(page, path, assert_accessible)


def look_at(page: "Page", path: str, assert_accessible: Callable[[], None]) -> None:
    response = page.goto(path)
    assert response is not None
    assert response.ok, f"{path}: {response.status}"
    assert_accessible()
    overflow = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
    assert overflow <= 0, f"{path} is {overflow} pixels too wide"
