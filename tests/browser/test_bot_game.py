"""A newcomer signs in by letter and plays against a bot."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from accounts.models import User
from duel.bots.sweeps import sweep_bots
from duel.models import Game, Status
from mail.models import Letter
from mail.outbox.delivery import deliver
from tests.browser.tablemates import Tablemate, played
from tests.duel.bots.bot_games import a_take, moves_of_bots
from tests.duel.tables import make_final
from tests.fixtures.browser import wait_for_preset

if TYPE_CHECKING:
    from playwright.sync_api import Page

NINA = "nina@elsewhere.example"


@pytest.fixture(autouse=True)
def mailbox(settings: Any, tmp_path: Path) -> None:
    """An empty mailbox, to which Django sends."""
    settings.EMAIL_BACKEND = "mail.sending.connections.MailboxBackend"
    settings.MAILBOX_DIR = tmp_path / "mailbox"


def send_letters() -> None:
    """Do what the worker does."""
    for pk in Letter.objects.filter(status=Letter.Status.WAITING).values_list("pk", flat=True):
        deliver(pk)


def test_an_address_is_all_that_it_takes(
    page: "Page", assert_accessible: Callable[[], None]
) -> None:
    from playwright.sync_api import expect

    page.context.new_cdp_session(page).send(
        "Emulation.setTimezoneOverride", {"timezoneId": "Asia/Tokyo"}
    )
    page.goto("/")
    form = page.get_by_role("region", name="Play a bot at once")
    form.get_by_label("Your e-mail address").fill(NINA)
    form.get_by_role("button", name="Play a bot").click()
    page.get_by_role("heading", name="A letter is on its way").wait_for()
    assert_accessible()
    send_letters()

    page.get_by_role("main").get_by_role("link", name="Open the mailbox").click()
    page.get_by_role("link", name=re.compile("begins with one press")).click()
    letter = page.locator(".text-part")
    letter.wait_for()
    found = re.search(r"https?://\S+(/play/\S+)", letter.inner_text())
    assert found
    page.goto(found[1])
    page.get_by_role("heading", name="Splendor Duel against Apprentice (bot)").wait_for()
    assert not Game.objects.exists(), "Opening a link begins nothing."
    assert_accessible()
    page.get_by_label("The name that others see").fill("Nina")
    wait_for_preset(page)
    page.get_by_role("button", name="Begin the game").click()

    page.get_by_text("The game has begun.").wait_for()
    game = Game.objects.get()
    assert page.url.endswith(f"/games/{game.public_id}/")
    nina = User.objects.get(email=NINA)
    assert game.seats.get(number=0).user == nina
    assert nina.time_zone == "Asia/Tokyo"
    assert_accessible()
    sweep_bots()  # it may have to begin
    before = len(moves_of_bots(game))
    page.reload()
    expect(page.get_by_role("heading", name="It is your turn")).to_be_visible()
    at_table = Tablemate(page, game)
    at_table.play([a_take(game)])
    game.refresh_from_db()
    make_final(game)
    sweep_bots()

    game.refresh_from_db()
    assert (game.status, game.to_move) == (Status.RUNNING, 0)
    assert len(moves_of_bots(game)) > before
    assert len(played(game)) >= before + 2
    at_table.look_again()
    expect(page.get_by_role("heading", name="It is your turn")).to_be_visible(timeout=60_000)
    page.goto("/")
    page.get_by_role("link", name="Splendor Duel with Apprentice (bot)").wait_for()
    assert_accessible()


@pytest.mark.parametrize("seats", [2, 4])
def test_the_form_for_a_new_game_needs_no_script_to_seat_bots(
    page: "Page", ada: User, seats: int, live_server: Any, assert_accessible: Callable[[], None]
) -> None:
    from tests.browser.tablemates import sign_in

    sign_in(page.context, ada, live_server.url)
    page.goto("/new/" if seats == 2 else "/new/?game=splendor&seats=4")
    assert_accessible()
    if seats == 2:
        page.get_by_label("a bot: journeyman").check()
    for number in range(seats - 1 if seats > 2 else 0):
        page.get_by_label("or a bot in this seat").nth(number).select_option("apprentice")
    page.get_by_label("waits for my own word").check()
    page.get_by_role("button", name="Propose this game").click()
    page.get_by_text("The game begins as soon as you have put your own word").wait_for()
    assert_accessible()
    page.get_by_label("Your word for the shuffle").fill("sealing wax")
    page.get_by_role("button", name="Put my word into the shuffle").click()
    page.get_by_text("Your word is part of the shuffle now.").wait_for()
    assert Game.objects.get().status == Status.RUNNING
