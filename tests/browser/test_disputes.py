"""A report, from the link in a letter to the operator's answer in the mailbox."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from accounts.models import User
from mail.models import Letter
from support.models import Dispute
from tests.browser.test_lobby import send_letters, sign_in
from tests.duel.tables import begin


@pytest.fixture(autouse=True)
def mailbox(settings: Any, tmp_path: Path) -> None:
    """An empty mailbox, to which Django sends."""
    settings.EMAIL_BACKEND = "mail.sending.connections.MailboxBackend"
    settings.MAILBOX_DIR = tmp_path / "mailbox"


def open_newest(page: Page, reader: User) -> Locator:
    """Return the text of somebody's newest letter."""
    page.goto(f"/mailbox/?to={reader.email}")
    page.locator("ol.letters a").first.click()
    return page.locator(".text-part")


def test_a_report_is_answered(
    page: Page,
    ada: User,
    bruno: User,
    olga: User,
    assert_accessible: Callable[[], None],
) -> None:
    game = begin(ada, bruno)
    mover = game.seats.get(is_to_move=True).user
    assert mover is not None
    User.objects.filter(pk=mover.pk).update(language="fr")
    send_letters()

    page.set_viewport_size({"width": 360, "height": 740})
    open_newest(page, mover).locator("a[href*='/more/']").click()
    page.locator("a[href*='/trouble/']").first.click()
    page.context.clear_cookies()  # the mailbox page has set one
    page.get_by_role("radio").first.check()
    page.locator("textarea").fill("La lettre n’est jamais venue.")
    page.locator("[name=asks_hold]").check()
    assert_accessible()
    assert page.evaluate("document.documentElement.scrollWidth - window.innerWidth") <= 0
    page.locator("main form button").click()
    page.wait_for_url("**/trouble/*?sent")
    assert_accessible()
    assert not page.context.cookies()
    dispute = Dispute.objects.get()
    send_letters()

    page.set_viewport_size({"width": 1200, "height": 900})
    sign_in(page, olga)
    letter = open_newest(page, olga)
    assert "La lettre" not in letter.inner_text()
    letter.locator("a[href*='/admin/support/dispute/']").click()
    page.get_by_text("La lettre n’est jamais venue.").wait_for()
    page.get_by_role("button", name="Take it").click()
    page.get_by_text("The report is yours.").wait_for()
    page.get_by_role("button", name="Stop the clocks").click()
    page.get_by_text("The clocks stand still. Told by letter").wait_for()
    page.get_by_role("link", name="Answer it").click()
    page.get_by_role("button", name="nothing wrong was found").click()
    answer = page.locator("[name=to_reporter]")
    expect(answer).to_have_value(re.compile("personne n’a rien modifié"))
    Letter.objects.filter(kind="your-turn", to=mover.email).update(status="failed")
    page.get_by_role("button", name="a letter was lost").click()
    expect(answer).not_to_have_value(re.compile("personne n’a rien modifié"))
    page.locator("[name=decision]").select_option(index=1)
    page.get_by_label("as well").check()
    page.get_by_role("button", name="See the letters").click()
    page.get_by_role("button", name="Settle it and send the answer").click()
    page.get_by_text("the answer is on its way").wait_for()
    send_letters()

    dispute.refresh_from_db()
    assert (dispute.state, dispute.assigned_to) == ("resolved", olga)
    assert dispute.decision is not None
    assert "Une lettre avec votre tour" in open_newest(page, mover).inner_text()
    (opponent,) = {ada, bruno} - {mover}
    assert "got lost on its way" in open_newest(page, opponent).inner_text()
