"""Whole games of two people: by taps, by keyboard alone, and without scripts."""

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any

import pytest

from accounts.models import User
from duel.models import Game
from duel.record.log import read_log
from engine.duel import GAME
from tests.browser.short_game import short_game
from tests.browser.tablemates import Tablemate, address, played, sign_in
from tests.duel.tables import assert_sound, begin, begin_at
from tests.engine.duel.table import table as duel
from tests.engine.splendor.table import hand
from tests.engine.splendor.table import table as splendor

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

TABS = 200
"""No page takes more presses of the Tab key to be gone through."""

ADAS = ("D3-02", "D3-04", "D3-06", "D3-08", "D1-30")
"""Nineteen points, in four colours."""


@pytest.fixture(autouse=True)
def final_at_once(settings: Any) -> None:
    settings.UNSEND_SECONDS = 0


@pytest.fixture
def pages(
    new_page: Callable[..., "Page"], live_server: Any, ada: User, bruno: User
) -> list["Page"]:
    """The pages of Ada and Bruno, each signed in."""
    opened = [new_page(), new_page(viewport={"width": 390, "height": 800})]
    for page, person in zip(opened, (ada, bruno), strict=True):
        sign_in(page.context, person, live_server.url)
    return opened


def turns(game: Game, moves: Sequence[str]) -> Iterator[tuple[int, list[str]]]:
    """The moves by turns, each with whose it is."""
    position = read_log(game).course.position
    steps = []
    for move in moves:
        steps.append(((position.to_move, position.turn), move))
        position = GAME.apply(position, move)
    for (seat, _), turn in groupby(steps, key=lambda step: step[0]):
        assert seat is not None
        yield seat, [move for _, move in turn]


def test_two_people_play_a_whole_game_by_taps(pages: list["Page"], ada: User, bruno: User) -> None:
    from playwright.sync_api import expect

    game = begin(ada, bruno)
    moves = short_game(game)
    mates = [Tablemate(page, game) for page in pages]
    for page in pages:
        page.goto(address(game))
    for seat, turn in turns(game, moves):
        mates[seat].look_again()
        expect(mates[seat].page.get_by_role("heading", name="It is your turn.")).to_be_visible()
        mates[seat].play(turn)
    for mate in mates:
        mate.look_again()
        expect(mate.page.get_by_role("heading", name="The game is over.")).to_be_visible()
    assert played(game) == moves
    assert_sound(game)


class ByKeyboard:
    """A player with a keyboard, who knows only the roles and names on a page."""

    def __init__(self, page: "Page") -> None:
        self.page = page

    def press(self, role: Any, name: str | re.Pattern[str]) -> None:
        """Go there by the Tab key, and press Enter."""
        target = self.page.get_by_role(role, name=name)
        target.wait_for()
        for _ in range(TABS):
            if self._is_focused(target):
                break
            self.page.keyboard.press("Tab")
        assert self._is_focused(target), f"No way leads to {name}."
        self.page.keyboard.press("Enter")

    def wait_for_turn(self) -> None:
        self.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        self.page.get_by_role("heading", name="It is your turn.").wait_for()

    def send(self) -> None:
        """Press Enter where the focus is: the whole turn leads there."""
        from playwright.sync_api import expect

        expect(self.page.get_by_role("button", name="Send", exact=True)).to_be_focused()
        self.page.keyboard.press("Enter")

    @staticmethod
    def _is_focused(target: "Locator") -> bool:
        return bool(target.evaluate("element => element === document.activeElement"))


def test_two_people_play_to_the_end_by_keyboard_and_by_name_alone(
    pages: list["Page"], ada: User, bruno: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    late = duel(
        board="WGKRU .OK.. ..W",
        mine="U R P O",
        theirs="GG RR KK",
        cards=ADAS,
        market=("D1-28", "D1-05"),
        privileges=(1, 0),
    )
    game = begin_at(late, ada, bruno, monkeypatch)
    first, second = (ByKeyboard(page) for page in pages)
    for player in (first, second):
        player.page.goto(address(game))

    first.press("button", "a1, white")
    first.press("button", "use a privilege: white on a1")
    first.press("button", "b1, green")
    first.press("button", "c1, black")
    first.press("button", re.compile("^take b1 c1: "))
    first.send()

    second.wait_for_turn()
    second.press("button", "b2, gold")
    second.press("button", re.compile("^deck 3: "))
    second.send()

    first.wait_for_turn()
    first.press("button", re.compile("^1.1: wild, 1 point"))
    first.press("button", "gold for pearl")
    first.press("button", "as red")
    first.send()

    for player in (first, second):
        player.page.get_by_role("heading", name="The game is over.").wait_for()
    assert played(game) == [
        "use a1",
        "take b1 c1",
        "reserve b2 deck3",
        "buy D1-28 as red gold pearl",
    ]


class WithoutScript:
    """A player without scripts: every move is a link to its page."""

    def __init__(self, page: "Page", table: str) -> None:
        self.page = page
        self.table = table

    def play(self, *words: str) -> None:
        """Open the table; follow the link of each move, and press the button of its page."""
        self.page.goto(self.table)
        for each in words:
            link = self.page.get_by_role("link", name=each)
            if not link.count():
                self.page.get_by_text("Rarer moves").click()
            link.click()
            self.page.get_by_role("button", name="Play this move").click()
            self.page.wait_for_url(f"**{self.table}")


def test_two_people_play_to_the_end_without_a_script(
    new_page: Callable[..., "Page"],
    live_server: Any,
    ada: User,
    bruno: User,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    late = splendor(
        hand("GGO", cards=["S3-04", "S3-08", "S3-02"]),
        hand("KK"),
        market=["S1-08"],
    )
    game = begin_at(late, ada, bruno, monkeypatch, game="splendor")
    players = []
    for person in (ada, bruno):
        page = new_page(java_script_enabled=False)
        sign_in(page.context, person, live_server.url)
        players.append(WithoutScript(page, address(game)))
    first, second = players
    first.play("white, green, red")
    second.play("2 blue")
    first.play("1.1 (white, 1 point) for 3 green, 1 gold")
    assert game.result is None
    second.play("white, blue, red")
    for player in players:
        player.page.goto(address(game))
        player.page.get_by_role("heading", name="The game is over.").wait_for()
    assert played(game) == [
        "take white green red",
        "take blue blue",
        "buy S1-08 gold green",
        "take white blue red",
    ]
