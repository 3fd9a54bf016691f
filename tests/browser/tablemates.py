"""Players at a table in a browser: they tap, choose ways, and send composed turns."""

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
    """Return the permanent address of a table."""
    return f"/games/{game.public_id}/"


def sign_in(context: "BrowserContext", person: User | None, site: str) -> None:
    """Sign the browser in as this person."""
    assert person is not None
    client = Client()
    client.force_login(person)
    cookies = [
        {"name": name, "value": each.value, "url": site} for name, each in client.cookies.items()
    ]
    context.add_cookies(cookies)  # type: ignore[arg-type]


def played(game: Game) -> list[str]:
    """Return all moves in the log, also those taken back."""
    entries = LogEntry.objects.filter(game=game, kind="move").order_by("seq")
    return [entry.text for entry in entries]


class Tablemate:
    """The player at a table that is open in a page."""

    def __init__(self, page: "Page", game: Game) -> None:
        self.page = page
        self.game = game
        self.steps: list[str] = []

    def compose(self, move: str) -> Ahead:
        """Choose a step by taps, and by its button if several choices are left."""
        from playwright.sync_api import expect

        choices = self._ahead().choices
        choice = next(each for each in choices if each.move == move)
        for pick in choice.picks:
            self.page.locator(f'[data-pick="{pick}"]').click()
        for way in choice.ways:
            self.page.locator(f'[data-way="{way}"]').click()
        if len(_choices_left(choices, choice)) > 1 or not choice.picks:
            self._offer(choice).click()
        self.steps.append(move)
        expect(self.page.locator("[data-notation] code")).to_have_text(", ".join(self.steps))
        return self._ahead()

    def send(self) -> None:
        """Press the button that sends the steps; wait until they are gone from the panel."""
        from playwright.sync_api import expect

        name = re.compile("^(Send|Play this now, then go on)$")
        self.page.get_by_role("button", name=name).click()
        self.steps.clear()
        expect(self.page.locator("[data-steps] li")).to_have_count(0)

    def play(self, moves: Sequence[str]) -> None:
        """Play the moves of a turn, sending as seldom as possible.

        The steps so far are sent where the next move depends on what is revealed.
        """
        before = len(played(self.game))
        while rest := moves[len(played(self.game)) - before :]:
            for move, following in zip_longest(rest, rest[1:]):
                ahead = self.compose(move)
                if following not in [choice.move for choice in ahead.choices]:
                    break
            self.send()

    def look_again(self) -> None:
        """Come back to the page, as from another tab, so that it looks for news at once."""
        self.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")

    def _ahead(self) -> Ahead:
        seat = mover(self.game)
        return look_ahead(known_to(seat.game, seat), self.steps)

    def _offer(self, choice: Choice) -> Any:
        parts = [choice.words, choice.wins, "final" if choice.final else ""]
        words = " ".join(filter(None, parts))
        offers = self.page.get_by_role("region", name="Your turn")
        return offers.get_by_role("button", name=words, exact=True)


def _choices_left(choices: Sequence[Choice], meant: Choice) -> list[Choice]:
    """Return the choices that are left after the taps and ways of this one."""
    return [
        each
        for each in choices
        if not Counter(meant.picks) - Counter(each.picks)
        and not Counter(meant.ways) - Counter(each.ways)
    ]
