"""Signing in by code and choosing preferences, in a real browser."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from django.utils import timezone

from accounts.models import User
from accounts.selectors import believed_addresses
from accounts.tokens import sign_in_url
from mail.models import Letter
from mail.reports.suppression import suppress
from tests.accounts.conftest import newest_code
from tests.accounts.test_senders import sender_path
from tests.fixtures.browser import wait_for_preset

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.django_db(transaction=True)
FITS = "document.documentElement.scrollWidth <= 390"


def test_a_newcomer_signs_up_by_code_and_chooses_preferences(
    page: "Page", assert_accessible: Callable[[], None]
) -> None:
    page.context.new_cdp_session(page).send(
        "Emulation.setTimezoneOverride", {"timezoneId": "Asia/Tokyo"}
    )
    page.goto("/sign-in/")
    assert_accessible()
    page.get_by_label("Your e-mail address").fill("nina@duelpost.example")
    page.get_by_role("button", name="Send the letter").click()
    page.get_by_role("heading", name="A letter is on its way").wait_for()
    assert_accessible()
    assert Letter.objects.get().to == "nina@duelpost.example"

    code = page.get_by_label("The code in the letter")
    code.fill("BBBB-BBBB")
    page.get_by_role("main").get_by_role("button", name="Sign in").click()
    page.get_by_text("This is not the code of a letter").wait_for()
    assert_accessible()
    code.fill(newest_code().lower())
    page.get_by_role("main").get_by_role("button", name="Sign in").click()

    page.get_by_label("The name that others see").fill("Nina")
    wait_for_preset(page)
    assert page.get_by_label("Your time zone").input_value() == "Asia/Tokyo"
    assert_accessible()
    page.get_by_label("Your time zone").select_option("Europe/Rome")
    page.get_by_role("main").get_by_role("button", name="Sign in").click()
    page.get_by_role("link", name="Preferences").click()
    assert_accessible()

    assert page.get_by_label("Your time zone").input_value() == "Europe/Rome"
    page.get_by_role("combobox", name="Language").select_option(label="italiano")
    page.get_by_label("all together, once a day").check()
    page.get_by_label("No letters from").fill("22:00")
    page.get_by_label("until", exact=True).fill("07:00")
    page.get_by_role("button", name="Save").click()
    page.locator("html[lang=it]").wait_for()
    assert_accessible()
    nina = User.objects.get()
    assert (nina.language, nina.letters, nina.time_zone) == ("it", "digest", "Europe/Rome")
    assert nina.quiet_from is not None


def test_a_browser_may_know_a_time_zone_by_an_old_name(page: "Page") -> None:
    page.add_init_script(
        "Intl.DateTimeFormat.prototype.resolvedOptions = () => ({ timeZone: 'Asia/Calcutta' })"
    )
    page.goto("/sign-in/")
    page.get_by_label("Your e-mail address").fill("nina@duelpost.example")
    page.get_by_role("button", name="Send the letter").click()
    code = page.get_by_label("The code in the letter")
    code.wait_for()  # only then the letter was written
    code.fill(newest_code())
    page.get_by_role("main").get_by_role("button", name="Sign in").click()
    page.get_by_label("The name that others see").fill("Nina")
    wait_for_preset(page)
    assert page.get_by_label("Your time zone").input_value() == "Asia/Calcutta"
    page.get_by_role("main").get_by_role("button", name="Sign in").click()
    page.get_by_role("link", name="Preferences").click()
    assert page.get_by_label("Your time zone").input_value() == "Asia/Calcutta"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_person_is_told_of_trouble_and_sees_their_browsers(
    page: "Page", ada: User, assert_accessible: Callable[[], None], scheme: str
) -> None:
    suppress(address=ada.email, reason="bounced", at=timezone.now())
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    page.set_viewport_size({"width": 320, "height": 640})
    page.goto(sign_in_url(ada.email))
    page.get_by_role("main").get_by_role("button", name="Sign in").click()
    page.wait_for_url("**/")
    # Signing in by letter proves the address: the trouble is over, until the next bounce.
    suppress(address=ada.email, reason="bounced", at=timezone.now())
    page.goto("/me/")
    page.get_by_text("Our letters to you came back").wait_for()
    assert_accessible()
    page.get_by_role("button", name="confirm it again").click()
    page.get_by_text("A letter is on its way to that address").wait_for()
    page.get_by_role("link", name="All browsers").click()
    page.get_by_text("this browser").wait_for()
    assert_accessible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    page.goto("/me/")
    page.get_by_role("link", name="Deadlines in your calendar").click()
    page.get_by_role("button", name="new address").click()
    page.get_by_text("Your calendar has a new address").wait_for()
    assert_accessible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 320


def test_a_further_address_is_added_and_removed_on_a_telephone(
    page: "Page", assert_accessible: Callable[[], None], ada: User
) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    long_address = "ada.augusta.lovelace.of.the.analytical.engine@department.university.example"
    page.goto(sender_path(ada, long_address))
    assert_accessible()
    assert page.evaluate(FITS)
    page.get_by_role("button", name="This address is mine").click()
    page.get_by_text("counts as yours from now on").wait_for()
    assert_accessible()
    assert page.evaluate(FITS)
    assert believed_addresses(ada) == {ada.email, long_address}

    page.goto(sign_in_url(ada.email))
    page.get_by_role("main").get_by_role("button", name="Sign in").click()
    page.get_by_role("link", name="Preferences").click()
    page.get_by_label("Play moves by mail").check()
    page.get_by_label("only when something was refused, is unclear or was turned up").check()
    page.get_by_role("button", name="Save").click()
    page.get_by_text("Your preferences are saved.").wait_for()
    assert_accessible()
    assert page.evaluate(FITS)
    page.get_by_role("button", name="Remove this address").click()
    page.get_by_text("no longer counts as yours").wait_for()
    assert believed_addresses(ada) == {ada.email}
    ada.refresh_from_db()
    assert (ada.answers_by_mail, ada.confirmations) == (True, "needed")
