"""Each kind of move of both games is composed at the table by taps, and sent."""

from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, Any

import pytest

from accounts.models import User
from engine.splendor.position import Position as SplendorPosition
from tests.browser.tablemates import Tablemate, played
from tests.duel.letter_links import board_address, mover
from tests.duel.tables import begin_at
from tests.engine.duel.table import table as duel
from tests.engine.splendor.table import bought, hand
from tests.engine.splendor.table import table as splendor

if TYPE_CHECKING:
    from playwright.sync_api import Page

BOARD = "WUGRK .O.P."

DUEL: dict[str, tuple[Callable[[], Any], list[str]]] = {
    "use a privilege": (
        lambda: duel(board=BOARD, privileges=(2, 0)),
        ["use a1", "use d2", "take b1 c1 d1"],
    ),
    "replenish, then go on": (
        lambda: duel(board=BOARD, mine="WW", theirs="UU"),
        ["replenish", "take a1"],
    ),
    "take one": (lambda: duel(board=BOARD), ["take c1"]),
    "take two": (lambda: duel(board=BOARD), ["take b1 c1"]),
    "take three": (lambda: duel(board=BOARD), ["take c1 d1 e1"]),
    "reserve from the market": (
        lambda: duel(board=BOARD, market=("D2-08",)),
        ["reserve b2 D2-08"],
    ),
    "reserve from a deck": (lambda: duel(board=BOARD), ["reserve b2 deck3"]),
    "buy": (lambda: duel(board="O", mine="UUU", market=("D1-04",)), ["buy D1-04"]),
    "buy, paying with gold as one likes": (
        lambda: duel(board="U", mine="RR K OOO", market=("D1-02",)),
        ["buy D1-02 gold red black black"],
    ),
    "buy a reserved card": (
        lambda: duel(board="O", mine="WW RR KK P O", reserved=("D2-08*",)),
        ["buy D2-08 gold pearl"],
    ),
    "buy a wild card as a colour, with gold": (
        lambda: duel(
            board="O", mine="WWWW P O", market=("D1-26",), cards=("D1-01", "D1-16", "D1-11")
        ),
        ["buy D1-26 as red gold pearl"],
    ),
    "take a token by a card": (
        lambda: duel(board="W.WU", mine="RRKK", market=("D1-02",)),
        ["buy D1-02", "token c1"],
    ),
    "steal": (
        lambda: duel(board="O", mine="UUUURRR", theirs="GKPO", market=("D2-02",)),
        ["buy D2-02", "steal pearl"],
    ),
    "choose a royal": (
        lambda: duel(board="W", mine="UUU", market=("D1-04",), cards=("D1-06", "D2-21=blue")),
        ["buy D1-04", "royal R-04"],
    ),
    "discard": (
        lambda: duel(board=BOARD, mine="WWWUUUGGG"),
        ["take c1 d1 e1", "discard white green"],
    ),
}


def stuck() -> SplendorPosition:
    """Return a position without gems in the bank, room for a card or an affordable card."""
    return splendor(
        hand("WWWWUUUUKK", reserved=["S3-09", "S3-10", "S3-11"]),
        hand("GGGGRRRRKK", reserved=["S3-01", "S3-02", "S3-03"]),
        market=[
            *("S1-04", "S1-07", "S1-11", "S1-14"),
            *("S2-02", "S2-07", "S2-08", "S2-14"),
            *("S3-05", "S3-07", "S3-13", "S3-15"),
        ],
    )


