"""The table in a real browser: turns composed by taps, sent, taken back, and seen by the other."""

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest
from django.test import Client

from accounts.models import User
from duel.models import Game, LogEntry
from tests.browser.short_game import short_game
from tests.duel.linked import a_move, board_address, mover, play_to, play_to_phase
from tests.duel.tables import a_quiet_move, begin, legal_moves, make_final, play_all, submit

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

TAKE_BACK = "You can still take this turn back."


@pytest.fixture
def game(page: "Page", ada: User, bruno: User, settings: Any) -> Game:
    settings.UNSEND_SECONDS = 300
    return begin(ada, bruno)


def address(game: Game) -> str:
    return f"/games/{game.public_id}/"


def sign_in(context: "BrowserContext", person: User, site: str) -> None:
    client = Client()
    client.force_login(person)
    cookies = [
        {"name": name, "value": each.value, "url": site} for name, each in client.cookies.items()
    ]
    context.add_cookies(cookies)  # type: ignore[arg-type]


@pytest.fixture
def seated(page: "Page", live_server: Any, game: Game) -> "Page":
    """The page of whoever is to move, signed in."""
    person = mover(game).user
    assert person is not None
    sign_in(page.context, person, live_server.url)
    return page


def choice_of(page: "Page", move: str) -> dict[str, Any]:
    """The choice of that move as the page was told it."""
    state = json.loads(page.locator("#table-state").text_content() or "")
    return next(each for each in state["turn"]["choices"] if each["move"] == move)


def tap(page: "Page", move: str, picks: list[str], words: str) -> None:
    """Tap all that the move needs; where several moves need the same, press the one in words."""
    from playwright.sync_api import expect

    for pick in picks:
        page.locator(f'[data-pick="{pick}"]').click()
    step = page.locator("[data-steps] li").last
    offers = page.locator("[data-offers] button")
    expect(step.or_(offers.first).first).to_be_visible()
    if offers.count():
        offers.filter(has_text=words).first.click()
    expect(page.locator("[data-notation] code")).to_contain_text(move)


def compose(page: "Page", move: str) -> None:
    choice = choice_of(page, move)
    if choice["picks"]:
        tap(page, move, choice["picks"], choice["words"])
    else:
        page.locator("[data-offers] button").filter(has_text=choice["words"]).first.click()


def send(page: "Page") -> None:
    page.get_by_role("button", name="Send", exact=True).click()


def played(game: Game) -> list[str]:
    entries = LogEntry.objects.filter(game=game, kind="move").order_by("seq")
    return [entry.text for entry in entries]


def test_a_turn_is_composed_changed_sent_and_taken_back(seated: "Page", game: Game) -> None:
    from playwright.sync_api import expect

    move = a_quiet_move(game)
    seated.goto(address(game))
    compose_first = a_move(game, "take b")
    compose(seated, compose_first)
    if not seated.get_by_role("button", name="Send", exact=True).is_visible():
        seated.locator("[data-offers] button").first.click()
    seated.get_by_role("button", name="Change").click()
    seated.keyboard.press("Escape")
    assert not played(game), "Nothing is sent before its button is pressed."
    compose(seated, move)
    send(seated)
    expect(seated.get_by_text(TAKE_BACK)).to_be_visible()
    expect(seated.get_by_role("timer")).to_contain_text(":")
    seated.get_by_role("button", name="Take it back").click()
    expect(seated.get_by_role("heading", name="It is your turn.")).to_be_visible()
    seated.reload()
    compose(seated, move)
    send(seated)
    seated.get_by_role("button", name="Send it now").click()
    expect(seated.get_by_text(TAKE_BACK)).to_be_hidden()
    assert played(game) == [move, move]


def test_the_other_sees_a_move_without_a_reload_once_it_is_final(
    seated: "Page", browser: "Browser", live_server: Any, game: Game
) -> None:
    from playwright.sync_api import expect

    other = game.seats.get(is_to_move=False).user
    assert other is not None
    context = browser.new_context(base_url=live_server.url)
    sign_in(context, other, live_server.url)
    waiting = context.new_page()
    waiting.goto(address(game))
    move = a_quiet_move(game)
    submit(game, move)
    make_final(game)
    expect(waiting.get_by_role("heading", name="It is your turn.")).to_be_visible()
    expect(waiting).to_have_title("Your move · Duelpost")
    expect(waiting.locator(".table .changed").first).to_be_visible()
    waiting.get_by_role("button", name="Step through it").click()
    expect(waiting.locator("[data-step-words]")).not_to_be_empty()
    context.close()


