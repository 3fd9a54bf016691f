"""A whole turn in one text, and in one list of moves."""

import random

import pytest

from engine.duel import GAME
from engine.duel.position import Position
from engine.errors import Illegal, Unreadable
from engine.turn import read_turn, take_turn
from tests.engine.duel.reading.reader_positions import SHOP, TEN, position

THIEF = position("b1 c4 e4 b5 c1 e2 e3 a2 c3", mine="GGGGKKK", theirs="RO", reserved=["D2-06*"])
"""Seat 0 can buy a card that steals."""

AGAIN = position("b2 c2 c1 e2 a4", mine="WWKKP", privileges=(1, 0))
"""Seat 0 can buy 1.5, which gives another turn."""

READ = [
    (SHOP, "use c4; take a1 b1 c1", "use c4|take a1 b1 c1"),
    (SHOP, "use c4\ntake a1 b1 c1\n", "use c4|take a1 b1 c1"),
    (SHOP, "Use c4. Take a1, b1 and c1.", "use c4|take a1 b1 c1"),
    (SHOP, "use c4, take a1, b1, c1", "use c4|take a1 b1 c1"),
    (SHOP, "use c4, buy 1.4", "use c4|buy D1-16"),
    (SHOP, "use c4 buy 1.4", "use c4|buy D1-16"),
    (SHOP, "use c4 and buy 1.4", "use c4|buy D1-16"),
    (SHOP, "First I use my privilege on c4, then I buy 1.4, please.", "use c4|buy D1-16"),
    (SHOP, "1. use c4\n2. buy 1.4\n\nThanks!", "use c4|buy D1-16"),
    (SHOP, "j'utilise un privilège sur c4 puis j'achète 1.4", "use c4|buy D1-16"),
    (SHOP, "J'utilise c4, et ensuite j'achète 1.4. Merci !", "use c4|buy D1-16"),
    (SHOP, "uso un privilegio su c4 e poi compro 1.4", "use c4|buy D1-16"),
    (SHOP, "uso c4 e compro 1.4", "use c4|buy D1-16"),
    (SHOP, "take the gold on d2 and reserve 2.1", "reserve d2 D2-08"),
    (SHOP, "take c4 with my privilege, buy 1.4 gold white", "use c4|buy D1-16 gold white"),
    (SHOP, "use c4; replenish; take a1 b1 c1", "use c4|replenish|take a1 b1 c1"),
    (SHOP, "refill and buy 1.4", "replenish|buy D1-16"),
    (TEN, "take d3 e3; discard red blue", "take d3 e3|discard blue red"),
    (TEN, "take d3 e3; 2 black", "take d3 e3|discard black black"),
    (THIEF, "buy r1; red", "buy D2-06|steal red"),
    (THIEF, "buy r1, steal red", "buy D2-06|steal red"),
    # It may stop where a choice is still open.
    (SHOP, "use c4", "use c4"),
    (SHOP, "replenish", "replenish"),
    (TEN, "take d3 e3", "take d3 e3"),
    (THIEF, "buy r1", "buy D2-06"),
]


@pytest.mark.parametrize(("start", "text", "moves"), READ)
def test_it_reads_a_turn(start: Position, text: str, moves: str) -> None:
    reading = read_turn(GAME, start, 0, text)
    assert reading.problem is None
    assert "|".join(reading.moves) == moves


REFUSED = [
    (SHOP, "", "empty", ""),
    (SHOP, "Thanks!\nBye.", "empty", ""),
    (SHOP, "use c4; perhaps", "hedged", "use c4 perhaps"),
    (SHOP, "x" * 5000, "too_long", ""),
    (SHOP, "use c4; use a1", "not_now", "use a1"),
    (SHOP, "use c4; buy 1.2", "not_legal", "buy 1.2"),
    (SHOP, "use c4; take c4", "not_legal", "take c4"),
    (SHOP, "replenish; use c4", "not_now", "use c4"),
    (SHOP, "buy 1.4; take a1", "turn_over", "take a1"),
    (SHOP, "take a1, b1, c1, buy 1.4", "turn_over", "buy 1.4"),
    (TEN, "take d3 e3; discard red", "not_legal", "discard red"),
    (TEN, "take d3 e3; take a3", "not_now", "take a3"),
    # An extra turn is a new turn, even if its moves could be foreseen.
    (AGAIN, "buy 1.5; take a1", "another_turn", "take a1"),
    (AGAIN, "buy 1.5; use a1; take a2", "another_turn", "use a1"),
]


