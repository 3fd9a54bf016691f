"""Files of games opened from the disk: a valid one is shown, any other gets a sentence."""

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from duel.table.replay_sources import LARGEST_FILE
from tests.browser.test_replay import at_step
from tests.browser.test_replay_proof import CONSISTENT, GOLDEN, choose, crosses, judgement

DUEL, _, FOUR, _ = (file.read_bytes() for file in GOLDEN)


def falsified() -> bytes:
    game = json.loads(DUEL)
    game["entries"][3]["text"] = "pass"
    return json.dumps(game).encode()


@pytest.mark.parametrize(
    ("content", "sentences"),
    [
        (b'{"format": "duel', ["This is no file of a game.", "line 1, column 12"]),
        (b" " * (LARGEST_FILE + 1), ["This file is too large for a game."]),
        (falsified(), ["This file does not hold: it is no true record", "entry 4, hash"]),
    ],
    ids=["broken", "huge", "falsified"],
)
def test_what_is_wrong_with_a_file_is_said_and_nothing_is_shown(
    content: bytes, sentences: list[str], page: Page, page_problems: list[str]
) -> None:
    page.goto("/replay/")
    choose(page, DUEL)
    at_step(page, 0, 94)
    choose(page, content, "other.json")
    for sentence in sentences:
        expect(page.get_by_role("alert")).to_contain_text(sentence)
    expect(page.get_by_role("slider")).to_be_hidden()
    expect(page.get_by_role("region", name="Is it true?")).to_be_hidden()
    expect(page.get_by_role("heading", level=1)).to_have_text("Replay a game from its file")
    choose(page, DUEL)
    expect(page.locator("[data-trouble]")).to_be_hidden()
    assert judgement(page) == CONSISTENT
    page_problems.clear()  # the browser notes the 422


def test_of_the_game_before_nothing_is_left(page: Page) -> None:
    page.goto("/replay/")
    choose(page, FOUR, "four.json")
    expect(page.get_by_role("heading", level=1)).to_have_text("Ada – Ben – Cleo – Dan")
    page.get_by_role("slider").fill("208")
    expect(page.locator("[data-region=tiles]")).to_be_visible()
    choose(page, DUEL)
    expect(page.get_by_role("heading", level=1)).to_have_text("Ada – Ben")
    at_step(page, 0, 94)
    assert (judgement(page), crosses(page)) == (CONSISTENT, set())
    regions = page.locator("[data-table] > [data-region]")
    keys = regions.evaluate_all("regions => regions.map((each) => each.dataset.region)")
    assert sorted(keys) == ["beside", "board", "market", "players", "upcoming"]


def test_where_the_service_is_away_the_page_says_so(page: Page, page_problems: list[str]) -> None:
    page.goto("/replay/")
    page.route("**/api/v1/replay", lambda route: route.abort())
    choose(page, DUEL)
    expect(page.get_by_role("alert")).to_have_text(
        "The service did not answer. Try again in a moment."
    )
    page_problems.clear()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_everybody_can_use_a_replay_from_a_file(
    scheme: str, page: Page, assert_accessible: Callable[[], None]
) -> None:
    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    page.set_viewport_size({"width": 320, "height": 800})
    page.goto("/replay/")
    choose(page, FOUR)
    assert judgement(page) == CONSISTENT
    page.get_by_role("slider").fill("100")
    assert_accessible()
    assert page.evaluate("document.documentElement.scrollWidth - window.innerWidth") <= 0
