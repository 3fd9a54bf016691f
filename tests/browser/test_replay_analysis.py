"""The analysis of a finished game, asked for in its replay."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from duel.models import Game
from duel.play.moves import resign
from engine.kinds import Channel
from tests.browser.test_replay import at_step, press, replay_address
from tests.duel.letter_links import mover
from tests.duel.tables import begin, play_on, play_to_the_end

SUMMARY = "Who stood better, and what would the master have played?"


@pytest.fixture
def game(page: Page, ada: User, bruno: User) -> Game:
    game = begin(ada, bruno, is_public=True)
    play_to_the_end(game)
    return game


def opened(page: Page, game: Game) -> int:
    """Open the analysis, and return how many steps the game has."""
    page.goto(replay_address(game))
    page.get_by_text(SUMMARY).click()
    expect(page.locator("[data-curve] polyline")).to_have_count(2)
    return int(page.get_by_role("slider").get_attribute("max") or "")


def test_chances_are_drawn_and_told_for_each_step(page: Page, game: Game) -> None:
    last = opened(page, game)
    legend = page.locator("[data-legend] li")
    expect(legend.first).to_contain_text("Ada")
    press(page, "To the end")
    at_step(page, last, last)
    assert sorted(words.split()[-1] for words in legend.all_inner_texts()) == ["0%", "100%"]
    box = page.locator("[data-curve]").bounding_box()
    assert box is not None
    page.locator("[data-curve]").click(position={"x": 2, "y": box["height"] / 2})
    at_step(page, 0, last)


def test_the_master_says_what_it_would_have_played_here(page: Page, game: Game) -> None:
    last = opened(page, game)
    said = page.locator("[data-said]")
    press(page, "One step forward")
    page.get_by_role("button", name="What would the master play here?").click()
    expect(said).to_contain_text(re.compile("(Ada|Bruno).*: "))
    press(page, "One step forward")
    expect(said).to_be_empty()  # it was said of another position
    press(page, "To the end")
    at_step(page, last, last)
    page.get_by_role("button", name="What would the master play here?").click()
    expect(said).to_have_text("Nobody is to move here.")


def test_nothing_is_asked_before_a_reader_wants_to_know(page: Page, game: Game) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(replay_address(game))
    expect(page.get_by_text("All of it holds.")).to_be_visible()
    assert not [url for url in asked if "chances" in url or "advice" in url]


def test_a_game_that_is_not_open_yet_has_no_analysis(page: Page, ada: User, bruno: User) -> None:
    game = begin(ada, bruno, is_public=True)
    play_on(game, 2)
    resign(public_id=game.public_id, seat=mover(game).number, channel=Channel.WEB)
    page.goto(replay_address(game))
    at_step(page, 0, 2)
    expect(page.get_by_text(SUMMARY)).to_have_count(0)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_everybody_can_use_it(
    scheme: str, page: Page, game: Game, assert_accessible: Callable[[], None]
) -> None:
    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    page.set_viewport_size({"width": 320, "height": 800})
    opened(page, game)
    page.get_by_role("button", name="What would the master play here?").click()
    expect(page.locator("[data-said]")).not_to_be_empty()
    assert_accessible()
    assert page.evaluate("document.documentElement.scrollWidth - window.innerWidth") <= 0
