"""The site's own pages in a real browser."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect


@pytest.mark.parametrize(
    "path", ["/", "/challenges/", "/imprint/", "/privacy/", "/sign-in/", "/mailbox/"]
)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_page_loads_without_complaint_and_everyone_can_use_it(
    path: str, scheme: str, page: Page, assert_accessible: Callable[[], None]
) -> None:
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    response = page.goto(path)
    assert response is not None
    assert response.ok
    expect(page.get_by_role("main")).to_be_visible()
    assert_accessible()


@pytest.mark.parametrize("width", [320, 768, 1280])
def test_no_page_has_to_be_scrolled_sideways(width: int, page: Page) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    for path in ("/", "/challenges/", "/sign-in/", "/mailbox/"):
        page.goto(path)
        overflow = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
        assert overflow <= 0, f"{path} is {overflow} pixels too wide"


def test_the_first_tab_stop_leads_past_the_masthead(page: Page) -> None:
    page.goto("/")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("#main$"))


def test_the_page_turns_to_another_language_and_back(page: Page) -> None:
    page.goto("/")
    page.get_by_role("button", name="Français").click()
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    page.get_by_role("button", name="English").click()
    expect(page.locator("html")).to_have_attribute("lang", "en")


def test_a_breach_of_the_content_policy_is_noticed(page: Page, page_problems: list[str]) -> None:
    page.goto("/")
    with page.expect_console_message(lambda said: "Content Security Policy" in said.text):
        page.evaluate(
            "document.body.append(Object.assign(document.createElement('img'), "
            "{src: 'https://elsewhere.example/spy.png'}))"
        )
    expect(page.locator("img[src*=elsewhere]")).to_have_count(1)
    assert any("Content Security Policy" in problem for problem in page_problems)
    page_problems.clear()
