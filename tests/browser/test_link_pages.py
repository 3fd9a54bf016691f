"""The pages that letters link to, in a real browser: accessible, and safe against double clicks."""

import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Literal

import pytest

from accounts.models import User
from duel.models import Game, LogEntry
from duel.play.moves import resign
from engine.kinds import Channel
from tests.duel.letter_links import (
    a_move,
    board_address,
    more_address,
    move_address,
    mover,
    play_to,
    play_to_phase,
)
from tests.duel.tables import a_quiet_move, begin, make_final, submit

if TYPE_CHECKING:
    from playwright.sync_api import Page

TAKE_BACK = "You can still take this turn back."


@pytest.fixture
def game(page: "Page", ada: User, bruno: User, settings: Any) -> Game:
    """A game that begins; its quiet turns can be taken back for five minutes."""
    settings.UNSEND_SECONDS = 300
    return begin(ada, bruno)


def states(game: Game) -> Iterator[str]:
    """Bring the game from state to state, and yield the address of each one's page."""
    yield move_address(game, a_quiet_move(game))
    yield move_address(game, a_move(game, "reserve "))
    yield more_address(game, mover(game))
    seat = mover(game)
    passed = [move_address(game, move) for move in (a_quiet_move(game), a_move(game, "take b"))]
    submit(game, a_quiet_move(game))
    yield board_address(game, seat)
    yield from passed
    submit(game, a_move(game, "use "))
    yield board_address(game, mover(game))
    play_to(game, lambda position, legal: len(legal) > 100)
    yield board_address(game, mover(game))
    play_to_phase(game, "discard")
    yield board_address(game, mover(game))
    last = move_address(game)
    resign(public_id=game.public_id, seat=mover(game).number, channel=Channel.WEB)
    yield last
    game.refresh_from_db()
    yield board_address(game, game.seats.get(number=0))
    yield more_address(game, game.seats.get(number=1))


@pytest.mark.parametrize("seen", [("light", 1000, "fr"), ("dark", 320, "it")])
def test_everyone_can_use_each_page(
    seen: tuple[Literal["light", "dark"], int, str],
    page: "Page",
    game: Game,
    assert_accessible: Callable[[], None],
) -> None:
    scheme, width, language = seen
    User.objects.update(language=language)
    page.emulate_media(color_scheme=scheme)
    page.set_viewport_size({"width": width, "height": 800})
    for address in states(game):
        page.goto(address)
        page.evaluate("document.querySelectorAll('details').forEach(each => { each.open = true })")
        assert_accessible()
        overflow = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
        assert overflow <= 0, f"{page.title()} is {overflow} pixels too wide"


@pytest.mark.parametrize("language", ["en", "fr", "it"])
def test_no_link_beside_a_button_is_broken_in_two(language: str, page: "Page", game: Game) -> None:
    User.objects.update(language=language)
    page.set_viewport_size({"width": 390, "height": 800})
    page.goto(move_address(game, a_quiet_move(game)))
    lines = page.locator("form.plain a").evaluate(
        "link => { const words = document.createRange(); words.selectNodeContents(link);"
        " return words.getClientRects().length }"
    )
    assert lines == 1


@pytest.mark.parametrize(("width", "is_beside"), [(390, False), (1200, True)])
def test_the_board_stands_above_the_cards_or_beside_them_and_the_turn_in_sight(
    width: int, is_beside: bool, page: "Page", game: Game
) -> None:
    submit(game, a_quiet_move(game))
    make_final(game)
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(board_address(game, mover(game)))
    panel = page.get_by_role("region", name="Your turn")
    panel.wait_for()
    boxes = [
        each.bounding_box()
        for each in (
            page.locator(".since"),
            page.locator("[data-region=board]"),
            page.locator("[data-region=market]"),
            panel,
        )
    ]
    told, board, cards, turn = (box for box in boxes if box is not None)
    assert told["y"] < board["y"] < 800, "What happened, then the board, on the first screen."
    assert (cards["x"] >= board["x"] + board["width"]) == is_beside
    assert (cards["y"] >= board["y"] + board["height"]) != is_beside
    assert turn["y"] + turn["height"] <= 800, "Where a turn is composed stays in sight."


def without_script(page: "Page") -> None:
    """Leave out the table's script, so that axe sees the page without it."""
    page.route("**/table*.js", lambda route: route.fulfill(body="", content_type="text/javascript"))


def test_a_wrong_number_of_tokens_is_told_beside_the_counters(
    page: "Page", game: Game, page_problems: list[str], assert_accessible: Callable[[], None]
) -> None:
    without_script(page)
    play_to_phase(game, "discard")
    page.goto(board_address(game, mover(game)))
    page.get_by_role("button", name="Go on with these").click()
    page.get_by_role("alert").wait_for()
    assert_accessible()
    page_problems.clear()  # the browser's console notes that the press was refused


def test_the_time_to_take_back_is_counted_down_and_then_over(page: "Page", game: Game) -> None:
    seat = mover(game)
    submit(game, a_quiet_move(game))
    page.clock.install()
    page.goto(board_address(game, seat))
    timer = page.get_by_role("timer")
    timer.wait_for()
    assert re.fullmatch(r"[45]:\d\d", timer.inner_text())
    page.clock.run_for(60_000)
    assert re.fullmatch(r"[34]:\d\d", timer.inner_text())
    make_final(game)
    page.clock.fast_forward(300_000)
    page.get_by_text(TAKE_BACK).wait_for(state="hidden")
    page.get_by_role("heading", name="turn", level=1).wait_for()


def test_a_turn_is_taken_back_or_sent_by_a_press(page: "Page", game: Game) -> None:
    page.goto(move_address(game, a_quiet_move(game)))
    page.get_by_role("button", name="Play this move").click()
    page.get_by_role("button", name="Take it back").click()
    page.get_by_role("heading", name="It is your turn.").wait_for()
    game.refresh_from_db()
    page.goto(move_address(game, a_quiet_move(game)))
    page.get_by_role("button", name="Play this move").click()
    page.get_by_role("button", name="Send it now").click()
    page.get_by_text(TAKE_BACK).wait_for(state="hidden")
    made = LogEntry.objects.filter(game=game).exclude(kind="clock").order_by("seq")
    assert [entry.kind for entry in made] == ["move", "undo", "move"]


def test_hasty_hands_play_once(page: "Page", game: Game) -> None:
    """A double click; the same press in another tab; then the back button."""
    address = move_address(game, a_quiet_move(game))
    tabs = [page, page.context.new_page()]
    for tab in tabs:
        tab.goto(address)
    for tab in tabs:
        tab.get_by_role("button", name="Play this move").dblclick()
        tab.get_by_text(TAKE_BACK).wait_for()
    page.go_back()
    page.get_by_role("heading", name="You played this move").wait_for()
    page.get_by_role("link", name="Open the board").click()
    page.get_by_text(TAKE_BACK).wait_for()
    assert LogEntry.objects.filter(game=game, kind="move").count() == 1
