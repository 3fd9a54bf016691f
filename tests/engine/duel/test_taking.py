"""Privileges, replenishing and taking tokens from the board."""

import pytest

from engine.duel import GAME
from engine.duel.facts import EMPTY, SPIRAL
from engine.errors import Illegal
from engine.fairness import Stream
from tests.engine.duel.table import SEED, after, happened, of_kind, table, tokens

BOARD = """
    W W W . K
    O U G R K
    P U O . K
    P . G R W
    U G R . .
"""


@pytest.mark.parametrize(
    "cells",
    [
        "a1",
        "a1 b1",
        "a1 b1 c1",
        "b1 c1",
        "b2 b3",
        "e1 e2 e3",
        "c1 b2",
        "c1 d2 e3",
        "c2 d2 e2",
        "a3 a4 a5",
        "e3 d4 c5",
        "a3 b2 c1",
    ],
)
def test_a_straight_line_of_adjacent_gems_and_pearls_can_be_taken(cells: str) -> None:
    ordered = " ".join(sorted(cells.split(), key=lambda cell: (cell[1], cell[0])))
    position = table(board=BOARD)
    taken = after(position, f"take {ordered}")
    assert sum(taken.players[0].tokens) == len(cells.split())
    assert f"take {ordered}" in GAME.legal(position)


@pytest.mark.parametrize(
    ("cells", "reason"),
    [
        ("c1 e1", "straight line"),
        ("a1 c1", "straight line"),
        ("a1 b1 b2", "straight line"),
        ("a1 e5", "straight line"),
        ("c1 d1 e1", "no gem or pearl on d1"),
        ("d1", "no gem or pearl on d1"),
        ("a2", "no gem or pearl on a2"),
        ("b3 c3", "no gem or pearl on c3"),
        ("a1 a2 a3", "no gem or pearl on a2"),
        ("e1 a2", "straight line"),
    ],
)
def test_gaps_gold_and_crooked_lines_are_refused(cells: str, reason: str) -> None:
    with pytest.raises(Illegal, match=reason):
        GAME.apply(table(board=BOARD), f"take {cells}")


def test_all_145_lines_of_a_board_without_gold_are_legal() -> None:
    board = "WWWWU UUUGG GGRRR RKKKK PP..."
    found = of_kind(table(board=board), "take")
    assert (
        len(found)
        == len(set(found))
        == 145
        - sum(any(cell in move.split() for cell in ("c5", "d5", "e5")) for move in _all_lines())
    )


def _all_lines() -> list[str]:
    lines = set()
    for row in range(5):
        for column in range(5):
            for down, right in ((0, 0), (0, 1), (1, 0), (1, 1), (1, -1)):
                for length in (1, 2, 3):
                    ends = (row + down * (length - 1), column + right * (length - 1))
                    if all(0 <= end < 5 for end in ends):
                        cells = [(row + down * i, column + right * i) for i in range(length)]
                        lines.add(
                            " ".join("abcde"[c] + str(r + 1) for r, c in dict.fromkeys(cells))
                        )
    assert len(lines) == 145
    return sorted(lines)


@pytest.mark.parametrize(
    ("move", "given"),
    [
        ("take a1 b1 c1", True),  # three of one colour
        ("take a1 b1", False),  # two of one colour
        ("take e1 e2 e3", True),
        ("take a3 a4", True),  # both pearls
        ("take a3 a4 a5", True),  # both pearls and another: still once
        ("take a3", False),
        ("take c2 d2 e2", False),
    ],
)
def test_three_alike_or_both_pearls_give_the_opponent_one_privilege(move: str, given: bool) -> None:
    position = after(table(board=BOARD), move)
    assert (position.players[1].privileges, position.supply) == ((1, 2) if given else (0, 3))


def test_tokens_got_in_another_way_never_give_a_privilege() -> None:
    position = table(board=BOARD, privileges=(2, 0))
    position = after(position, "use a3", "use a4")
    assert position.players[0].tokens == list(tokens("PP").values())
    assert after(position, "take a1").players[1].privileges == 0


@pytest.mark.parametrize(
    ("privileges", "afterwards", "source"),
    [
        ((0, 0), (0, 1, 2), "supply"),
        ((1, 1), (1, 2, 0), "supply"),
        ((1, 2), (0, 3, 0), 0),  # the supply is empty: from the one who took the line
        ((3, 0), (2, 1, 0), 0),
        ((0, 3), (0, 3, 0), None),  # all three already: nothing
    ],
)
def test_where_a_privilege_comes_from(
    privileges: tuple[int, int], afterwards: tuple[int, int, int], source: object
) -> None:
    position = table(board=BOARD, privileges=privileges)
    step = GAME.step(position, "take a1 b1 c1")
    one, other = step.position.players
    assert (one.privileges, other.privileges, step.position.supply) == afterwards
    told = [event for event in step.events if event["kind"] == "privilege"]
    expected = [] if source is None else [{"kind": "privilege", "seat": 1, "from": source}]
    assert told == expected


def test_any_number_of_privileges_can_be_used_before_the_action() -> None:
    position = table(board=BOARD, privileges=(3, 0))
    position = after(position, "use a1", "use e4", "use a3")
    assert (position.phase, position.to_move, position.supply) == ("start", 0, 3)
    assert of_kind(position, "use") == []
    with pytest.raises(Illegal, match="no privilege left"):
        GAME.apply(position, "use b1")
    assert after(position, "take b1").to_move == 1