SPLENDOR: dict[str, tuple[Callable[[], Any], list[str]]] = {
    "take three": (splendor, ["take white blue black"]),
    "take a pair": (splendor, ["take red red"]),
    "take fewer, where there are no more": (
        lambda: splendor(hand("WWWWUU"), hand("GGGGUURRRR")),
        ["take black"],
    ),
    "reserve from the market": (
        lambda: splendor(hand(), hand(), market=["S2-07"]),
        ["reserve S2-07"],
    ),
    "reserve from a deck": (splendor, ["reserve deck3"]),
    "buy": (lambda: splendor(hand("UUU"), hand(), market=["S1-01"]), ["buy S1-01"]),
    "buy, paying with gold as one likes": (
        lambda: splendor(hand("UUUOO"), hand(), market=["S1-01"]),
        ["buy S1-01 gold blue blue"],
    ),
    "buy a reserved card": (
        lambda: splendor(hand("UUU", reserved=["S1-01*"]), hand()),
        ["buy S1-01"],
    ),
    "take an extra token by a post": (
        lambda: splendor(hand(cards=bought("WW"), posts=["T2"]), hand(), options=["posts"]),
        ["take white white", "extra red"],
    ),
    "keep one of two cards by a post": (
        lambda: splendor(hand(cards=bought("KKK"), posts=["T4"]), hand(), options=["posts"]),
        ["reserve deck2", "keep 2"],
    ),
    "discard": (
        lambda: splendor(hand("WWWUUUGGGO"), hand()),
        ["take blue red black", "discard white red gold"],
    ),
    "choose a noble": (
        lambda: splendor(
            hand("UUU", cards=bought("WWUUUKKKGGG")),
            hand(),
            market=["S1-01"],
            nobles=["N-06", "N-07", "N-09"],
        ),
        ["buy S1-01", "noble N-07"],
    ),
    "choose a post": (
        lambda: splendor(
            hand(cards=["S1-01", "S1-02", *bought("KKK")]),
            hand(),
            options=["posts"],
            phase="post",
        ),
        ["post T4"],
    ),
    "pass": (stuck, ["pass"]),
}


GAMES = {"duel": DUEL, "splendor": SPLENDOR}


@pytest.mark.parametrize("name", GAMES)
def test_no_kind_of_move_is_left_out(name: str) -> None:
    tried = {move.split()[0] for _, moves in GAMES[name].values() for move in moves}
    assert tried == set(import_module(f"engine.{name}.moves")._VERBS)


@pytest.mark.parametrize(
    ("name", "kind"), [(name, kind) for name, kinds in GAMES.items() for kind in kinds]
)
def test_each_kind_of_move_is_composed_by_taps_and_sent(  # noqa: PLR0917
    name: str, kind: str, page: "Page", ada: User, bruno: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    lay, moves = GAMES[name][kind]
    position = lay()
    options: frozenset[str] = getattr(position, "options", frozenset())
    game = begin_at(position, ada, bruno, monkeypatch, game=name, options=options)
    page.goto(board_address(game, mover(game)))
    Tablemate(page, game).play(moves)
    assert played(game) == moves


def test_how_a_card_is_bought_is_asked_step_by_step(
    page: "Page",
    ada: User,
    bruno: User,
    monkeypatch: pytest.MonkeyPatch,
    assert_accessible: Callable[[], None],
) -> None:
    """Not as a list of sentences, one for each colour with each payment."""
    from playwright.sync_api import expect

    lay, _ = DUEL["buy a wild card as a colour, with gold"]
    game = begin_at(lay(), ada, bruno, monkeypatch)
    page.goto(board_address(game, mover(game)))
    page.get_by_role("button", name="1.1: wild").click()
    panel = page.get_by_role("region", name="Your turn")
    how = panel.get_by_role("group", name="Choose how:").get_by_role("button")
    expect(how).to_have_text(["as green", "as red", "as white", "gold for pearl", "gold for white"])
    expect(panel.get_by_role("button", name="buy 1.1")).to_have_count(0)
    how.filter(has_text="as red").click()
    expect(how).to_have_text(["as red", "gold for pearl", "gold for white"])
    expect(how.filter(has_text="as red")).to_have_attribute("aria-pressed", "true")
    expect(panel.get_by_role("button", name="buy 1.1")).to_have_count(1)
    assert_accessible()
    how.filter(has_text="as red").click()
    expect(how).to_have_count(5)


def test_few_choices_are_offered_in_words_as_well(
    page: "Page", ada: User, bruno: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    from playwright.sync_api import expect

    lay, moves = SPLENDOR["choose a noble"]
    game = begin_at(lay(), ada, bruno, monkeypatch, game="splendor")
    page.goto(board_address(game, mover(game)))
    Tablemate(page, game).compose(moves[0])
    panel = page.get_by_role("region", name="Your turn")
    panel.get_by_role("button", name="choose the noble: 3 white, 3 blue, 3 black").click()
    expect(page.locator("[data-notation] code")).to_have_text(", ".join(moves))


def test_what_is_asked_next_is_brought_into_sight(
    page: "Page", ada: User, bruno: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a phone it may lie far from what was tapped before."""
    from playwright.sync_api import expect

    lay, moves = DUEL["discard"]
    game = begin_at(lay(), ada, bruno, monkeypatch)
    page.set_viewport_size({"width": 360, "height": 640})
    page.goto(board_address(game, mover(game)))
    Tablemate(page, game).compose(moves[0])
    expect(page.get_by_role("button", name="3 white", exact=True)).to_be_in_viewport(ratio=1)
