"""The sheet of a turn: everything that can be played, once, and nothing that is hidden."""

import random
from typing import Any

import pytest
from django.utils.translation import override

from duel.games.splendor import move_lists
from engine.splendor import GAME
from tests.duel.games.splendor.games import (
    ID,
    LANGUAGES,
    MODULES,
    NAMES,
    SEED,
    SPLENDOR,
    other_secrets,
    sheet_of,
    steps,
    table,
    texts,
)

FIRST = GAME.new(SEED, seats=4).first
RICH = dict.fromkeys(("white", "blue", "green", "red", "black"), 2)
BLACK = ["S1-33", "S1-34", "S1-35"]


@pytest.mark.parametrize("options", [(), ("posts",), MODULES])
def test_every_legal_move_is_there_exactly_once_under_its_number(options: tuple[str, ...]) -> None:
    for number in range(2, 4):
        for position, _, _ in steps(number, seats=2 + number % 3, options=options):
            items, legal = list(sheet_of(position).moves), GAME.legal(position)
            assert {item.place: item.move for item in items} == dict(enumerate(legal, 1))
            assert [item.number for item in items] == list(range(1, len(legal) + 1))
            view = GAME.view(position, position.seat)
            assert [item.move for item in items] == SPLENDOR.moves_in_order(view, legal)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_words_are_missing_and_no_id_is_shown(language: str) -> None:
    with override(language):
        for options in (("noble11",), MODULES):
            for position, _, _ in steps(4, seats=3, options=options):
                sheet = sheet_of(position)
                assert sheet.asked
                for group in (*sheet.moves.meant, *sheet.moves.rarer):
                    assert group.title
                    assert all(item.short and item.words for item in group.items)
                said = "\n".join(texts(sheet))
                assert not ID.search(said)
                assert "%(" not in said
                assert "None" not in said


def test_a_sheet_is_the_same_whatever_its_reader_cannot_see() -> None:
    chance, compared, looked = random.Random(7), 0, 0
    for number in range(3):
        for position, _, _ in steps(number, seats=2 + number % 3, options=MODULES):
            if position.phase == "action" and chance.random() < 0.7:
                continue
            for seat in range(len(position.players)):
                other = other_secrets(position, seat, chance)
                compared += GAME.dump(other) != GAME.dump(position)
                looked += position.phase == "keep" and seat != position.to_move
                threats = GAME.threats(position, seat), GAME.threats(other, seat)
                assert sheet_of(other, seat, threats=threats[1]) == sheet_of(
                    position, seat, threats=threats[0]
                )
    assert compared > 100
    assert looked


def test_a_card_is_affordable_exactly_when_it_can_be_bought() -> None:
    for number in range(2):
        for position, _, _ in steps(number, options=("posts",)):
            if position.phase == "action":
                buys = {m.split()[1] for m in GAME.legal(position) if m.startswith("buy")}
                cards = sheet_of(position).cards
                assert {card.card for card in cards if card.is_affordable} == buys


def test_what_a_take_is_enough_for_can_be_bought_then() -> None:
    seen = 0
    for position, _, _ in steps(1, seats=2, options=("posts",)):
        if position.phase != "action" or position.turn % 3:
            continue
        before = {card.slot for card in sheet_of(position).cards if card.is_affordable}
        for item in sheet_of(position).moves:
            after = GAME.apply(position, item.move) if item.move.startswith("take ") else None
            if after is None or after.to_move == position.to_move:
                continue
            cards = sheet_of(after, position.to_move).cards
            new = [card.slot for card in cards if card.is_affordable and card.slot not in before]
            said = item.good_for.removeprefix("for ")
            assert sorted(said.split(", ") if said else []) == sorted(new)
            seen += bool(new)
    assert seen


ACTIONS = "Choose one action: take tokens, reserve a card or buy a card."


@pytest.mark.parametrize(
    ("laid", "player", "asked"),
    [
        ({}, {"tokens": RICH}, ACTIONS),
        ({}, {}, "Choose one action: take tokens or reserve a card."),
        (
            {"phase": "extra", "pair": "red"},
            {"tokens": {"red": 2}, "cards": ["S1-01", "S1-02"], "posts": ["T2"]},
            "Your trading post gives you one more token, not red: choose its colour.",
        ),
        (
            {"phase": "keep", "drawn": ["S2-01", "S2-06"]},
            {"cards": BLACK, "posts": ["T4"]},
            "Choose which of the two cards you keep; the other goes under its deck.",
        ),
        (
            {"phase": "discard"},
            {"tokens": {**RICH, "gold": 2}},
            "You may keep 10 tokens: choose 2 to return to the bank.",
        ),
        (
            {"phase": "post"},
            {"cards": ["S1-01", "S1-02", *BLACK]},
            "You can win several trading posts: choose one.",
        ),
    ],
)
def test_the_sheet_says_what_is_asked(
    laid: dict[str, Any], player: dict[str, Any], asked: str
) -> None:
    player = {key: dict(value) if key == "tokens" else value for key, value in player.items()}
    position = table(options=("posts",), players={FIRST: player}, **laid)
    assert sheet_of(position).asked == asked


