"""Whether a list of moves is taken tells nothing that its player cannot see."""

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.duel import GAME
from engine.duel.position import Position
from engine.errors import EngineError, Illegal
from engine.turn import TurnReading, read_turn, take_turn
from tests.engine.duel.reading.reader_positions import SHOP, position

# The bag of SHOP holds one red, which goes to c3; e1, c5, b2, e3 and a5 stay empty.
NO_RED = position("e1 d1 b1 b5 a2 a3 d3 a5", mine="UUGG", theirs="RR", reserved=["D1-17*"])
"""Two red are in the bag, none on the board; seat 0 can buy a card that gives a red token."""

ONE_RED = position("e1 d1 b1 b5 a2 a3 a5", mine="UUGG", theirs="RR", reserved=["D1-17*"])
"""The same with a red on d3 and one in the bag."""

RED_GONE = position("e1 d1 b1 b5 a2 a3 d3 a5 e5", mine="UUGG", theirs="RRRR", reserved=["D1-17*"])
"""The same with no red on the board or in the bag, where a white is."""

MIXED = position("c3 d3 c2 b3 c4 a2 a3 a5", mine="RR", theirs="R")
"""A gold, white, blue, green and red will be laid, in any order, on c2, b3, c3, d3 and c4."""


@pytest.mark.parametrize(
    ("start", "text"),
    [
        (SHOP, "replenish; take c3"),
        (SHOP, "replenish; take b3 c3 d3"),
        (SHOP, "replenish; take b3-d3"),
        (SHOP, "replenish; take the red on c3"),
        (SHOP, "replenish; take red"),
        (SHOP, "replenish; reserve c3 2.1"),
        (SHOP, "replenish; reserve 2.1"),
        (SHOP, "replenish; take"),
        (NO_RED, "replenish; buy r1; token c3"),
        (NO_RED, "replenish; buy r1; red"),
        (NO_RED, "replenish; buy r1; take a1"),
        (ONE_RED, "replenish; buy r1; token b5"),
        (ONE_RED, "replenish; buy r1; token"),
    ],
)
def test_what_rests_on_tokens_to_come_is_refused(start: Position, text: str) -> None:
    reading = read_turn(GAME, start, 0, text)
    assert reading.moves == ()
    assert reading.problem is not None
    assert reading.problem.code == "unseen"


def test_nothing_can_be_foreseen_beyond_a_choice_that_is_still_unseen() -> None:
    ahead = GAME.foresee(NO_RED)
    ahead.play("replenish")
    ahead.play("buy D1-17")
    assert (ahead.unknown, ahead.legal()) == (True, [])
    for move in ("token c3", "take a1", "replenish"):
        with pytest.raises(Illegal):
            ahead.play(move)


@pytest.mark.parametrize(
    ("start", "text", "moves"),
    [
        (SHOP, "replenish; take b3", "replenish|take b3"),
        (SHOP, "replenish; take d3", "replenish|take d3"),
        (SHOP, "replenish; reserve d2 2.1", "replenish|reserve d2 D2-08"),
        (SHOP, "replenish; buy 1.4", "replenish|buy D1-16"),
        (NO_RED, "replenish; buy r1", "replenish|buy D1-17"),
        (ONE_RED, "replenish; buy r1; token d3", "replenish|buy D1-17|token d3"),
        (RED_GONE, "replenish; buy r1", "replenish|buy D1-17"),
    ],
)
def test_what_was_known_before_can_follow_a_replenishment(
    start: Position, text: str, moves: str
) -> None:
    assert "|".join(read_turn(GAME, start, 0, text).moves) == moves


def test_a_cell_that_stays_empty_is_known_to_stay_empty() -> None:
    reading = read_turn(GAME, SHOP, 0, "replenish; take e1")
    assert reading.problem is not None
    assert reading.problem.code == "not_legal"


def test_an_ability_that_surely_has_nothing_to_act_on_ends_the_turn() -> None:
    reading = read_turn(GAME, RED_GONE, 0, "replenish; buy r1; take a1")
    assert reading.problem is not None
    assert reading.problem.code == "turn_over"


def twin_of(position: Position, seat: int, chance: random.Random) -> Position:
    """Return a position that differs only in what the seat cannot see."""
    data = GAME.dump(position)
    data["seed"] = chance.randbytes(32).hex()
    foreign: list[dict[str, Any]] = data["players"][1 - seat]["reserved"]
    for level, deck in data["decks"].items():
        hidden = [c for c in foreign if c["from"] == "deck" and c["id"][1] == level]
        cards = deck + [card["id"] for card in hidden]
        chance.shuffle(cards)
        for card in hidden:
            card["id"] = cards.pop()
        data["decks"][level] = cards
    return GAME.load(data)


def answers(position: Position, seat: int, moves: list[str]) -> tuple[TurnReading, str]:
    """Return how the list is read, and how the same list of canonical moves is taken."""
    reading = read_turn(GAME, position, seat, "; ".join(moves))
    try:
        taken = "|".join(take_turn(GAME, position, seat, moves).moves)
    except EngineError as error:
        taken = str(error)
    return reading, taken


def test_positions_that_differ_only_in_secrets_answer_alike() -> None:
    chance = random.Random(7)
    codes: dict[str | None, int] = {}
    for _ in range(10):
        now = GAME.new(chance.randbytes(32))
        while now.to_move is not None:
            start, seat, moves = now, now.to_move, []
            # Prefer replenishing, and then play on as the truth allows.
            while now.turn == start.turn and now.to_move is not None:
                legal = GAME.legal(now)
                lucky = "replenish" in legal and chance.random() < 0.4
                moves.append("replenish" if lucky else chance.choice(legal))
                now = GAME.apply(now, moves[-1])
            twin = twin_of(start, seat, chance)
            assert GAME.view(twin, seat) == GAME.view(start, seat)
            if chance.random() < 0.2:
                moves.append(chance.choice(moves))
            reading, taken = answers(start, seat, moves)
            assert answers(twin, seat, moves) == (reading, taken)
            assert bool(reading.moves) == (taken == "|".join(moves))
            code = reading.problem.code if reading.problem else None
            if "replenish" in moves:
                codes[code] = codes.get(code, 0) + 1
    assert codes[None] > 10
    assert codes["unseen"] > 10


WORDS = """replenish take reserve buy token discard use red white gold
    a1 b1 b3 b5 c3 c4 d2 d3 r1 1.4 2.1 deck2 then and"""


@given(
    start=st.sampled_from([SHOP, MIXED, NO_RED, ONE_RED]),
    text=st.lists(st.sampled_from(WORDS.split() + [";"] * 8), max_size=10).map(" ".join),
    opening=st.sampled_from(["", "replenish; ", "replenish; buy r1; "]),
    chance=st.randoms(use_true_random=False),
)
@settings(max_examples=300, deadline=None)
def test_any_text_is_answered_alike_whatever_is_hidden(
    start: Position, text: str, opening: str, chance: random.Random
) -> None:
    twin = twin_of(start, 0, chance)
    text = opening + text
    reading = read_turn(GAME, start, 0, text)
    assert read_turn(GAME, twin, 0, text) == reading
    assert bool(reading.moves) == (reading.problem is None)
    if reading.moves:
        for world in (start, twin):
            assert take_turn(GAME, world, 0, reading.moves).moves == reading.moves
