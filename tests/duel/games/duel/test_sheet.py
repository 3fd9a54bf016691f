"""The sheet of a turn: everything that can be played, once, and nothing that is hidden."""

import random
import re

import pytest
from django.utils.translation import override

from duel.games.duel.sheet import TurnSheet
from duel.games.gems.move_lists import COLLECT_ABOVE
from engine.duel import GAME
from engine.duel.position import Position
from tests.duel.games.duel.games import DUEL, LANGUAGES, NAMES, steps, texts
from tests.engine.duel.table import table
from tests.engine.duel.test_view import other_secrets

MOST_FIRST = 85
"""Entries of the first part that a reader can take in; random openings have up to about 80."""


def sheet_of(position: Position, seat: int | None = None) -> TurnSheet:
    """The sheet of a seat, by default of the one to move."""
    seat = position.to_move if seat is None else seat
    assert seat is not None
    legal = GAME.legal(position) if seat == position.to_move else []
    return DUEL.sheet(GAME.view(position, seat), legal, seat, NAMES)


@pytest.mark.parametrize("number", range(6))
def test_every_legal_move_is_there_exactly_once_under_its_number(number: int) -> None:
    for position, _, _ in steps(number):
        sheet = sheet_of(position)
        groups = (*sheet.moves.meant, *sheet.moves.rarer, *sheet.moves.collected)
        items = [item for group in groups for item in group.items]
        legal = GAME.legal(position)
        assert {item.place: item.move for item in items} == dict(enumerate(legal, 1))
        assert [item.number for item in items] == list(range(1, len(legal) + 1))
        view = GAME.view(position, position.seat)
        assert [item.move for item in items] == DUEL.moves_in_order(view, legal)
        assert len(items) == len(legal)
        assert sum(len(group.items) for group in sheet.moves.meant) <= MOST_FIRST
        assert all(group.items for group in groups)


@pytest.mark.parametrize("number", range(40, 70))
def test_the_first_part_of_an_opening_can_be_taken_in(number: int) -> None:
    for _, (position, _, _) in zip(range(3), steps(number), strict=False):
        groups = sheet_of(position).moves.meant
        assert sum(len(group.items) for group in groups) <= MOST_FIRST


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_words_are_missing_and_no_id_is_shown(language: str) -> None:
    with override(language):
        for position, _, _ in steps(11):
            sheet = sheet_of(position)
            assert sheet.asked
            for group in (*sheet.moves.meant, *sheet.moves.rarer, *sheet.moves.collected):
                assert group.title
                assert all(item.short and item.words for item in group.items)
            said = "\n".join(texts(sheet))
            assert not re.search(r"D\d-\d\d|R-\d\d|deck\d|%\(|None", said)
            assert all(len(line) <= 76 for line in sheet.board_text)


def test_positions_that_differ_only_in_secrets_give_equal_sheets() -> None:
    chance = random.Random(7)
    compared = 0
    for number in range(3):
        for position, _, _ in steps(number):
            for seat in (0, 1):
                other = other_secrets(position, seat, chance)
                compared += GAME.dump(other) != GAME.dump(position)
                assert sheet_of(other, seat) == sheet_of(position, seat)
    assert compared > 100


def test_a_sheet_is_the_same_whatever_its_reader_cannot_see() -> None:
    chance = random.Random(1)
    hidden = 0
    for number in range(4):
        for position, _, _ in steps(number):
            for seat in (0, 1):
                other = other_secrets(position, seat, chance)
                assert sheet_of(other, seat) == sheet_of(position, seat)
                hidden += any(secret for _, secret in position.players[1 - seat].reserved)
    assert hidden


def test_a_card_is_affordable_exactly_when_it_can_be_bought() -> None:
    for number in range(6):
        for position, _, _ in steps(number):
            if position.phase not in ("start", "action"):
                continue
            bought = {move.split()[1] for move in GAME.legal(position) if move.startswith("buy")}
            cards = sheet_of(position).cards
            assert {card.card for card in cards if card.is_affordable} == bought


