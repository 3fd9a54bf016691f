"""The README's picture: a newcomer's first letter, drawn by the browser into `build/letter.png`.

Every run draws the same letter, but for its deadline. When letters have changed, copy it over
`docs/letter.png`.
"""

import struct
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from config.demo.game import ADA, prepare_demo
from mail.models import Letter
from mail.registry import builder_of
from tests.fixtures.lasting import draw_secrets_by

if TYPE_CHECKING:
    from playwright.sync_api import Page

ROOT = Path(__file__).resolve().parents[2]
DRAWN = ROOT / "build" / "letter.png"


def test_the_pictured_letter_shows_what_the_readme_says(
    page: "Page", monkeypatch: pytest.MonkeyPatch
) -> None:
    draw_secrets_by("the picture 18", monkeypatch)
    prepare_demo()
    letter = Letter.objects.filter(to=ADA.address).latest("pk")
    draft = builder_of(letter.kind)(letter.data)
    assert draft is not None
    width, height = struct.unpack(">II", (ROOT / "docs" / "letter.png").read_bytes()[16:24])
    page.set_viewport_size({"width": width, "height": height})
    page.set_content(draft.html)
    DRAWN.parent.mkdir(exist_ok=True)
    page.screenshot(path=DRAWN)

    in_sight = {
        each.inner_text()
        for each in page.locator("h1, h2").all()
        if (box := each.bounding_box()) and box["y"] < height
    }
    for part in (
        "Your move, Ada",
        "Since your last turn",
        "How it stands",
        "The board",
        "The cards",
    ):
        assert any(words.startswith(part) for words in in_sight), in_sight
    assert page.locator("a[href*='/go/']").count() > 5
