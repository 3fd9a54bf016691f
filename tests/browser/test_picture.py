"""The README's pictures, drawn by the browser into `build/`: a letter, the table, a replay.

Every run draws the same, except deadlines. When they have changed, copy them over those in
`docs/`, with a palette of 256 colours, so that they stay small.
"""

import struct
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from accounts.models import User
from duel.models import Game
from duel.record.log import read_log
from tests.browser.tablemates import address, sign_in
from tests.duel.games.splendor.test_letters import begun
from tests.duel.letters.outbox import read
from tests.duel.tables import begin, hasty_moves, play_all, play_to_the_end
from tests.fixtures.lasting import draw_secrets_by

if TYPE_CHECKING:
    from playwright.sync_api import Page

ROOT = Path(__file__).resolve().parents[2]
TURNS, ROUNDS = 66, 9


def draw(page: "Page", name: str) -> None:
    """Draw the visible part of the page."""
    drawn = ROOT / "build" / f"{name}.png"
    drawn.parent.mkdir(exist_ok=True)
    page.screenshot(path=drawn)


def as_in_docs(page: "Page", name: str) -> int:
    """Make the window as large as the picture that the README shows; how high that is."""
    width, height = struct.unpack(">II", (ROOT / "docs" / f"{name}.png").read_bytes()[16:24])
    page.set_viewport_size({"width": width, "height": height})
    return int(height)


def play_to_turn_of_ada(game: Game, turns: int) -> None:
    """Play so many turns, and on to one of Ada's; both buy as soon as they can."""
    course = read_log(game).course
    position, played = course.position, 0
    moves = hasty_moves(game)
    while position.turn < turns or position.to_move != 0:
        position = course.game.apply(position, moves[played])
        played += 1
    play_all(game, moves[:played])
    game.refresh_from_db()


@pytest.fixture
def game(page: "Page", ada: User, bruno: User, monkeypatch: pytest.MonkeyPatch) -> Game:
    """A game in which it is Ada's turn, the same in every run."""
    draw_secrets_by("the picture 9", monkeypatch)
    game = begin(ada, bruno)
    play_to_turn_of_ada(game, TURNS)
    return game


def test_the_pictured_letter_shows_what_the_readme_says(
    page: "Page", game: Game, ada: User
) -> None:
    draft = read(game, ada)
    height = as_in_docs(page, "letter")
    page.set_content(draft.html)
    draw(page, "letter")

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


def test_the_pictured_table_shows_the_same_turn(
    page: "Page", live_server: Any, game: Game, ada: User
) -> None:
    from playwright.sync_api import expect

    sign_in(page.context, ada, live_server.url)
    as_in_docs(page, "table")
    page.goto(address(game))
    expect(page.get_by_role("heading", name="It is your turn.")).to_be_in_viewport()
    expect(page.get_by_role("button", name="Step through it")).to_be_visible()
    expect(page.get_by_role("heading", name="Market")).to_be_in_viewport()
    draw(page, "table")


def test_the_pictured_phone_shows_four_players_by_lamplight(  # noqa: PLR0917
    page: "Page",
    live_server: Any,
    ada: User,
    bruno: User,
    olga: User,
    eve: User,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from playwright.sync_api import expect

    draw_secrets_by("the phone", monkeypatch)
    game = begun(ada, bruno, olga, eve)
    play_to_turn_of_ada(game, ROUNDS * 4)
    sign_in(page.context, ada, live_server.url)
    page.emulate_media(color_scheme="dark")
    as_in_docs(page, "phone")
    page.goto(address(game))
    market = page.get_by_role("heading", name="Market")
    expect(page.get_by_role("button", name="Step through it")).to_be_visible()
    market.scroll_into_view_if_needed()
    page.evaluate("scrollBy(0, document.querySelector('[data-table]').getBoundingClientRect().top)")
    expect(market).to_be_in_viewport()
    draw(page, "phone")


def test_the_pictured_replay_stands_in_the_middle_of_a_game(
    page: "Page", live_server: Any, game: Game, ada: User
) -> None:
    from playwright.sync_api import expect

    play_to_the_end(game)
    sign_in(page.context, ada, live_server.url)
    as_in_docs(page, "replay")
    page.goto(f"{address(game)}replay/?ply={game.ply * 2 // 3}")
    expect(page.get_by_role("slider")).to_be_in_viewport()
    expect(page.get_by_role("heading", name="Market")).to_be_in_viewport()
    draw(page, "replay")
