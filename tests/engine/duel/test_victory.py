"""How a game ends."""

import pytest

from engine.contract import Outcome
from engine.duel import GAME
from engine.errors import Illegal
from tests.engine.duel.table import after, table

# D1-30, D2-24 and D3-13 are colourless and bear 3, 5 and 6 points.
POINTS_17 = ("D1-30", "D2-24", "D3-13", "D1-06", "D1-20", "D1-25", "D1-10")
# None of these bears a point, so that crowns alone decide.
CROWNS_9 = ("D1-19", "D2-21=red", "D2-22=red", "D3-11=red", "D1-09")


def test_nobody_leaves_a_game_of_two_that_goes_on() -> None:
    position = table(board="W")
    with pytest.raises(Illegal, match="a game of two"):
        GAME.retire(position, 0)
    assert GAME.out(position) == ()


@pytest.mark.parametrize(
    ("words", "move", "by"),
    [
        ({"cards": (*POINTS_17, "D1-15")}, "take a1", None),
        (
            {"cards": (*POINTS_17, "D1-15"), "mine": "RRKKKKP", "market": ("D2-19",)},
            "buy D2-19",
            ("points",),
        ),
        (
            {"cards": CROWNS_9, "royals": ("R-01", "R-02"), "mine": "UUU", "market": ("D1-04",)},
            "buy D1-04",
            ("crowns",),
        ),
        ({"cards": CROWNS_9, "royals": ("R-01", "R-02")}, "take a1", None),
    ],
)
def test_twenty_points_or_ten_crowns_win(
    words: dict[str, object], move: str, by: tuple[str, ...] | None
) -> None:
    position = after(table(board="W", **words), move)
    assert GAME.outcome(position) == (by and Outcome((0,), by))
    assert (position.to_move is None) == (position.phase == "over") == (by is not None)


# Four, two, two and one points.
WHITE_9 = ("D3-02", "D2-03", "D2-04", "D1-05")


def test_ten_points_in_one_colour_win() -> None:
    position = table(board="W", cards=WHITE_9, mine="UUUURRR", market=("D2-02",))
    assert GAME.outcome(after(position, "buy D2-02")) == Outcome((0,), ("colour",))


def test_a_wild_card_counts_in_the_colour_it_took_and_a_colourless_one_in_none() -> None:
    words = {"board": "W", "cards": (*WHITE_9, "D1-06"), "mine": "KKKK P RRRR"}
    position = table(market=("D1-27", "D1-30"), **words)
    assert GAME.outcome(after(position, "buy D1-27 as white")) == Outcome((0,), ("colour",))
    assert GAME.outcome(after(position, "buy D1-27 as blue")) is None
    assert GAME.outcome(after(position, "buy D1-30")) is None


def test_royals_count_for_points_but_for_no_colour() -> None:
    words = {"cards": (*POINTS_17, "D2-21=blue"), "mine": "UUU", "market": ("D1-04",)}
    position = after(table(board="W", **words), "buy D1-04")
    assert position.phase == "royal"
    assert GAME.outcome(after(position, "royal R-02")) is None
    assert GAME.outcome(after(position, "royal R-04")) == Outcome((0,), ("points",))
    white = table(board="W", cards=(*WHITE_9, "D1-26=white"), mine="UUU", market=("D1-04",))
    assert white.players[0].crowns == 2
    assert GAME.outcome(after(white, "buy D1-04", "royal R-04")) is None


def test_several_reasons_are_named_in_their_order() -> None:
    cards = ("D3-01", "D3-02", "D1-05", "D3-03", "D3-05", "D1-24", "D1-19", "D1-14")
    position = table(
        board="W",
        cards=(*cards, "D1-30"),
        royals=("R-04", "R-01"),
        mine="GG RR KK P",
        market=("D2-04",),
    )
    before = position.players[0]
    assert (before.points, before.crowns, before.colour_points[0]) == (22, 9, 8)
    outcome = GAME.outcome(after(position, "buy D2-04"))
    assert outcome == Outcome((0,), ("points", "crowns", "colour"))


def test_a_victory_comes_before_another_turn() -> None:
    position = table(
        board="W",
        cards=(*POINTS_17, "D1-16", "D1-17", "D1-18", "D2-13"),
        mine="RRR",
        market=("D3-12",),
    )
    assert position.players[0].bonuses[3] >= 5
    step = GAME.step(position, "buy D3-12 as red")
    assert GAME.outcome(step.position) == Outcome((0,), ("points",))
    assert (step.position.again, step.position.to_move, step.position.turn) == (False, None, 20)
    assert step.events[-1] == {"kind": "victory", "seat": 0, "by": ["points"]}
    assert "extra_turn" not in [event["kind"] for event in step.events]


def test_the_limit_comes_before_the_victory() -> None:
    reds = ("D1-16", "D1-17", "D1-18", "D1-19", "D2-13", "D2-14")
    words = {"cards": (*POINTS_17, *reds), "mine": "UUUUGGGGKK", "market": ("D3-12",)}
    position = after(table(board="W", privileges=(1, 0), **words), "use a1", "buy D3-12 as red")
    assert (position.phase, GAME.outcome(position)) == ("discard", None)
    position = after(position, "discard white")
    assert GAME.outcome(position) == Outcome((0,), ("points",))


def test_the_other_seat_wins_only_at_the_end_of_its_own_turn() -> None:
    position = table(board="WW", their_cards=(*POINTS_17, "D2-19", "D1-15"))
    assert position.players[1].points >= 20
    position = after(position, "take a1")
    assert GAME.outcome(position) is None
    assert GAME.outcome(after(position, "take b1")) == Outcome((1,), ("points",))


def test_nothing_is_legal_once_it_is_over() -> None:
    position = table(board="W", cards=WHITE_9, mine="UUUURRR", market=("D2-02",))
    over = after(position, "buy D2-02")
    assert GAME.legal(over) == []
    for move in ("take a1", "replenish", "discard red", "royal R-01"):
        with pytest.raises(Illegal, match="the game is over"):
            GAME.apply(over, move)
    assert GAME.dump(over)["result"] == {"winners": [0], "by": ["colour"]}


@pytest.mark.parametrize(
    ("cards", "their_cards", "leaders", "by"),
    [
        ((), (), [0, 1], None),
        (("D1-05",), (), [0], "points"),
        (("D1-05",), ("D1-10", "D1-15"), [1], "points"),
        (("D1-05", "D1-04"), ("D1-10",), [0], "crowns"),
        (("D1-05", "D1-10"), ("D2-03",), [1], "colour"),
        (("D1-05",), ("D1-10",), [0, 1], None),
    ],
)
def test_the_standing_says_who_leads_and_by_what(
    cards: tuple[str, ...], their_cards: tuple[str, ...], leaders: list[int], by: str | None
) -> None:
    standing = GAME.standing(table(board="W", cards=cards, their_cards=their_cards))
    assert (standing["leaders"], standing["by"]) == (leaders, by)
    assert standing["places"] == [1 if seat in leaders else 2 for seat in (0, 1)]
    assert [set(player) for player in standing["players"]] == [{"points", "crowns", "colour"}] * 2
