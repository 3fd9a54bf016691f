"""Double clicks, two tabs and no network at a table: nothing is lost or done twice."""

from typing import TYPE_CHECKING, Any

import pytest
from django.utils import timezone

from accounts.models import User
from duel.models import Game, NoteMute
from tests.browser.tablemates import Tablemate, address, played, sign_in
from tests.duel.letter_links import a_move, board_address, mover
from tests.duel.tables import a_quiet_move, begin

if TYPE_CHECKING:
    from playwright.sync_api import Page, Request, Route

AWAY = "There is no answer from the server. Nothing is lost: try again."
SENDING = "**/api/v1/games/*/moves*"


@pytest.fixture
def game(page: "Page", ada: User, bruno: User, settings: Any) -> Game:
    settings.UNSEND_SECONDS = 300
    return begin(ada, bruno)


@pytest.fixture
def mate(page: "Page", live_server: Any, game: Game) -> Tablemate:
    """The player to move, signed in, at the table."""
    sign_in(page.context, mover(game).user, live_server.url)
    page.goto(address(game))
    return Tablemate(page, game)


def another_tab(mate: Tablemate) -> Tablemate:
    """Open a second tab of the same player; neither tab gets news."""
    mate.page.context.route("**/news?*", lambda route: route.fulfill(status=204))
    page = mate.page.context.new_page()
    page.goto(address(mate.game))
    return Tablemate(page, mate.game)


def test_a_turn_that_is_pressed_twice_is_sent_once(mate: Tablemate) -> None:
    from playwright.sync_api import expect

    sent: list[str] = []

    def note(request: "Request") -> None:
        if request.method == "POST" and "/moves" in request.url:
            sent.append(request.url)

    mate.page.on("request", note)
    move = a_quiet_move(mate.game)
    mate.compose(move)
    mate.page.get_by_role("button", name="Send", exact=True).dblclick()
    expect(mate.page.get_by_role("button", name="Take it back")).to_be_visible()
    assert len(sent) == 1
    assert played(mate.game) == [move]


def test_what_another_tab_has_played_meanwhile_is_told_and_nothing_is_played_over_it(
    mate: Tablemate, page_problems: list[str]
) -> None:
    from playwright.sync_api import expect

    other = another_tab(mate)
    first, second = a_quiet_move(mate.game), a_move(mate.game, "take b")
    other.compose(second)
    mate.play([first])
    other.page.get_by_role("button", name="Send", exact=True).click()
    expect(other.page.get_by_role("alert")).to_contain_text("You took a1")
    expect(other.page.get_by_role("button", name="Take it back")).to_be_visible()
    assert played(mate.game) == [first]
    assert all("409" in problem for problem in page_problems)
    page_problems.clear()  # the browser notes the refusal


def test_the_same_turn_from_two_tabs_is_one_turn(mate: Tablemate) -> None:
    from playwright.sync_api import expect

    other, move = another_tab(mate), a_quiet_move(mate.game)
    for tab in (other, mate):
        tab.compose(move)
    for tab in (other, mate):
        tab.page.get_by_role("button", name="Send", exact=True).click()
        expect(tab.page.get_by_role("button", name="Take it back")).to_be_visible()
    assert played(mate.game) == [move]


@pytest.mark.parametrize("is_heard", [False, True], ids=["unheard", "only the answer is lost"])
def test_a_turn_that_is_sent_while_the_network_is_away_is_kept_and_sent_again(
    is_heard: bool, mate: Tablemate, page_problems: list[str]
) -> None:
    from playwright.sync_api import expect

    def lose(route: "Route") -> None:
        if is_heard:
            route.fetch()
        route.abort("internetdisconnected")

    page, move = mate.page, a_quiet_move(mate.game)
    mate.compose(move)
    page.get_by_label("A note for").fill("Good luck!")
    page.route(SENDING, lose)
    page.get_by_role("button", name="Send", exact=True).click()
    expect(page.get_by_role("alert")).to_have_text(AWAY)
    assert played(mate.game) == [move] * is_heard
    expect(page.locator("[data-notation] code")).to_have_text(move)
    expect(page.get_by_label("A note for")).to_have_value("Good luck!")
    page.unroute(SENDING)
    mate.send()
    expect(page.get_by_role("alert")).to_be_hidden()
    assert played(mate.game) == [move]
    assert [note.text for note in mate.game.notes.all()] == ["Good luck!"]
    page_problems.clear()  # the browser notes that there was no answer