def test_the_sheet_of_who_waits_says_whose_turn_it_is() -> None:
    sheet = sheet_of(table(), seat=(FIRST + 1) % 4)
    assert sheet.asked == f"It is {NAMES[FIRST]}’s turn."
    assert list(sheet.moves) == []


def test_a_very_long_list_collects_payments_with_needless_gold(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    position = table(players={FIRST: {"tokens": {**dict.fromkeys(RICH, 1), "gold": 5}}})
    assert not sheet_of(position).moves.collected
    monkeypatch.setattr(move_lists, "COLLECT_ABOVE", 20)
    moves = sheet_of(position).moves
    assert moves.left_out == "Pay with more gold than is needed"
    assert not any(group.kind == "buy" for group in moves.rarer)
    collected = [item for group in moves.collected for item in group.items]
    assert collected
    assert all("gold" in item.move for item in collected)
    numbers = [item.number for item in moves]
    assert numbers == list(range(1, len(GAME.legal(position)) + 1))


def test_what_people_mean_comes_first() -> None:
    position = table(phase="discard", players={FIRST: {"tokens": {**RICH, "gold": 1}}})
    moves = sheet_of(position).moves
    assert moves.meant[0].items[0].short == "1 white"
    assert [group.title for group in moves.rarer] == ["Return gold to the bank"]


def test_tokens_are_given_back_by_counting_them() -> None:
    position = table(phase="discard", players={FIRST: {"tokens": {**RICH, "gold": 2}}})
    view = GAME.view(position, FIRST)
    counters = SPLENDOR.counters(view, FIRST, {"white": 1, "gold": 1})
    assert counters is not None
    assert counters.move == "discard white gold"
    assert [counter.key for counter in counters.counters][-1] == "gold"
    assert SPLENDOR.counters(view, (FIRST + 1) % 4) is None


def test_a_reminder_stands_in_the_sheet_and_tells_where_the_card_lies() -> None:
    position = table(
        phase="keep",
        drawn=["S2-06", "S2-01"],
        options=("posts",),
        players={FIRST: {"cards": BLACK, "posts": ["T4"]}},
    )
    step = GAME.step(position, "keep 2")
    view = GAME.view(step.position, FIRST)
    assert SPLENDOR.recalls(view, FIRST) == "keep"
    assert SPLENDOR.recalls(GAME.view(step.position, 0), (FIRST + 1) % 4) == ""
    told = SPLENDOR.reminders(GAME.events_for(step.events, FIRST), view)
    assert told == [
        "Under deck 2 lies a card that you put there: white, 3 points, "
        f"number {view['decks']['2']} from the top."
    ]
    assert sheet_of(step.position, FIRST, reminders=told).reminders == tuple(told)
    assert SPLENDOR.reminders(GAME.events_for(step.events, (FIRST + 1) % 4), view) == []


@pytest.mark.parametrize(
    ("since", "left", "place"),
    [
        ([], 26, 26),
        ([], 1, 1),
        ([], 0, None),
        (["buried"], 9, 8),
        (["returned"], 9, 7),
        (["buried", "returned"], 9, 6),
        # Another seat has looked at it: only that seat knows whether it kept it.
        (["buried"], 1, None),
        (["returned"], 2, None),
    ],
)
def test_a_reminder_goes_by_what_everybody_saw(
    since: list[str], left: int, place: int | None
) -> None:
    own = {"kind": "buried", "seat": 0, "level": 2, "id": "S2-06"}
    elsewhere = {"kind": "buried", "seat": 1, "level": 3, "id": None}
    others = {
        "buried": {"kind": "buried", "seat": 1, "level": 2, "id": None},
        "returned": {"kind": "returned", "seat": 1, "level": 2, "count": 2},
    }
    events = [own, elsewhere, *(others[kind] for kind in since)]
    told = SPLENDOR.reminders(events, {"decks": {"1": 30, "2": left, "3": 9}})
    assert [f"number {place} " in each for each in told] == ([True] if place else [])


def test_options_are_offered_where_they_make_sense() -> None:
    assert [name for name, _ in SPLENDOR.options] == list(GAME.option_names)
    assert SPLENDOR.available_options(frozenset()) == ("cities", "posts", "noble11")
    assert SPLENDOR.available_options(frozenset({"cities"})) == ("cities", "posts")