def test_what_people_mean_comes_first() -> None:
    position = table(board="KWO.. U...O", mine="RRRO", market=("D1-14",), privileges=(1, 0))
    sheet = sheet_of(position)
    first = {group.kind: [item.move for item in group.items] for group in sheet.moves.meant}
    assert first["buy"] == ["buy D1-14"]
    takes = [item.move for g in sheet.moves.meant if g.kind == "take" for item in g.items]
    assert sorted(takes) == ["take a1 a2", "take a1 b1", "take b1 a2"]
    assert len(first["reserve"]) == 15
    assert all(move.startswith("reserve c1") for move in first["reserve"])
    assert first["use"] == ["use a1", "use a2", "use b1"]
    assert first["replenish"] == ["replenish"]
    rest = (*sheet.moves.rarer, *sheet.moves.collected)
    rarer = {group.title: [item.move for item in group.items] for group in rest}
    assert rarer["Buy with more gold"] == ["buy D1-14 gold red"]
    assert rarer["Take fewer tokens"] == ["take a1", "take a2", "take b1"]
    assert len(rarer["Reserve, with the gold on e2"]) == 15


def test_cards_stand_in_their_list_as_they_lie_on_the_table() -> None:
    sheet = sheet_of(table(board="O"))
    [reserve] = [group for group in sheet.moves.meant if group.kind == "reserve"]
    places = [re.sub(r"^(\d\.\d) .*", r"\1", item.short) for item in reserve.items]
    assert places == [
        *("3.1", "3.2", "3.3", "top of level 3"),
        *("2.1", "2.2", "2.3", "2.4", "top of level 2"),
        *("1.1", "1.2", "1.3", "1.4", "1.5", "top of level 1"),
    ]
    assert [card.slot for card in sheet.cards] == [
        place for place in places if not place.startswith("top")
    ]


@pytest.mark.parametrize(
    ("mine", "line"),
    [
        ("RRR", "green, 1 crown: 3 red"),
        ("RRO", "green, 1 crown: 3 red, 1 missing (gold will do)"),
        ("R", "green, 1 crown: 3 red, 2 missing"),
    ],
)
def test_a_card_says_what_it_costs_and_what_is_missing(mine: str, line: str) -> None:
    sheet = sheet_of(table(board="K", mine=mine, market=("D1-14",)))
    assert next(card for card in sheet.cards if card.slot == "1.1").line == line


def test_a_card_says_what_else_there_is_to_know() -> None:
    position = table(
        board="K",
        mine="W",
        reserved=("D1-30*",),
        market=("D1-27",),
        empty_decks=(3,),
    )
    lines = {card.slot: card.line for card in sheet_of(position).cards}
    assert lines["1.1"] == "wild, 1 point: 4 black, 1 pearl, 5 missing, you need a bonus first"
    assert lines["r1"].endswith("5 missing (Bruno does not know this card)")
    free = sheet_of(table(board="K", cards=("D1-16",), market=("D1-14",), mine="RR"))
    assert next(c for c in free.cards if c.slot == "1.1").line == "green, 1 crown: 2 red"


def test_an_empty_slot_is_named() -> None:
    data = GAME.dump(table(board="KO", empty_decks=(3,)))
    position = GAME.apply(GAME.load(data), f"reserve b1 {data['market']['3'][0]}")
    lines = {card.slot: card.line for card in sheet_of(position, 0).cards}
    assert lines["3.1"] == "empty"


def test_the_board_is_a_grid_of_colour_words() -> None:
    sheet = sheet_of(table(board="KWO.. U...O PR.GG"))
    assert sheet.board_text == (
        "   a      b      c      d      e",
        "1  black  white  gold   .      .",
        "2  blue   .      .      .      gold",
        "3  pearl  red    .      green  green",
        "4  .      .      .      .      .",
        "5  .      .      .      .      .",
    )
    assert (sheet.board[1][4].name, sheet.board[1][4].colour) == ("e2", "gold")


RICH = "WWUUGGRRKK"
REPLENISH = "Before it you may replenish the board."


