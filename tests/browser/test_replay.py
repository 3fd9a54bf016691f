"""Replays in a real browser: steps, links, sharing, and who may see them."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from accounts.models import User
from duel.models import Game
from duel.play.moves import resign
from duel.play.undo import take_back_turn
from engine.kinds import Channel
from tests.browser.tablemates import address, sign_in
from tests.duel.games.splendor.test_letters import begun, played
from tests.duel.letter_links import mover
from tests.duel.tables import (
    a_quiet_move,
    begin,
    make_final,
    play_on,
    play_to_the_end,
    submit,
)

SAME_AS_FROM_THE_SERVER = """async (ply) => {
  const answer = await fetch(`?ply=${ply}`);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const drawn = (table) => {
    const copy = table.cloneNode(true);
    for (const part of copy.querySelectorAll(".changed")) part.classList.remove("changed");
    const regions = [...copy.querySelectorAll(":scope > [data-region]")];
    const html = (each) => each.innerHTML.replaceAll(' class=""', "");
    return regions.filter(html).map((each) => [each.dataset.region, html(each)]);
  };
  const told = (page) => [...page.querySelectorAll("[data-now] p")].map((each) => each.textContent);
  const of = (page) => JSON.stringify([told(page), drawn(page.querySelector("[data-table]"))]);
  return of(page) === of(document);
}"""
"""Whether table and words are those of the page that the server makes of this position."""


def replay_address(game: Game, ply: int | None = None) -> str:
    return f"{address(game)}replay/" + ("" if ply is None else f"?ply={ply}")


def at_step(page: Page, step: int, last: int) -> None:
    """Wait until the page shows this step everywhere."""
    expect(page.get_by_text(f"Step {step} of {last}", exact=True)).to_be_visible()
    expect(page.get_by_role("slider")).to_have_value(str(step))
    current = page.locator("[data-turns] [aria-current=step]")
    expect(current).to_have_count(1)
    words = page.locator("[data-turns] li").nth(step).inner_text()
    expect(current).to_have_text(words)
    expect(page.locator("[data-now]")).to_contain_text(words.split(". ")[0])


def press(page: Page, name: str) -> None:
    page.get_by_role("group", name="Step through the game").get_by_label(name, exact=True).click()


@pytest.fixture
def short(page: Page, ada: User, bruno: User) -> Game:
    """A public game of four moves, after which somebody gave up."""
    game = begin(ada, bruno, is_public=True)
    play_on(game, 4)
    assert game.to_move is not None
    resign(public_id=game.public_id, seat=game.to_move, channel=Channel.WEB)
    return game


def test_one_steps_by_button_key_slider_and_list(page: Page, short: Game) -> None:
    page.goto(replay_address(short))
    at_step(page, 0, 4)
    for name, step in [
        ("One step forward", 1),
        ("To the end", 4),
        ("One step back", 3),
        ("To the start", 0),
    ]:
        press(page, name)
        at_step(page, step, 4)
    page.get_by_role("heading", level=1).click()
    for key, step in [
        *(("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1)),
        *(("End", 4), ("ArrowRight", 4), ("Home", 0), ("ArrowLeft", 0)),
    ]:
        page.keyboard.press(key)
        at_step(page, step, 4)
    page.get_by_role("slider").focus()
    for key, step in [("ArrowRight", 1), ("End", 4), ("ArrowLeft", 3)]:
        page.keyboard.press(key)  # the slider's own keys, and one step for each
        at_step(page, step, 4)
    page.get_by_role("list", name="What happened").get_by_role("link").nth(2).click()
    at_step(page, 2, 4)


def test_each_step_is_told_to_screen_readers_and_the_end_with_it(page: Page, short: Game) -> None:
    page.goto(replay_address(short))
    at_step(page, 0, 4)
    told = page.locator("[data-told][role=status]")
    expect(told).to_be_empty()  # nothing is read out that nobody asked for
    press(page, "One step forward")
    expect(told).to_have_text(page.locator("[data-turns] li").nth(1).inner_text())
    press(page, "To the end")
    expect(told).to_contain_text("resigned")
    expect(page.get_by_role("slider")).to_have_attribute(
        "aria-valuetext", re.compile(r"^Step 4 of 4\. .*resigned")
    )


def test_it_plays_by_itself_until_it_is_paused_or_over(page: Page, short: Game) -> None:
    page.clock.install()
    page.goto(replay_address(short))
    at_step(page, 0, 4)
    press(page, "Play")
    page.clock.run_for(2 * 1800)
    at_step(page, 2, 4)
    press(page, "Pause")
    page.clock.run_for(10 * 1800)
    at_step(page, 2, 4)
    press(page, "Play")
    page.clock.run_for(10 * 1800)
    at_step(page, 4, 4)
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()


@pytest.mark.parametrize("width", [320, 1280])
def test_the_list_of_what_happened_follows_and_the_controls_stay_within_reach(
    width: int, page: Page, ada: User, bruno: User
) -> None:
    game = begin(ada, bruno, is_public=True)
    play_to_the_end(game)
    page.set_viewport_size({"width": width, "height": 700})
    page.goto(replay_address(game))
    last = int(page.get_by_role("slider").get_attribute("max") or "")
    for name, step in (("To the end", last), ("To the start", 0)):
        press(page, name)
        at_step(page, step, last)
        page.locator("[data-turns]").scroll_into_view_if_needed()
        listed = page.locator("[data-turns]").bounding_box()
        current = page.locator("[data-turns] [aria-current]").bounding_box()
        assert listed is not None
        assert current is not None
        assert listed["y"] <= current["y"] + 1 < listed["y"] + listed["height"]
        expect(page.get_by_role("slider")).to_be_in_viewport()


def test_a_link_to_a_ply_opens_there_and_every_step_has_one(page: Page, short: Game) -> None:
    page.goto(replay_address(short, 3))
    at_step(page, 3, 4)
    press(page, "One step back")
    at_step(page, 2, 4)
    expect(page).to_have_url(re.compile(re.escape(replay_address(short, 2)) + "$"))
    page.reload()
    at_step(page, 2, 4)
    page.goto(replay_address(short, 99))
    at_step(page, 4, 4)


def test_a_position_is_shared_by_its_link(
    page: Page, browser: Browser, live_server: Any, short: Game
) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.add_init_script(
        "navigator.share = (what) => { window.shared = what; return Promise.reject(); }"
    )
    page.goto(replay_address(short))
    press(page, "One step forward")
    page.get_by_role("button", name="Copy the link to this position").click()
    expect(page.get_by_text("The link is copied.").first).to_be_visible()
    link = page.evaluate("navigator.clipboard.readText()")
    page.get_by_role("button", name="Share", exact=True).click()
    assert page.evaluate("window.shared.url") == link
    other = browser.new_context(base_url=live_server.url).new_page()
    other.goto(link)
    at_step(other, 1, 4)
    other.context.close()


def test_of_a_private_game_the_page_says_for_whom_the_link_is(
    page: Page, live_server: Any, ada: User, short: Game
) -> None:
    only_for_players = page.get_by_text("Such a link opens for the players of this game alone.")
    page.goto(replay_address(short))
    at_step(page, 0, 4)
    expect(only_for_players).to_have_count(0)
    Game.objects.filter(pk=short.pk).update(is_public=False)
    sign_in(page.context, ada, live_server.url)
    page.goto(replay_address(short))
    expect(only_for_players).to_be_visible()


def two_of_duel(ada: User, bruno: User, olga: User, eve: User) -> Game:
    game = begin(ada, bruno, is_public=True)
    play_to_the_end(game)
    return game


def two_of_splendor(ada: User, bruno: User, olga: User, eve: User) -> Game:
    game = begun(ada, bruno, options=frozenset(), is_public=True)
    play_to_the_end(game)
    return game


def four_of_whom_one_leaves(ada: User, bruno: User, olga: User, eve: User) -> Game:
    game = played(begun(ada, bruno, olga, eve, is_public=True, leaving="out"), 40)
    resign(public_id=game.public_id, seat=2, channel=Channel.WEB)
    game.refresh_from_db()
    play_to_the_end(game)
    return game


@pytest.mark.parametrize("game_of", [two_of_duel, two_of_splendor, four_of_whom_one_leaves])
def test_each_position_is_drawn_and_told_as_the_server_does(  # noqa: PLR0917
    game_of: Callable[..., Game], page: Page, ada: User, bruno: User, olga: User, eve: User
) -> None:
    """Only differences are loaded, and must add up after many steps on and back."""
    game = game_of(ada, bruno, olga, eve)
    page.goto(replay_address(game))
    expect(page.get_by_text("All of it holds.")).to_be_visible()
    links = page.locator("[data-turns] a")
    plies = [int((link.get_attribute("href") or "").removeprefix("?ply=")) for link in links.all()]
    last = len(plies) - 1
    for step in [*range(0, last, 9), last, *range(last - 5, 0, -11)]:
        page.get_by_role("slider").fill(str(step))
        at_step(page, step, last)
        assert page.evaluate(SAME_AS_FROM_THE_SERVER, plies[step]), f"Step {step} differs."
    if game_of is four_of_whom_one_leaves:
        expect(page.locator("[data-turns]")).to_contain_text("Olga has left the game.")


def test_a_turn_that_can_be_taken_back_is_replayed_for_its_player_alone(
    page: Page, browser: Browser, live_server: Any, short: Game, settings: Any
) -> None:
    settings.UNSEND_SECONDS = 300
    players = [seat.user for seat in short.seats.select_related("user")]
    game = begin(*players, is_public=True)  # type: ignore[arg-type]
    own, other = mover(game).user, game.seats.get(is_to_move=False).user
    assert own is not None
    assert other is not None
    ply = game.ply
    submit(game, a_quiet_move(game))
    sign_in(page.context, own, live_server.url)
    context = browser.new_context(base_url=live_server.url)
    sign_in(context, other, live_server.url)
    elsewhere = context.new_page()
    page.goto(replay_address(game))
    elsewhere.goto(replay_address(game))
    at_step(page, 1, 1)
    at_step(elsewhere, 0, 0)
    expect(elsewhere.get_by_text("The secret of this game opens when it is over.")).to_be_visible()
    assert game.to_move is not None
    take_back_turn(
        public_id=game.public_id, seat=1 - game.to_move, expected_ply=game.ply, channel=Channel.WEB
    )
    game.refresh_from_db()
    submit(game, a_quiet_move(game))
    make_final(game)
    assert game.ply > ply + 1
    for each in (page, elsewhere):
        each.goto(replay_address(game, ply + 1))  # what was taken back is no step of the game
        at_step(each, 0, 1)
    context.close()


def test_who_watches_a_running_game_is_told_when_it_can_be_replayed(
    page: Page, ada: User, bruno: User, page_problems: list[str]
) -> None:
    game = begin(ada, bruno, is_public=True)
    page.goto(replay_address(game))
    expect(page.get_by_role("heading", name="Not yet to be replayed")).to_be_visible()
    page.get_by_role("link", name="To the game").click()
    expect(page.locator(".table")).to_be_visible()
    page_problems.clear()  # the browser notes the 409


@pytest.fixture
def unscripted(browser: Browser, live_server: Any, page: Page) -> Any:
    """A page of somebody whose browser runs no scripts."""
    context = browser.new_context(base_url=live_server.url, java_script_enabled=False)
    yield context.new_page()
    context.close()


def test_without_a_script_each_position_has_its_page(unscripted: Page, short: Game) -> None:
    unscripted.goto(replay_address(short))
    for name, step in [("One step forward", 1), ("To the end", 4), ("One step back", 3)]:
        press(unscripted, name)
        expect(unscripted.get_by_text(f"Step {step} of 4", exact=True)).to_be_visible()
        words = unscripted.locator("[data-turns] [aria-current=step]").inner_text()
        expect(unscripted.locator("[data-now]")).to_contain_text(words.split(". ")[0])
    unscripted.get_by_role("list", name="What happened").get_by_role("link").nth(2).click()
    expect(unscripted.get_by_text("Step 2 of 4", exact=True)).to_be_visible()
    main = unscripted.get_by_role("main")
    expect(main.get_by_role("slider").or_(main.get_by_role("button"))).to_have_count(0)


def test_without_a_script_the_page_of_files_says_what_to_do_instead(unscripted: Page) -> None:
    unscripted.goto("/replay/")
    expect(unscripted.locator("noscript p")).to_contain_text("python -m engine verify FILE")
    expect(unscripted.locator("input[type=file]")).to_be_hidden()


@pytest.mark.parametrize("failure", ["refused", "broken off"])
def test_where_the_rest_does_not_load_the_links_lead_on(
    failure: str, page: Page, short: Game, page_problems: list[str]
) -> None:
    if failure == "refused":
        page.route("**/api/v1/**", lambda route: route.fulfill(status=429, body="{}"))
    else:
        page.route("**/api/v1/**", lambda route: route.abort())
    page.goto(replay_address(short))
    expect(page.get_by_text("this page has proved nothing")).to_be_visible()
    press(page, "One step forward")
    expect(page.get_by_text("Step 1 of 4", exact=True)).to_be_visible()
    assert page.url.endswith(replay_address(short, 1))
    expect(page.get_by_role("slider")).to_have_count(0)
    page_problems.clear()
