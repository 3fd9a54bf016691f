"""Chromium knows every selector, property and value of the style sheets."""

from typing import TYPE_CHECKING

from tests.style_sheets import style_sheets

if TYPE_CHECKING:
    from playwright.sync_api import Page

UNKNOWN = """({ selectors, declarations }) => [
  ...selectors.filter((each) => {
    try {
      new CSSStyleSheet().insertRule(`${each} {}`);
    } catch {
      return true;
    }
  }),
  ...declarations.filter(([name, value]) => !CSS.supports(name, value)),
]"""
NO_SELECTORS = {"from", "to"}
"""Steps of an animation."""


def test_the_browser_knows_all_that_the_style_sheets_say(page: "Page") -> None:
    for sheet in style_sheets():
        selectors = [each for each in sheet.selectors if each not in NO_SELECTORS]
        assert selectors
        said = {"selectors": selectors, "declarations": sheet.declarations}
        assert page.evaluate(UNKNOWN, said) == [], sheet.path.name


def test_it_would_tell_of_what_it_does_not_know(page: "Page") -> None:
    said = {"selectors": [".a:hoover", ".b"], "declarations": [["colr", "red"], ["top", "red"]]}
    assert page.evaluate(UNKNOWN, said) == [".a:hoover", ["colr", "red"], ["top", "red"]]