def test_a_note_that_is_not_passed_on_is_told_beside_the_turn_that_was(mate: Tablemate) -> None:
    from playwright.sync_api import expect

    writer = mover(mate.game).user
    assert writer is not None
    NoteMute.objects.create(user=writer, game=mate.game, since=timezone.now())
    move = a_quiet_move(mate.game)
    mate.compose(move)
    mate.page.get_by_label("A note for").fill("Good luck!")
    mate.send()
    expect(mate.page.get_by_role("alert")).to_contain_text("Your note was not kept")
    assert played(mate.game) == [move]
    assert not mate.game.notes.exists()


def test_a_turn_can_be_composed_on_once_the_network_is_back(
    mate: Tablemate, page_problems: list[str]
) -> None:
    from playwright.sync_api import expect

    page, cell = mate.page, a_quiet_move(mate.game).split()[1]
    page.context.set_offline(True)
    page.get_by_role("button", name=f"{cell},").click()
    offer = page.get_by_role("region", name="Your turn").get_by_role("button", name=f"take {cell}:")
    offer.click()
    expect(page.get_by_role("alert")).to_have_text(AWAY)
    page.context.set_offline(False)
    offer.click()
    mate.send()
    assert played(mate.game) == [f"take {cell}"]
    page_problems.clear()


def test_the_key_of_a_seat_is_in_no_address_cookie_store_referrer_or_log(
    page: "Page", game: Game, caplog: pytest.LogCaptureFixture
) -> None:
    asked: list[Request] = []
    page.on("request", lambda request: asked.extend([request]))
    page.goto(board_address(game, mover(game)))
    key = page.locator("[data-game]").get_attribute("data-key")
    assert key
    mate = Tablemate(page, game)
    mate.play([a_quiet_move(game)])
    page.get_by_role("button", name="Send it now").click()
    with page.expect_response("**/news?*"):
        mate.look_again()
    assert not page.context.cookies()
    page.get_by_role("link", name="Rules").click()
    page.get_by_role("heading", level=1).wait_for()

    sent = [request.all_headers() for request in asked]
    assert any(headers.get("authorization") == f"Seat {key}" for headers in sent)
    for request, headers in zip(asked, sent, strict=True):
        assert key not in request.url
        assert key not in (request.post_data or "")
        assert not [
            name for name, value in headers.items() if key in value and name != "authorization"
        ]
    assert not [cookie for cookie in page.context.cookies() if key in str(cookie)]
    stored = page.evaluate(
        "JSON.stringify([{...localStorage}, {...sessionStorage}, history.state])"
    )
    assert key not in stored
    assert "/api/v1/games/" in caplog.text, "Requests are logged."
    assert key not in caplog.text


def test_a_breach_of_the_content_security_policy_is_noticed(
    page: "Page", game: Game, page_problems: list[str]
) -> None:
    """Without this, a policy that is not enforced would pass every test."""
    page.goto(board_address(game, mover(game)))
    page.evaluate(
        "document.body.append(Object.assign(document.createElement('script'), {text: '1'}))"
    )
    assert [problem for problem in page_problems if "Content Security Policy" in problem]
    page_problems.clear()
    page.evaluate("document.body.setAttribute('style', 'color: red')")
    assert [problem for problem in page_problems if "Content Security Policy" in problem]
    page_problems.clear()
