"""A player's page, and trying out a game: by taps, by keyboard, and without a script."""

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal

import pytest
from django.utils import timezone

from accounts.models import User
from duel.club.pace import count_paces
from duel.models import Game, LogEntry, TriedLine
from duel.table.lines import add_move, try_out
from duel.table.open_table import Visitor, open_table
from tests.browser.tablemates import address, sign_in
from tests.duel.letter_links import mover
from tests.duel.tables import begin, play_on, play_to_the_end

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

SMALL = {"width": 320, "height": 800}


@pytest.fixture
def game(page: "Page", ada: User, bruno: User) -> Game:
    game = begin(ada, bruno)
    play_on(game, 4)
    return game


@pytest.fixture
def player(page: "Page", live_server: Any, game: Game) -> User:
    """The player to move, signed in."""
    person = mover(game).user
    assert person is not None
    sign_in(page.context, person, live_server.url)
    return person


def line_address(game: Game) -> str:
    return f"{address(game)}try/"


def line_of(person: User, game: Game, moves: int) -> TriedLine:
    line = None
    for count in range(moves):
        perspective = open_table(game.public_id, Visitor(person)).perspective
        move = try_out(perspective, line.texts if line else []).choices[0].move
        line = add_move(person=person, perspective=perspective, move=move, line=line, after=count)
    assert line is not None
    return line


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_everyone_can_use_both_pages_on_a_narrow_phone(
    scheme: Literal["light", "dark"],
    page: "Page",
    player: User,
    game: Game,
    assert_accessible: Callable[[], None],
) -> None:
    others = [seat.user for seat in game.seats.all() if seat.user != player]
    assert others[0] is not None
    finished = begin(player, others[0])
    play_to_the_end(finished)
    count_paces(now=timezone.now())
    line = line_of(player, game, 3)
    page.emulate_media(color_scheme=scheme)
    page.set_viewport_size(SMALL)  # type: ignore[arg-type]
    tried = f"{line_address(game)}{line.pk}/"
    for path in (f"/people/{others[0].public_id}/", line_address(game), tried, f"{tried}?at=1"):
        look_at(page, path, assert_accessible)
    play_on(game, 1)
    look_at(page, tried, assert_accessible)


def look_at(page: "Page", path: str, assert_accessible: Callable[[], None]) -> None:
    response = page.goto(path)
    assert response is not None
    assert response.ok, f"{path}: {response.status}"
    assert_accessible()
    overflow = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
    assert overflow <= 0, f"{path} is {overflow} pixels too wide"


def test_taps_narrow_the_list_and_the_last_one_makes_the_move(
    page: "Page", player: User, game: Game
) -> None:
    from playwright.sync_api import expect

    before = LogEntry.objects.filter(game=game).count()
    page.goto(line_address(game))
    state = json.loads(page.locator("#try-state").text_content() or "")
    choice = max(state["choices"], key=lambda each: len(each["picks"]))
    buttons = page.locator("button[name=move]:visible")
    expect(buttons).to_have_count(len(state["choices"]))
    page.locator(f'[data-pick="{choice["picks"][0]}"]').click()
    expect(page.get_by_role("status").filter(has_text="Moves that go with it:")).to_be_attached()
    assert buttons.count() < len(state["choices"])
    page.keyboard.press("Escape")
    expect(buttons).to_have_count(len(state["choices"]))
    page.locator(f'[data-pick="{choice["picks"][0]}"]').click()
    page.get_by_role("button", name=choice["words"], exact=True).click()
    expect(page.get_by_role("heading", name="The line so far")).to_be_visible()
    assert TriedLine.objects.get(user=player).texts == [choice["move"]]
    assert LogEntry.objects.filter(game=game).count() == before


def test_a_line_is_tried_and_deleted_by_keyboard_alone(
    page: "Page", player: User, game: Game
) -> None:
    from playwright.sync_api import expect

    page.goto(address(game))
    press(page, "link", "Try out")
    expect(page.get_by_role("heading", name="Your move", exact=True)).to_be_visible()
    first = try_out(open_table(game.public_id, Visitor(player)).perspective).choices[0]
    press(page, "button", first.words)
    expect(page.get_by_role("heading", name="The line so far")).to_be_visible()
    name = page.get_by_role("textbox", name="A name for it, if you like")
    name.focus()
    page.keyboard.type("A quiet start")
    press(page, "button", "Keep the name")
    expect(page.get_by_role("heading", name="A quiet start")).to_be_visible()
    press(page, "button", "Delete this line")
    expect(page.get_by_role("heading", name="Try out")).to_be_visible()
    assert not TriedLine.objects.exists()


def press(page: "Page", role: Literal["link", "button"], name: str) -> None:
    """Go to it by its role and name, and press Enter."""
    page.get_by_role(role, name=name, exact=True).first.focus()
    with page.expect_navigation():
        page.keyboard.press("Enter")


def test_without_a_script_every_move_is_a_button(
    page: "Page", browser: "Browser", live_server: Any, player: User, game: Game
) -> None:
    from playwright.sync_api import expect

    context = browser.new_context(base_url=live_server.url, java_script_enabled=False)
    try:
        sign_in(context, player, live_server.url)
        plain = context.new_page()
        plain.goto(line_address(game))
        for count in range(1, 5):
            plain.locator("button[name=move]").first.click()
            expect(plain.locator(".tried li")).to_have_count(count)
        plain.get_by_role("link", name="Back to where the line begins").click()
        expect(plain.get_by_text("Another move here replaces what follows")).to_be_visible()
    finally:
        context.close()
    assert len(TriedLine.objects.get(user=player).texts) == 4
