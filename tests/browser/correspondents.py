"""Players who use only their letters: each has a browser and a mailbox."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from accounts.models import User
from mail.models import Letter
from tests.fixtures.worker import Worker

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Locator, Page

PATIENCE = 60
"""Seconds within which a letter or a page comes, on a machine that has other work to do."""


class Correspondent:
    """Somebody who opens letters in the mailbox and presses what their links lead to."""

    def __init__(self, user: User, browser: "Browser", site: str, worker: Worker) -> None:
        self.user = user
        self.complaints: list[str] = []
        self._browser = browser
        self._site = site
        self._worker = worker
        self._context: BrowserContext | None = None
        self.page = self.open_browser()

    def open_browser(self) -> "Page":
        """Return a page of a new browser, without cookies."""
        self.close_browser()
        self._context = self._browser.new_context(
            base_url=self._site,
            locale="en-US",  # what the letters' links open speaks their reader's language anyway
            viewport={"width": 390, "height": 800},
        )
        self.page = self._context.new_page()
        self.page.set_default_timeout(PATIENCE * 1000)
        self.page.on("console", self._note)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        return self.page

    def close_browser(self) -> None:
        """Close the browser."""
        if self._context is not None:
            self._context.close()
            self._context = None

    def open_letter(self, key: str) -> str:
        """Return the text of the letter of this key, opened as the newest in the mailbox."""
        sent = Letter.objects.filter(key=key, status=Letter.Status.SENT)
        self._worker.wait_for(sent.exists, PATIENCE)
        self.page.goto(f"/mailbox/?to={self.user.email}")
        self.page.locator("ol.letters a").first.click()
        text = self.page.locator(".text-part")
        text.wait_for()
        assert sent.get().provider_id in self.page.url, "This is not the newest letter."
        return text.inner_text()

    def follow(self, link: str) -> None:
        """Open the page that a letter's link leads to, in the reader's language."""
        self.page.context.clear_cookies()  # the mailbox page may have set one
        # The worker cannot know on which port the site of the tests answers.
        self.page.goto(urlsplit(link).path)
        assert self.page.locator("html").get_attribute("lang") == self.user.language

    def press_play(self) -> None:
        """Press the button of a move's page."""
        self._press(self.page.locator("form:has(#note) button"))

    def press(self, number: int) -> None:
        """Press the link of the move of this number, and the button of its own page."""
        link = self.page.locator("a.move").filter(
            has=self.page.locator(".number", has_text=re.compile(rf"^{number}$"))
        )
        self._press(link)
        self.press_play()

    def choose(self, number: int) -> None:
        """Choose the move of this number among all that the table lists in words, and send it."""
        moves = self.page.locator("[data-moves]")
        if moves.get_attribute("open") is None:
            moves.locator("summary").click()
        moves.locator("button.move").nth(number - 1).click()
        self._send()

    def give_back(self, colours: Sequence[str]) -> None:
        """Tap these tokens of one's own at the table, and send that they are given back."""
        for colour in colours:
            self.page.locator(f'[data-pick="own:{colour}"]').click()
        self._send()

    def _send(self) -> None:
        """Send what was composed, whether the turn ends with it or goes on."""
        from playwright.sync_api import expect

        ends, goes_on = self.page.locator("[data-send] button"), self.page.locator("[data-play-on]")
        expect(ends.or_(goes_on).filter(visible=True)).to_have_count(1)
        (ends if ends.is_visible() else goes_on).click()
        expect(self.page.locator("[data-steps] li")).to_have_count(0)
        assert not self.page.context.cookies(), "Playing from a letter takes no cookie."

    def download(self, path: Path) -> Path:
        """Return the path, to which the file of the open letter was saved."""
        with self.page.expect_download() as download:
            self.page.locator(".files a").click()
        download.value.save_as(path)
        return path

    def _press(self, button: "Locator") -> None:
        with self.page.expect_navigation():
            button.click()
        assert not self.page.context.cookies(), "Playing from a letter takes no cookie."

    def _note(self, message: "ConsoleMessage") -> None:
        # Playwright looks into the letter's frame by scripts, which are blocked there.
        if message.type == "error" and "Blocked script execution" not in message.text:
            self.complaints.append(message.text)


def board_link(letter: str) -> str:
    """Return the link to the board, which is the first in a turn letter."""
    return _link(letter, r"(\S+/board/\S+)$")


def move_link(letter: str, number: int) -> str:
    """Return the link of the move with this number."""
    return _link(letter, rf"^{number}\) .*\s+(\S+/go/\S+)$")


def lists_move(letter: str, number: int) -> bool:
    """Return whether the letter itself lists this move."""
    return re.search(rf"^{number}\) ", letter, re.MULTILINE) is not None


def rest_link(letter: str) -> str:
    """Return the link to the page of the moves that the letter leaves out."""
    return _link(letter, r"(\S+/pay/\S+)$")


def every_link(letter: str) -> list[str]:
    """Return all links of the letter."""
    return re.findall(r"https?://\S+", letter)


def _link(letter: str, pattern: str) -> str:
    found = re.search(pattern, letter, re.MULTILINE)
    assert found is not None, f"{pattern} is not in the letter:\n{letter}"
    return found[1]
