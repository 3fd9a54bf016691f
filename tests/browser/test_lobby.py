"""Two people begin a game from the lobby, with two browsers and the mailbox."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from django.conf import settings as django_settings
from django.test import Client
from django.utils import timezone

from accounts.models import User
from duel.lobby.proposals import accept, propose
from duel.models import Game, Status
from duel.words.terms import Terms
from mail.models import Letter
from mail.outbox.delivery import deliver
from mail.reports.suppression import suppress
from tests.duel.tables import begin, play_on, play_to_the_end
from tests.fixtures.browser import wait_for_preset

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


@pytest.fixture(autouse=True)
def mailbox(settings: Any, tmp_path: Path) -> None:
    """An empty mailbox, to which Django sends."""
    settings.EMAIL_BACKEND = "mail.sending.connections.MailboxBackend"
    settings.MAILBOX_DIR = tmp_path / "mailbox"


@pytest.fixture
def another_page(browser: "Browser", live_server: Any) -> Iterator["Page"]:
    """A page in another browser, of somebody in Rome who reads Italian."""
    context = browser.new_context(
        base_url=live_server.url, locale="it-IT", timezone_id="Europe/Rome"
    )
    yield context.new_page()
    context.close()


def sign_in(page: "Page", user: User) -> None:
    client = Client()
    client.force_login(user)
    name = django_settings.SESSION_COOKIE_NAME
    page.goto("/")
    page.context.add_cookies([{"name": name, "value": client.cookies[name].value, "url": page.url}])


def send_letters() -> None:
    """Do what the worker does."""
    for pk in Letter.objects.filter(status=Letter.Status.WAITING).values_list("pk", flat=True):
        deliver(pk)


def test_two_people_come_to_the_table_by_a_letter(
    page: "Page", another_page: "Page", ada: User, assert_accessible: Callable[[], None]
) -> None:
    sign_in(page, ada)
    page.goto("/")
    assert_accessible()
    page.get_by_role("link", name="New game").click()
    assert_accessible()
    page.get_by_label("Their e-mail address").fill("bruno@elsewhere.example")
    page.get_by_label(re.compile("2 days a move")).check()
    page.get_by_role("button", name="Propose this game").click()
    page.get_by_text("An invitation is on its way to bruno@elsewhere.example").wait_for()
    assert_accessible()
    page.get_by_label("Your word for the shuffle").fill("pomegranate")
    page.get_by_role("button", name="Put my word into the shuffle").click()
    page.get_by_text("Your word is part of the shuffle now.").wait_for()
    send_letters()

    bruno = another_page
    bruno.goto("/mailbox/")
    bruno.get_by_role("link", name="Ada invites you to a game of Splendor Duel").click()
    bruno.locator(".text-part a[href*='/join/']").first.click()
    bruno.locator("[name=name]").fill("Bruno")
    wait_for_preset(bruno)
    assert bruno.locator("[name=time_zone]").input_value() == "Europe/Rome"
    assert bruno.locator("[name=language]").input_value() == "it"
    bruno.locator("[name=word]").fill("melograno")
    bruno.locator("main button").click()
    bruno.wait_for_url("**/")

    game = Game.objects.get()
    assert game.status == Status.RUNNING
    assert game.grace == 2 * 24 * 3600
    seats = game.seats.select_related("user").order_by("number")
    assert [(str(seat.user), seat.nonce) for seat in seats] == [
        ("Ada", "pomegranate"),
        ("Bruno", "melograno"),
    ]
    assert User.objects.get(name="Bruno").language == "it"
    bruno.get_by_role("link", name=re.compile("Splendor Duel .* Ada")).click()
    bruno.locator("[data-region=board]").wait_for()
    page.goto("/")
    page.get_by_role("link", name="Splendor Duel with Bruno").wait_for()
    assert_accessible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_everyone_can_use_the_pages_of_an_invitation(
    scheme: str, page: "Page", ada: User, assert_accessible: Callable[[], None]
) -> None:
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    page.set_viewport_size({"width": 320, "height": 700})
    propose(by=ada, terms=Terms(), invite=["nina@elsewhere.example"])
    open_game = propose(by=ada, terms=Terms())
    send_letters()
    page.goto("/mailbox/")
    page.get_by_role("link", name="Ada invites you").click()
    links = page.locator(".text-part a").evaluate_all("links => links.map(link => link.href)")
    paths = [link for link in links if "/join/" in link]
    assert len(paths) == 3
    for path in [*paths, f"/challenge/{open_game.public_id}"]:
        page.goto(path)
        assert_accessible()
        overflow = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
        assert overflow <= 0, f"{path} is {overflow} pixels too wide"


def test_whoever_has_the_link_signs_in_and_comes_back_to_it(
    page: "Page", ada: User, bruno: User
) -> None:
    game = propose(by=ada, terms=Terms())
    page.goto(f"/challenge/{game.public_id}")
    page.get_by_role("link", name="Sign in and play").click()
    page.get_by_label("Your e-mail address").fill(bruno.email)
    page.get_by_role("button", name="Send the letter").click()
    page.wait_for_url(re.compile("/sign-in/.+"))
    send_letters()
    page.goto("/mailbox/")
    page.get_by_role("link", name=re.compile("sign", re.IGNORECASE)).last.click()
    page.locator(".text-part a").first.click()
    page.get_by_role("button", name="Sign in", exact=True).click()
    page.wait_for_url(f"**/challenge/{game.public_id}")
    page.get_by_role("button", name="Play this game").click()
    page.get_by_text("The game has begun.").wait_for()
    game.refresh_from_db()
    assert game.seats.get(number=1).user == bruno


def a_busy_club(ada: User, bruno: User, eve: User) -> Game:
    """Games that run and that are over, challenges, and letters that do not arrive."""
    over = begin(ada, bruno)
    play_to_the_end(over)
    running = begin(ada, bruno)
    play_on(running, 5)
    four = Terms(game="splendor", seats=3, options=frozenset({"cities", "posts"}))
    several = propose(by=ada, terms=four, invite=[bruno.email, eve.email])
    for person in (bruno, eve):
        accept(public_id=several.public_id, by=person)
    play_on(several, 5)
    propose(by=bruno, terms=Terms(), invite=[ada.email])
    propose(by=eve, terms=four, is_listed=True)
    suppress(address=bruno.email, reason="bounced", at=timezone.now())
    return running


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_everyone_can_use_the_pages_of_a_member(  # noqa: PLR0917 (fixtures)
    scheme: str,
    page: "Page",
    ada: User,
    bruno: User,
    eve: User,
    assert_accessible: Callable[[], None],
) -> None:
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    a_busy_club(ada, bruno, eve)
    page.goto("/challenges/")  # as a visitor
    assert_accessible()
    sign_in(page, ada)
    for width in (1200, 320):
        page.set_viewport_size({"width": width, "height": 800})
        for path in ("/", "/challenges/?game=splendor", "/challenges/?seats=4", "/club/", "/new/"):
            page.goto(path)
            assert_accessible()
            overflow = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
            assert overflow <= 0, f"{path} is {overflow} pixels too wide"


def test_a_challenge_is_found_by_what_one_looks_for_without_any_script(
    browser: "Browser", live_server: Any, ada: User, bruno: User
) -> None:
    propose(by=ada, terms=Terms(), is_listed=True)
    propose(by=bruno, terms=Terms(game="splendor", seats=4), is_listed=True)
    context = browser.new_context(base_url=live_server.url, java_script_enabled=False)
    page = context.new_page()
    page.goto("/")
    page.get_by_role("link", name="Challenges", exact=True).click()
    page.get_by_label("Players").select_option("4")
    page.get_by_role("button", name="Show these").click()
    page.get_by_role("heading", name="1 challenge").wait_for()
    page.get_by_role("link", name="Splendor for 4 with Bruno", exact=True).wait_for()
    assert page.get_by_role("link", name="Splendor Duel with Ada").count() == 0
    page.get_by_role("link", name="Sign in and join Splendor for 4 with Bruno").click()
    page.get_by_role("button", name="Send the letter").wait_for()
    context.close()


def test_the_home_tells_in_words_where_each_game_stands(
    page: "Page", ada: User, bruno: User, eve: User
) -> None:
    from playwright.sync_api import expect

    a_busy_club(ada, bruno, eve)
    sign_in(page, ada)
    page.goto("/")
    game = page.get_by_role("listitem").filter(has_text="Splendor Duel with Bruno").first
    table = game.get_by_role("table")
    expect(table.get_by_role("columnheader")).to_have_text(
        ["points", "crowns", "one colour", "tokens"]
    )
    expect(table.get_by_role("rowheader")).to_have_text(["You", "Bruno"])
    expect(game).to_contain_text("Letters to Bruno do not arrive just now.")
