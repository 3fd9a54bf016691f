"""The colours of letters can be told apart and read, as they are really drawn."""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from duel.games.gems.letter import TOKEN_COLOURS, paint
from duel.models import Game
from mail.models import Letter
from tests.duel.letters.every_kind import EVERY_KIND
from tests.duel.letters.outbox import built
from tests.fixtures.contrast import assert_readable

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def window(browser: "Browser") -> Iterator["Page"]:
    """A page that knows no site, as mail programs open one for a letter."""
    context = browser.new_context()
    yield context.new_page()
    context.close()


@pytest.mark.parametrize("kind", EVERY_KIND)
def test_a_letter_can_be_read_by_day_and_by_lamplight(
    kind: str, much_is_hidden: Game, window: "Page"
) -> None:
    EVERY_KIND[kind](much_is_hidden)
    htmls = {draft.html for letter in Letter.objects.filter(kind=kind) if (draft := built(letter))}
    assert htmls
    for html in htmls:
        window.goto("about:blank")
        window.set_content(html)
        found = assert_readable(window)
        by_day, by_lamplight = (
            {pair.paper for pair in found if pair.scheme == scheme} for scheme in ("light", "dark")
        )
        assert by_day != by_lamplight
        # Some mail programs drop everything but the styles of single elements.
        window.goto("about:blank")
        window.set_content(re.sub("<head>.*</head>", "", html, flags=re.DOTALL))
        assert_readable(window)


def test_every_word_on_a_token_can_be_read(window: "Page") -> None:
    cells = (f'<td style="{paint(colour)}">{colour}</td>' for colour in TOKEN_COLOURS)
    window.set_content(f"<table><tr>{''.join(cells)}</tr></table>")
    assert {pair.text for pair in assert_readable(window)} == {*TOKEN_COLOURS}
