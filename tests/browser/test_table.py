"""The table in a real browser: turns composed by taps, sent, taken back, and shown to others."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from accounts.models import User
from duel.models import Game, Seat
from duel.play.notes import write_note
from tests.browser.tablemates import Tablemate, address, played, sign_in
from tests.duel.letter_links import a_move, board_address, mover, waiting
from tests.duel.tables import a_quiet_move, begin, make_final, submit

if TYPE_CHECKING:
    from playwright.sync_api import Page

TAKE_BACK = "You can still take this turn back."


@pytest.fixture
def game(page: "Page", ada: User, bruno: User, settings: Any) -> Game:
    settings.UNSEND_SECONDS = 300
    return begin(ada, bruno)


@pytest.fixture
def seated(page: "Page", live_server: Any, game: Game) -> "Page":
    """The page of the player to move, signed in, at the table."""
    sign_in(page.context, mover(game).user, live_server.url)
    page.goto(address(game))
    return page


@pytest.fixture
def opposite(new_page: Callable[..., "Page"], live_server: Any, game: Game) -> "Page":
    """The page of the other player, signed in, at the table."""
    page = new_page()
    sign_in(page.context, waiting(game).user, live_server.url)
    page.goto(address(game))
    return page


def play_with_note(game: Game, seat: Seat, text: str) -> None:
    submit(game, a_quiet_move(game))
    write_note(seat=seat, ply=game.ply - 1, text=text)
    make_final(game)


def test_a_turn_is_composed_changed_sent_and_taken_back(seated: "Page", game: Game) -> None:
    from playwright.sync_api import expect

    mate, move = Tablemate(seated, game), a_quiet_move(game)
    mate.compose(a_move(game, "take b"))
    seated.get_by_role("button", name="Change").click()
    mate.steps.clear()
    assert not played(game), "Nothing is sent before its button is pressed."
    mate.play([move])
    expect(seated.get_by_text(TAKE_BACK)).to_be_visible()
    expect(seated.get_by_role("timer")).to_contain_text(":")
    seated.get_by_role("button", name="Take it back").click()
    expect(seated.get_by_role("heading", name="It is your turn.")).to_be_visible()
    seated.reload()
    mate.play([move])
    seated.get_by_role("button", name="Send it now").click()
    expect(seated.get_by_text(TAKE_BACK)).to_be_hidden()
    assert played(game) == [move, move]


def test_a_tap_on_what_does_not_go_with_the_chosen_begins_anew(seated: "Page", game: Game) -> None:
    from playwright.sync_api import expect

    first, other = seated.locator('[data-pick="a1"]'), seated.locator('[data-pick="e5"]')
    first.click()
    expect(first).to_have_attribute("aria-pressed", "true")
    other.click()
    expect(other).to_have_attribute("aria-pressed", "true")
    expect(first).to_have_attribute("aria-pressed", "false")


def test_the_other_sees_a_move_without_a_reload_once_it_is_final(
    opposite: "Page", game: Game
) -> None:
    from playwright.sync_api import expect

    submit(game, a_quiet_move(game))
    make_final(game)
    expect(opposite.get_by_role("heading", name="It is your turn.")).to_be_visible()
    expect(opposite).to_have_title("Your move · Duelpost")
    expect(opposite.locator(".table .changed").first).to_be_visible()
    opposite.get_by_role("button", name="Step through it").click()
    expect(opposite.locator("[data-step-words]")).not_to_be_empty()


def test_a_letters_link_opens_a_table_at_which_one_steps_back_and_plays_on(
    page: "Page", game: Game, settings: Any
) -> None:
    """Its key goes on where the link ends: what others did meanwhile is stepped through as well."""
    from playwright.sync_api import expect

    settings.UNSEND_SECONDS = 0
    mate = Tablemate(page, game)
    page.goto(board_address(game, mover(game)))
    mate.play([a_quiet_move(game)])
    answer = a_quiet_move(game)
    submit(game, answer)
    mate.look_again()
    expect(page.get_by_role("heading", name="It is your turn.")).to_be_visible()
    page.get_by_role("button", name="Step through it").click()
    expect(page.locator("[data-step-words]")).to_contain_text(answer.split()[1])
    page.get_by_role("button", name="Back to now").click()
    mate.play([a_quiet_move(game)])
    assert len(played(game)) == 3


def test_after_a_turn_the_next_game_is_named_and_led_to(
    seated: "Page", game: Game, eve: User
) -> None:
    from playwright.sync_api import expect

    person = mover(game).user
    assert person is not None
    others = [begin(person, eve) for _ in range(4)]
    waiting_too = [each for each in others if mover(each).user == person]
    Tablemate(seated, game).play([a_quiet_move(game)])
    onward = f"Next game: Splendor Duel with Eve ({len(waiting_too)} wait)"
    seated.get_by_role("link", name=onward).click()
    expect(seated.get_by_role("heading", name="It is your turn.")).to_be_visible()
    assert any(seated.url.endswith(address(each)) for each in waiting_too)


def test_a_note_that_arrives_can_be_reported_and_hidden_at_once(
    opposite: "Page", game: Game
) -> None:
    from playwright.sync_api import expect

    writer = mover(game)
    play_with_note(game, writer, "Red suits me.")
    Tablemate(opposite, game).look_again()
    expect(opposite.get_by_text(f"{writer.user} writes: “Red suits me.”")).to_be_visible()
    opposite.get_by_role("link", name="Report this note").click()
    expect(opposite.get_by_role("textbox")).to_contain_text("Red suits me.")
    opposite.go_back()
    play_with_note(game, waiting(game), "Take your time.")  # not shown to who wrote it
    play_with_note(game, writer, "Blue as well.")
    Tablemate(opposite, game).look_again()
    expect(opposite.get_by_text("Blue as well.")).to_be_visible()
    opposite.get_by_role("button", name=f"Hide notes of {writer.user}").first.click()
    expect(opposite.get_by_text(f"Notes of {writer.user} are no longer shown")).to_be_visible()


@pytest.mark.parametrize("name", ["About time", "A note, taking back", "Timeline"])
def test_a_page_that_stays_open_leads_to_where_the_game_stands(
    name: str, opposite: "Page", game: Game
) -> None:
    from playwright.sync_api import expect

    submit(game, a_quiet_move(game))
    make_final(game)
    Tablemate(opposite, game).look_again()
    expect(opposite.get_by_role("heading", name="It is your turn.")).to_be_visible()
    opposite.get_by_role("link", name=name).click()
    expect(opposite.get_by_role("heading", level=1)).not_to_have_text("The game has moved on")


def test_a_letters_table_that_stays_open_leads_there_through_signing_in(
    page: "Page", game: Game, live_server: Any
) -> None:
    """Its links end with the position; the key that remains is not good for such pages."""
    from playwright.sync_api import expect

    seat = waiting(game)
    page.goto(board_address(game, seat))
    submit(game, a_quiet_move(game))
    make_final(game)
    Tablemate(page, game).look_again()
    expect(page.get_by_role("heading", name="It is your turn.")).to_be_visible()
    page.get_by_role("link", name="A note, taking back").click()
    expect(page.get_by_role("button", name="Send the letter")).to_be_visible()
    sign_in(page.context, seat.user, live_server.url)
    page.goto(f"{address(game)}more")
    expect(page.get_by_role("button", name="Resign")).to_be_visible()


@pytest.mark.parametrize(("scheme", "width"), [("light", 1200), ("dark", 320)])
def test_everybody_can_use_a_table_while_a_turn_is_composed(
    scheme: Any, width: int, seated: "Page", game: Game, assert_accessible: Callable[[], None]
) -> None:
    seated.emulate_media(color_scheme=scheme)
    seated.set_viewport_size({"width": width, "height": 800})
    Tablemate(seated, game).compose(a_quiet_move(game))
    assert_accessible()
    assert seated.evaluate("document.documentElement.scrollWidth - window.innerWidth") <= 0