@pytest.mark.parametrize("cell", ["a2", "c3", "d1"])
def test_a_privilege_takes_neither_gold_nor_nothing(cell: str) -> None:
    with pytest.raises(Illegal, match=f"no gem or pearl on {cell}"):
        GAME.apply(table(board=BOARD, privileges=(1, 0)), f"use {cell}")


def test_replenishing_lays_the_shuffled_bag_along_the_spiral() -> None:
    position = table(board=BOARD, mine="K", refills=3, privileges=(1, 0))
    bag = [colour for colour, number in enumerate(position.bag) for _ in range(number)]
    Stream(SEED, "refill4").shuffle(bag)
    filled = after(position, "replenish")
    empty = [cell for cell in SPIRAL if position.board[cell] == EMPTY]
    assert [filled.board[cell] for cell in empty[: len(bag)]] == bag
    assert all(filled.board[cell] == EMPTY for cell in empty[len(bag) :])
    assert (sum(filled.bag), filled.refills, filled.phase) == (0, 4, "action")
    assert (filled.to_move, filled.players[1].privileges) == (0, 1)


def test_after_replenishing_neither_a_privilege_nor_another_replenishment() -> None:
    position = after(table(board=BOARD, privileges=(1, 0)), "replenish")
    for move in ("use a1", "replenish"):
        with pytest.raises(Illegal, match="after replenishing"):
            GAME.apply(position, move)
    verbs = {move.split()[0] for move in GAME.legal(position)}
    assert verbs <= {"take", "reserve", "buy"}


def test_an_empty_bag_cannot_be_laid() -> None:
    position = GAME.new(SEED)
    assert "replenish" not in GAME.legal(position)
    with pytest.raises(Illegal, match="bag is empty"):
        GAME.apply(position, "replenish")


def test_replenishing_is_the_only_move_when_no_action_is_possible() -> None:
    position = table(privileges=(1, 0))
    assert GAME.legal(position) == ["replenish"]
    filled = after(position, "replenish")
    assert filled.players[1].privileges == 1
    assert len(of_kind(filled, "take")) > 0


def test_a_forced_replenishment_looks_like_a_free_one() -> None:
    forced = GAME.step(table(), "replenish")
    free = GAME.step(table(board="W"), "replenish")
    for step in (forced, free):
        assert [set(event) for event in GAME.events_for(step.events, 1)] == [
            {"kind", "seat", "cells", "colors"},
            {"kind", "seat", "from"},
        ]
    assert set(GAME.view(forced.position, 1)) == set(GAME.view(free.position, 1))


# All 22 gems and pearls but one in hands: using a privilege on it may leave nothing to do.
LAST_GEM = {"theirs": "WWWW UUUU GG", "privileges": (1, 0)}
MINE = "GG RRRR KKKK P"
THREE = ("D3-01", "D3-02", "D3-03")


def last_gem(**words: object) -> dict[str, object]:
    return {"board": "P", "mine": MINE, "phase": "start", **LAST_GEM, **words}


@pytest.mark.parametrize(
    ("words", "legal", "why"),
    [
        (last_gem(reserved=THREE, market=("D2-01",)), False, "only gold in the bag, reserve full"),
        (last_gem(reserved=THREE[:2]), True, "the gold of the bag lets one reserve"),
        (last_gem(reserved=THREE, board="POOO"), False, "gold on the board, but reserve full"),
        (last_gem(reserved=THREE[:2], board="POOO"), True, "gold on the board"),
        (
            last_gem(reserved=("D3-01", "D3-02", "D1-30"), privileges=(1, 0)),
            True,
            "a reserved card is affordable (four red and a pearl)",
        ),
    ],
)
def test_a_privilege_must_leave_an_action(words: dict[str, object], legal: bool, why: str) -> None:
    words = {**words, "market": _DEAR}
    position = table(**words)
    assert ("use a1" in GAME.legal(position)) == legal, why
    if legal:
        assert GAME.legal(after(position, "use a1"))
    else:
        with pytest.raises(Illegal, match="no action would be possible"):
            GAME.apply(position, "use a1")


# Cards of which the holder of two green, four red, four black and a pearl affords none.
_DEAR = (
    *("D1-03", "D1-04", "D1-07", "D1-12", "D1-15"),
    *("D2-01", "D2-03", "D2-05", "D2-07"),
    *("D3-05", "D3-04", "D3-13"),
)


def test_a_privilege_that_makes_a_card_affordable_leaves_an_action() -> None:
    """The token it takes counts: the pearl on the board is the one that the card asks for."""
    words = last_gem(mine="GG RRRR KKKK", reserved=("D3-01", "D3-02", "D1-30"), market=_DEAR)
    words["theirs"] = "WWWW UUUU GP"
    words["board"] = "P....G"
    position = table(**words)
    assert of_kind(position, "use") == ["use a1", "use a2"]
    without_g = after(table(**{**words, "privileges": (2, 0)}), "use a2")
    assert of_kind(without_g, "use") == ["use a1"]
    assert of_kind(after(without_g, "use a1"), "buy") == ["buy D1-30"]


def test_taking_tells_cells_and_colours() -> None:
    step = GAME.step(table(board=BOARD), "take c2 d2 e2")
    assert step.events[0] == {
        "kind": "taken",
        "seat": 0,
        "cells": ["c2", "d2", "e2"],
        "colors": ["green", "red", "black"],
        "by": "take",
    }
    assert step.events[1:] == ({"kind": "turn", "seat": 1, "turn": 21},)
    assert not step.reveals
    assert happened(table(board=BOARD, privileges=(1, 0)), "use a1") == ["privilege_used", "taken"]
