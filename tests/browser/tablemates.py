"""People at the table, in a browser: they tap, choose how, and send what they have composed."""

import re
from collections import Counter
from collections.abc import Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

from django.test import Client

from accounts.models import User
from duel.games.base import Choice
from duel.models import Game, LogEntry
from duel.table.turn_ahead import Ahead, look_ahead
from tests.duel.letter_links import mover
from tests.duel.tables import known_to

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page


def address(game: Game) -> str:
    """Where the table always is."""
    return f"/games/{game.public_id}/"


def sign_in(context: "BrowserContext", person: User | None, site: str) -> None:
    """Let the browser be signed in as this person."""
    assert person is not None
    client = Client()
    client.force_login(person)
    cookies = [
        {"name": name, "value": each.value, "url": site} for name, each in client.cookies.items()
    ]
    context.add_cookies(cookies)  # type: ignore[arg-type]


def played(game: Game) -> list[str]:
    """All moves in the log, be they taken back since."""
    entries = LogEntry.objects.filter(game=game, kind="move").order_by("seq")
    return [entry.text for entry in entries]


class Tablemate:
    """Whoever sits at a table that is open in a page."""

    def __init__(self, page: "Page", game: Game) -> None:
        self.page = page
        self.game = game
        self.steps: list[str] = []

    def compose(self, move: str) -> Ahead:
        """Choose a step by taps and, if these leave it open, by its words; return what follows."""
        from playwright.sync_api import expect

        choices = self._ahead().choices
        choice = next(each for each in choices if each.move == move)
        for pick in choice.picks:
            self.page.locator(f'[data-pick="{pick}"]').click()
        for way in choice.ways:
            self.page.locator(f'[data-way="{way}"]').click()
        if len(_going_on(choices, choice)) > 1 or not choice.picks:
            self._offer(choice).click()
        self.steps.append(move)
        expect(self.page.locator("[data-notation] code")).to_have_text(", ".join(self.steps))
        return self._ahead()

    def send(self) -> None:
        """Press what sends the steps; wait until they are no longer on the panel."""
        from playwright.sync_api import expect

        name = re.compile("^(Send|Play this now, then go on)$")
        self.page.get_by_role("button", name=name).click()
        self.steps.clear()
        expect(self.page.locator("[data-steps] li")).to_have_count(0)

    def play(self, moves: Sequence[str]) -> None:
        """Play the moves of a turn in few sendings; what follows by itself is left out.

        Where a move hangs on what is turned up, what is composed up to there is sent first.
        """
        before = len(played(self.game))
        while rest := moves[len(played(self.game)) - before :]:
            for move, following in zip_longest(rest, rest[1:]):
                ahead = self.compose(move)
                if following not in [choice.move for choice in ahead.choices]:
                    break
            self.send()

    def look_again(self) -> None:
        """Come back to the page, as from another tab: it looks for news at once."""
        self.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")

    def _ahead(self) -> Ahead:
        seat = mover(self.game)
        return look_ahead(known_to(seat.game, seat), self.steps)

    def _offer(self, choice: Choice) -> Any:
        parts = [choice.words, choice.wins, "final" if choice.final else ""]
        words = " ".join(filter(None, parts))
        offers = self.page.get_by_role("region", name="Your turn")
        return offers.get_by_role("button", name=words, exact=True)


def _going_on(choices: Sequence[Choice], meant: Choice) -> list[Choice]:
    """All that could still be meant by what was chosen for this one."""
    return [
        each
        for each in choices
        if not Counter(meant.picks) - Counter(each.picks)
        and not Counter(meant.ways) - Counter(each.ways)
    ]
