"""The mailbox as a newcomer meets it: a real browser, real letters."""

from collections.abc import Callable
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest
from django.utils import timezone

from mail.inbound.self_test import letter_key, new_test
from mail.models import InboundMail, Letter
from mail.outbox.delivery import deliver
from mail.registry import Builder, Draft
from tests.mail.conftest import MakeLetter
from tests.servers.processes import free_port

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.usefixtures("mailbox_dir")


def _forget_blocked_scripts(page_problems: list[str]) -> None:
    """Leave out that axe and Playwright cannot look into the frame of a letter by scripts."""
    tried = ("Blocked script execution", "Failed to execute 'postMessage'")
    page_problems[:] = [each for each in page_problems if not any(word in each for word in tried)]


def test_a_letter_is_read_and_its_links_followed(
    page: "Page",
    make_letter: MakeLetter,
    story_is_built_by: Callable[[Builder], None],
    settings: Any,
    page_problems: list[str],
) -> None:
    link = f"{settings.SITE_URL}/imprint/"
    html = '<html lang="en"><head><title>News</title></head><body><p style="color: rgb(1, 2, 3)">'
    html += (
        f'Read <a href="{link}">who we are</a>.</p><script>document.body.textContent = 1</script>'
    )
    story_is_built_by(lambda data: Draft(subject="News", text=f"Open {link} now.", html=html))
    deliver(make_letter().pk)

    page.goto("/mailbox/")
    page.get_by_role("link", name="News").click()
    frame = page.frame_locator("iframe")
    paragraph = frame.get_by_text("Read who we are.")
    paragraph.wait_for()
    assert paragraph.evaluate("element => getComputedStyle(element).color") == "rgb(1, 2, 3)"
    with page.expect_popup() as popup:
        frame.get_by_role("link", name="who we are").click()
    popup.value.wait_for_url(link)
    popup.value.get_by_role("heading", name="Imprint").wait_for()

    # Playwright looks into the frame by scripts, and the browser says that it blocks scripts there.
    _forget_blocked_scripts(page_problems)
    page.locator(".text-part").get_by_role("link", name=link).click()
    page.wait_for_url(link)


def test_a_waiting_letter_is_counted_down_and_then_arrives(
    page: "Page", make_letter: MakeLetter, assert_accessible: Callable[[], None]
) -> None:
    letter = make_letter(next_attempt_at=timezone.now() + timedelta(seconds=100))
    page.goto("/mailbox/")
    page.get_by_text("seconds").wait_for()
    assert_accessible()
    Letter.objects.update(next_attempt_at=timezone.now())
    deliver(letter.pk)
    page.get_by_role("link", name="News").wait_for()
    assert page.get_by_text("Not sent yet").count() == 0


@pytest.mark.parametrize("width", [390, 1280])
def test_a_letter_is_answered_below_it(  # noqa: PLR0917 - all but one are fixtures
    page: "Page",
    make_letter: MakeLetter,
    settings: Any,
    assert_accessible: Callable[[], None],
    page_problems: list[str],
    width: int,
) -> None:
    settings.INBOUND_LISTEN = f"127.0.0.1:{free_port()}"  # nobody listens: the page takes it itself
    test = new_test()
    letter = make_letter(kind="test", key=letter_key(test), data={"test": test})
    deliver(letter.pk)
    page.set_viewport_size({"width": width, "height": 800})
    page.goto("/mailbox/")
    page.get_by_role("link", name="a test letter").click()
    assert_accessible()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.get_by_role("textbox").fill("It works.")
    page.get_by_role("button", name="Send").click()
    page.get_by_text("Your reply was received").wait_for()
    assert_accessible()
    # axe looks into the letter's frame by scripts, and the browser says that it blocks them there.
    _forget_blocked_scripts(page_problems)
    mail = InboundMail.objects.get()
    assert (mail.about, mail.is_owner, mail.way) == (f"test:{test}", True, "page")