def test_a_letters_link_opens_the_same_table_and_plays_without_a_cookie(
    page: "Page", game: Game
) -> None:
    from playwright.sync_api import expect

    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(board_address(game, mover(game)))
    key = page.locator("[data-game]").get_attribute("data-key")
    move = a_quiet_move(game)
    compose(page, move)
    send(page)
    expect(page.get_by_text(TAKE_BACK)).to_be_visible()
    assert played(game) == [move]
    assert not page.context.cookies()
    assert key
    assert not any(key in url for url in asked)


def test_what_was_composed_for_another_position_is_refused_and_told(
    seated: "Page", game: Game, page_problems: list[str]
) -> None:
    """Two tabs: what the first plays makes the second's turn stale."""
    from playwright.sync_api import expect

    seated.goto(address(game))
    first, second = a_quiet_move(game), a_move(game, "take b")
    compose(seated, first)
    submit(game, second)
    send(seated)
    expect(seated.get_by_role("alert")).not_to_be_empty()
    assert played(game) == [second]
    page_problems.clear()  # the browser notes the 409


@pytest.mark.parametrize("phase", ["token", "steal", "royal", "discard"])
def test_each_choice_within_a_turn_is_made_by_taps(
    phase: str, page: "Page", game: Game, live_server: Any
) -> None:
    from playwright.sync_api import expect

    play_to_phase(game, phase)
    page.goto(board_address(game, mover(game)))
    move = legal_moves(game)[-1]
    compose(page, move)
    if page.get_by_role("button", name="Send", exact=True).is_visible():
        send(page)
    else:
        page.get_by_role("button", name="Play this now, then go on").click()
    expect(page.locator("[data-steps] li")).to_have_count(0)
    assert move in played(game)[-2:]


@pytest.mark.parametrize("verb", ["use ", "replenish", "reserve ", "buy "])
def test_each_kind_of_action_is_composed_by_taps(verb: str, page: "Page", game: Game) -> None:
    play_to(game, lambda position, legal: any(move.startswith(verb) for move in legal))
    make_final(game)  # until then the link to the turn after it leads nowhere
    page.goto(board_address(game, mover(game)))
    compose(page, a_move(game, verb))


def test_a_game_is_played_by_keyboard_and_by_name_alone(seated: "Page", game: Game) -> None:
    from playwright.sync_api import expect

    seated.goto(address(game))
    cell = a_quiet_move(game).split()[1]
    seated.get_by_role("button", name=f"{cell},").focus()
    seated.keyboard.press("Enter")
    offer = seated.get_by_role("region", name="Your turn").get_by_role(
        "button", name=f"take {cell}:"
    )
    offer.focus()
    seated.keyboard.press("Enter")
    expect(seated.get_by_role("button", name="Send", exact=True)).to_be_focused()
    seated.keyboard.press("Enter")
    expect(seated.get_by_text(TAKE_BACK)).to_be_visible()
    assert played(game) == [f"take {cell}"]


def test_a_whole_game_ends_at_the_table(page: "Page", game: Game) -> None:
    from playwright.sync_api import expect

    moves = short_game(game)
    play_all(game, moves[:-1])
    make_final(game)
    page.goto(board_address(game, mover(game)))
    compose(page, moves[-1])
    send(page)
    expect(page.get_by_role("heading", name="The game is over.")).to_be_visible()


@pytest.mark.parametrize(("scheme", "width"), [("light", 1200), ("dark", 320)])
def test_everybody_can_use_a_table_while_a_turn_is_composed(
    scheme: Any, width: int, seated: "Page", game: Game, assert_accessible: Callable[[], None]
) -> None:
    seated.emulate_media(color_scheme=scheme)
    seated.set_viewport_size({"width": width, "height": 800})
    seated.goto(address(game))
    compose(seated, a_quiet_move(game))
    assert_accessible()
    assert seated.evaluate("document.documentElement.scrollWidth - window.innerWidth") <= 0


def test_without_a_script_a_move_leads_back_to_the_lasting_address(
    browser: "Browser", live_server: Any, game: Game
) -> None:
    from playwright.sync_api import expect

    context = browser.new_context(base_url=live_server.url, java_script_enabled=False)
    person = mover(game).user
    assert person is not None
    sign_in(context, person, live_server.url)
    page = context.new_page()
    page.goto(address(game))
    page.locator("a.move").first.click()
    page.get_by_role("button", name="Play this move").click()
    expect(page.get_by_role("button", name="Take it back")).to_be_visible()
    assert page.url.endswith(address(game))
    context.close()
