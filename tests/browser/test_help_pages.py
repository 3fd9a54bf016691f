"""Rules and help in a real browser: in light and dark colours, on a phone."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from tests.duel.web.guide_pages import NAMES


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_everyone_can_read_every_page_of_help(
    scheme: str, page: Page, assert_accessible: Callable[[], None]
) -> None:
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    page.set_viewport_size({"width": 320, "height": 800})
    for name in NAMES:
        response = page.goto("/help/" if name == "index" else f"/help/{name}/")
        assert response is not None
        assert response.ok
        assert_accessible()
        overflow = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
        assert overflow <= 0, f"{name} is {overflow} pixels too wide"
