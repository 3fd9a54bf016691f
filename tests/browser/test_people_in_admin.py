"""An operator finds and suspends a person and reads a letter, all of it audited."""

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from django.contrib.auth.models import Group
from django.urls import reverse

from accounts.models import User
from mail.models import Letter
from support.models import Decision
from tests.browser.test_lobby import sign_in
from tests.duel.tables import begin, play_on

if TYPE_CHECKING:
    from playwright.sync_api import Page


@pytest.mark.django_db(transaction=True)
def test_an_operator_suspends_somebody_and_looks_at_a_letter(
    page: "Page",
    page_problems: list[str],
    ada: User,
    bruno: User,
    assert_accessible: Callable[[], None],
) -> None:
    def look_over() -> None:
        assert page_problems == []
        assert_accessible()
        page_problems.clear()  # axe puts styles of its own where one of Django's imports another

    operator = User.objects.create_user("oscar@duelpost.example", name="Oscar", is_staff=True)
    operator.groups.add(Group.objects.get(name="operator"))
    game = begin(ada, bruno)
    play_on(game, 2)
    sign_in(page, operator)

    page.goto(reverse("admin:accounts_user_changelist"))
    page.locator("#searchbar").fill("ad")
    with page.expect_navigation():
        page.locator("#searchbar").press("Enter")
    page.get_by_role("link", name="Ada", exact=True).click()
    page.get_by_role("link", name=game.public_id).wait_for()
    assert page.get_by_role("link", name="Delete the account").count() == 0
    page.get_by_role("link", name="Suspend").click()
    page.get_by_text("1 running game is held").wait_for()
    look_over()
    page.get_by_label("Reason for the record").fill("insults in notes")
    assert page.get_by_role("button", name="Suspend").count() == 0
    page.get_by_role("button", name="See the letters").click()
    page.get_by_text("The letters, as each reader gets them").wait_for()
    page.get_by_role("button", name="Suspend").click()
    page.get_by_text("The person is suspended.").wait_for()
    assert page.get_by_text("insults in notes").first.is_visible()
    assert Decision.objects.get().act == "hold"

    letter = Letter.objects.filter(kind="your-turn").order_by("pk")[0]
    page.goto(reverse("admin:mail_letter_change", args=[letter.pk]))
    page.get_by_role("link", name="What it looks like").click()
    page.get_by_label("Reason").wait_for()
    look_over()
    page.get_by_label("Reason").fill("what did it say?")
    page.get_by_role("button", name="Reveal the letter").click()
    frame = page.frame_locator("iframe")
    frame.get_by_role("heading").first.wait_for()
    assert frame.locator("[href]").count() == 0

    page.goto(reverse("admin:admin_logentry_changelist"))
    log = page.locator("#result_list")
    assert log.get_by_text("suspended: insults in notes").is_visible()
    assert log.get_by_text(
        re.compile(r"revealed the letter \(game:\w+\): what did it say\?")
    ).is_visible()