@pytest.mark.parametrize(("start", "text", "code", "failed"), REFUSED)
def test_it_refuses_the_whole_list_for_one_bad_move(
    start: Position, text: str, code: str, failed: str
) -> None:
    before = GAME.dump(start)
    reading = read_turn(GAME, start, 0, text)
    assert reading.moves == ()
    assert reading.problem is not None
    assert reading.problem.code == code
    assert reading.failed == failed
    assert reading.problem.sentence
    assert GAME.dump(start) == before


def test_suggestions_are_legal_at_the_point_that_the_turn_had_reached() -> None:
    reading = read_turn(GAME, TEN, 0, "take d3 e3; discard red")
    assert len(reading.suggestions) == 3
    assert set(reading.suggestions) <= set(GAME.legal(GAME.apply(TEN, "take d3 e3")))


def test_it_is_for_the_seat_to_move() -> None:
    reading = read_turn(GAME, SHOP, 1, "take a1")
    assert reading.problem is not None
    assert reading.problem.code == "not_your_turn"
    with pytest.raises(Illegal, match="not your turn"):
        take_turn(GAME, SHOP, 1, ["take a1"])


def test_taking_a_turn_makes_every_move_and_tells_what_is_asked() -> None:
    before = GAME.dump(TEN)
    turn = take_turn(GAME, TEN, 0, ["take d3 e3"])
    assert turn.asks == "discard"
    assert not turn.reveals
    whole = take_turn(GAME, TEN, 0, ["take d3 e3", "discard blue red"])
    assert whole.asks is None
    assert [step.position.phase for step in whole.steps] == ["discard", "start"]
    assert GAME.dump(whole.position) == GAME.dump(GAME.apply(turn.position, "discard blue red"))
    assert take_turn(GAME, SHOP, 0, ["replenish"]).reveals
    assert GAME.dump(TEN) == before


def test_an_extra_turn_is_no_open_choice() -> None:
    turn = take_turn(GAME, AGAIN, 0, ["buy D1-18"])
    assert turn.position.to_move == 0
    assert turn.asks is None


@pytest.mark.parametrize(
    ("moves", "error", "sentence"),
    [
        ([], Illegal, "There is no move in this text."),
        (["use c4", "take c4"], Illegal, None),
        (["Use C4"], Unreadable, None),
        (["buy D1-16", "take a1"], Illegal, "Your turn is over before “take a1”"),
        (["replenish", "replenish"], Illegal, None),
        (["replenish", "take c3"], Illegal, "tokens that are not laid out yet"),
    ],
)
def test_a_list_with_a_bad_move_is_not_taken(
    moves: list[str], error: type[Exception], sentence: str | None
) -> None:
    with pytest.raises(error, match=sentence):
        take_turn(GAME, SHOP, 0, moves)


def test_any_turn_without_a_replenishment_can_be_sent_whole() -> None:
    chance = random.Random(11)
    turns = 0
    for _ in range(6):
        now = GAME.new(chance.randbytes(32))
        while now.to_move is not None:
            start, seat, moves = now, now.to_move, []
            while now.turn == start.turn and now.to_move is not None:
                moves.append(chance.choice(GAME.legal(now)))
                now = GAME.apply(now, moves[-1])
            if "replenish" not in moves:
                turns += 1
                assert read_turn(GAME, start, seat, "; ".join(moves)).moves == tuple(moves)
                taken = take_turn(GAME, start, seat, moves)
                assert GAME.dump(taken.position) == GAME.dump(now)
    assert turns > 100


def test_a_game_that_is_over_takes_no_turn() -> None:
    chance = random.Random(3)
    now = GAME.new(chance.randbytes(32))
    while now.to_move is not None:
        GAME.play(now, chance.choice(GAME.legal(now)))
    for seat in (0, 1):
        assert read_turn(GAME, now, seat, "take a1").moves == ()
        with pytest.raises(Illegal):
            take_turn(GAME, now, seat, ["take a1"])