@pytest.mark.parametrize(
    ("words", "asked"),
    [
        (
            {"board": "KO", "mine": RICH},
            "Choose one action: take tokens, reserve a card or buy a card. " + REPLENISH,
        ),
        (
            {"board": "KO"},
            "Choose one action: take tokens or reserve a card. " + REPLENISH,
        ),
        (
            {"board": "K", "mine": RICH},
            "Choose one action: take tokens or buy a card. " + REPLENISH,
        ),
        (
            {"board": "O", "mine": RICH},
            "Choose one action: reserve a card or buy a card. " + REPLENISH,
        ),
        ({"board": "K"}, "One action is possible: take tokens. " + REPLENISH),
        ({"board": "O"}, "One action is possible: reserve a card. " + REPLENISH),
        ({"mine": RICH}, "One action is possible: buy a card. " + REPLENISH),
        ({}, "No action is possible yet: the board must be replenished first."),
        (
            {"phase": "token", "board": "GK", "cards": ("D1-12",)},
            "Your card gives you a token: choose one on the board, green.",
        ),
        (
            {"phase": "steal", "board": "K", "theirs": "U", "cards": ("D2-10",)},
            "Choose a gem or pearl to steal from Bruno.",
        ),
        (
            {"phase": "discard", "board": "K", "mine": "WWWWUUUUGGGG"},
            "You may keep 10 tokens: choose 2 to return to the bag.",
        ),
    ],
)
def test_the_sheet_says_what_is_asked(words: dict[str, object], asked: str) -> None:
    assert sheet_of(table(**words)).asked == asked


def test_the_sheet_of_who_waits_says_whose_turn_it_is() -> None:
    sheet = sheet_of(table(board="K"), seat=1)
    assert sheet.asked == "It is Ada’s turn."
    assert sheet.moves.meant == sheet.moves.rarer == sheet.moves.collected == ()


def test_a_very_long_list_collects_payments_with_needless_gold() -> None:
    wild = ("D1-26", "D1-27", "D1-28", "D1-29")
    position = table(
        board="WUGRK WUGRK UGRKP",
        mine="WWUGRKPOOO",
        cards=("D1-01", "D1-06", "D1-11", "D1-16", "D1-21"),
        market=(*wild, "D1-03", "D2-04", "D2-08", "D2-12", "D2-16"),
        privileges=(1, 0),
    )
    legal = GAME.legal(position)
    assert len(legal) > COLLECT_ABOVE
    sheet = sheet_of(position)
    assert sheet.moves.collected
    assert not any(group.kind == "buy" for group in sheet.moves.rarer)
    groups = (*sheet.moves.meant, *sheet.moves.rarer, *sheet.moves.collected)
    listed = [item for group in groups for item in group.items]
    assert [item.number for item in listed] == list(range(1, len(legal) + 1))
    assert all("gold" in item.move for group in sheet.moves.collected for item in group.items)


def test_takes_stand_under_what_they_are_good_for() -> None:
    # 1.1 costs three red; a row of three alike brings the opponent a privilege.
    position = table(board="RRK.. GGG..", mine="R", market=("D1-14",))
    groups = {g.title: [item.move for item in g.items] for g in sheet_of(position).moves.meant}
    assert groups["Take, and have enough for another card"] == ["take a1 b1 c1"]
    assert groups["Take, and Bruno takes a privilege"] == ["take a2 b2 c2"]
    assert "take a1 a2" in groups["Take"]
    assert not set(groups["Take"]) & {"take a1 b1 c1", "take a2 b2 c2"}


def test_a_take_says_for_which_card_it_is_enough() -> None:
    position = table(board="RRK..", mine="R", market=("D1-14",))
    aims = {i.move: i.good_for for g in sheet_of(position).moves.meant for i in g.items}
    assert aims["take a1 b1 c1"] == "for 1.1"


def test_each_card_in_the_lists_is_named() -> None:
    position = table(board="O", mine="RRR", market=("D1-14",))
    shorts = {item.move: item.short for g in sheet_of(position).moves.meant for item in g.items}
    assert shorts["buy D1-14"] == "1.1 green for 3 red"
    assert shorts["reserve a1 D1-14"] == "1.1 green"
