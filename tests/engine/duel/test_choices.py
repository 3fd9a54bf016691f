"""What follows an action: abilities, royals and the limit of ten tokens."""

import pytest

from engine.duel import GAME
from engine.errors import Illegal
from tests.engine.duel.table import after, happened, table


def test_another_turn_follows_with_its_own_number() -> None:
    position = table(board="O", mine="UUGGP", market=("D1-03",))
    step = GAME.step(position, "buy D1-03")
    now = step.position
    assert (now.to_move, now.turn, now.phase, now.again) == (0, 21, "start", False)
    assert step.events[-1] == {"kind": "extra_turn", "seat": 0, "turn": 21}
    assert step.events[-2] == {"kind": "ability", "seat": 0, "ability": "again", "by": "D1-03"}


def test_a_token_of_the_cards_colour_must_be_taken() -> None:
    position = after(table(board="W.WU", mine="RRKK", market=("D1-02",)), "buy D1-02")
    assert (position.phase, position.to_move) == ("token", 0)
    assert GAME.legal(position) == ["token a1", "token c1"]
    for cell in ("b1", "d1"):
        with pytest.raises(Illegal, match=f"no white token on {cell}"):
            GAME.apply(position, f"token {cell}")
    done = after(position, "token c1")
    assert (done.players[0].tokens[0], done.to_move) == (1, 1)


def test_a_token_that_is_not_there_is_skipped() -> None:
    position = table(board="UO", mine="RRKK", market=("D1-02",))
    step = GAME.step(position, "buy D1-02")
    assert step.position.to_move == 1
    skipped = {"kind": "ability_skipped", "seat": 0, "ability": "token", "by": "D1-02"}
    assert skipped in step.events


@pytest.mark.parametrize(
    ("privileges", "afterwards", "told"),
    [
        ((0, 0), (1, 0, 2), ["ability", "privilege"]),
        ((2, 1), (3, 0, 0), ["ability", "privilege"]),
        ((0, 3), (1, 2, 0), ["ability", "privilege"]),
        ((3, 0), (3, 0, 0), ["ability_skipped"]),
    ],
)
def test_a_card_gives_a_privilege(
    privileges: tuple[int, int], afterwards: tuple[int, int, int], told: list[str]
) -> None:
    position = table(board="O", mine="WWWWKKP", market=("D2-03",), privileges=privileges)
    now = after(position, "buy D2-03")
    assert (now.players[0].privileges, now.players[1].privileges, now.supply) == afterwards
    assert happened(position, "buy D2-03")[2:-1] == told


def test_a_gem_or_pearl_must_be_stolen_but_never_gold() -> None:
    words = {"board": "O", "mine": "UUUURRR", "market": ("D2-02",)}
    position = after(table(theirs="GKPO", **words), "buy D2-02")
    assert position.phase == "steal"
    assert GAME.legal(position) == ["steal black", "steal green", "steal pearl"]
    with pytest.raises(Illegal, match="no white token"):
        GAME.apply(position, "steal white")
    step = GAME.step(position, "steal pearl")
    assert step.events[0] == {"kind": "stolen", "seat": 0, "from": 1, "color": "pearl"}
    one, other = step.position.players
    assert (one.tokens[5], other.tokens[5], step.position.to_move) == (1, 0, 1)


def test_nothing_to_steal_is_skipped() -> None:
    position = table(board="W", mine="UUUURRR", theirs="OO", market=("D2-02",))
    assert "ability_skipped" in happened(position, "buy D2-02")
    assert after(position, "buy D2-02").to_move == 1


# D1-04 bears one crown and costs three blue; D2-21 two; D3-11 three.
THIRD = {"board": "W", "mine": "UUU", "market": ("D1-04",), "cards": ("D1-06", "D2-21=blue")}


def test_the_third_crown_brings_a_royal() -> None:
    position = after(table(**THIRD), "buy D1-04")
    assert (position.phase, position.to_move) == ("royal", 0)
    assert GAME.legal(position) == ["royal R-01", "royal R-02", "royal R-03", "royal R-04"]
    done = after(position, "royal R-04")
    assert GAME.dump(done)["royals"] == ["R-01", "R-02", "R-03"]
    assert (done.players[0].points, done.players[0].crowns, done.to_move) == (3, 3, 1)


@pytest.mark.parametrize(
    ("cards", "royals", "phase"),
    [
        (("D1-06",), (), "start"),  # the first crown
        (("D1-06", "D1-26=blue"), (), "start"),  # the second
        (("D1-06", "D2-21=blue"), (), "royal"),  # the third
        (("D1-06", "D3-11=blue"), ("R-04",), "start"),  # the fourth
        (("D1-06", "D3-11=blue", "D2-21=blue"), ("R-04",), "royal"),  # the sixth
        (("D1-06", "D3-11=blue", "D2-21=blue", "D1-26=blue"), ("R-04", "R-01"), "start"),
    ],
)
def test_only_the_third_and_the_sixth_crown_bring_one(
    cards: tuple[str, ...], royals: tuple[str, ...], phase: str
) -> None:
    position = table(board="W", mine="UUU", market=("D1-04",), cards=cards, royals=royals)
    assert after(position, "buy D1-04").phase == phase


def test_a_card_can_jump_over_the_third_crown() -> None:
    position = table(
        board="W", mine="KKKK O", market=("D3-11",), cards=("D1-21", "D2-17", "D1-24", "D1-23")
    )
    assert position.players[0].bonuses[4] == 5
    now = after(position, "buy D3-11 as black")
    assert (now.players[0].crowns, now.phase) == (4, "royal")


def test_a_royal_taken_by_the_other_is_gone() -> None:
    crowned = {"their_cards": ("D3-01", "D1-09"), "their_royals": ("R-02",)}
    position = after(table(**THIRD, **crowned), "buy D1-04")
    assert GAME.legal(position) == ["royal R-01", "royal R-03", "royal R-04"]
    for royal in ("R-02", "R-09"):
        with pytest.raises(Illegal, match="not on offer"):
            GAME.apply(position, f"royal {royal}")


def test_each_royals_ability() -> None:
    position = after(table(**{**THIRD, "theirs": "GO"}), "buy D1-04")
    assert after(position, "royal R-01").to_move == 0
    assert after(position, "royal R-01").turn == 21
    assert after(position, "royal R-02").players[0].privileges == 1
    stealing = after(position, "royal R-03")
    assert (stealing.phase, GAME.legal(stealing)) == ("steal", ["steal green"])
    done = after(stealing, "steal green")
    assert (done.to_move, done.phase, len(done.players[0].royals)) == (1, "start", 1)


@pytest.mark.parametrize(
    ("royal", "words"),
    [("R-03", {"theirs": "OO"}), ("R-02", {"privileges": (3, 0)})],
)
def test_a_royals_ability_without_effect_is_skipped(royal: str, words: dict[str, object]) -> None:
    position = after(table(**{**THIRD, **words}), "buy D1-04")
    told = happened(position, f"royal {royal}")
    assert told == ["royal", "ability_skipped", "turn"]


FULL = {"board": "WWWUOO", "mine": "UUU GGGG RRR"}


def test_more_than_ten_tokens_must_be_discarded_exactly_down_to_ten() -> None:
    position = after(table(**FULL), "take a1 b1 c1")
    assert (position.phase, position.to_move) == ("discard", 0)
    assert len(GAME.legal(position)) == 20  # three of four colours: 20 multisets
    assert GAME.legal(position)[0] == "discard blue blue blue"
    for move in ("discard red", "discard red red red red", "discard white white white red"):
        with pytest.raises(Illegal, match="exactly 3"):
            GAME.apply(position, move)
    with pytest.raises(Illegal, match="as many"):
        GAME.apply(position, "discard black black black")
    one_white = after(
        table(board="OGW", mine="UUUU GGG RRR", privileges=(1, 0)), "use c1", "take b1"
    )
    with pytest.raises(Illegal, match="as many"):
        GAME.apply(one_white, "discard white white")
    done = after(position, "discard white blue red")
    assert sum(done.players[0].tokens) == 10
    assert [done.bag[colour] - position.bag[colour] for colour in range(7)] == [1, 1, 0, 1, 0, 0, 0]
    assert done.to_move == 1


def test_gold_counts_towards_the_limit_and_can_be_discarded() -> None:
    position = after(table(**FULL), "reserve a2 deck1")
    assert "discard gold" in GAME.legal(position)
    assert after(position, "discard gold").players[0].tokens[6] == 0


def test_ten_tokens_are_no_reason_to_discard() -> None:
    assert after(table(board="WU", mine="UUU GGGG RR"), "take a1").phase == "start"


def test_a_stolen_token_can_be_one_too_many() -> None:
    position = table(
        board="O",
        mine="UUU GGGG RRR",
        theirs="K",
        cards=("D1-06", "D2-05", "D2-06", "D1-17", "D1-16", "D1-20"),
        market=("D2-02",),
    )
    position = after(position, "buy D2-02", "steal black")
    assert position.phase == "discard"


def test_the_limit_applies_before_another_turn_too() -> None:
    # D1-03 costs two blue, two green and a pearl: all but the pearl is paid by bonuses.
    position = table(
        board="WU",
        mine="UUU GGGG RR P",
        privileges=(2, 0),
        cards=("D1-06", "D1-07", "D1-11", "D1-12"),
        market=("D1-03",),
    )
    position = after(position, "use a1", "use b1", "buy D1-03")
    assert (position.phase, position.again, sum(position.players[0].tokens)) == (
        "discard",
        True,
        11,
    )
    step = GAME.step(position, "discard white")
    assert (step.position.to_move, step.position.again) == (0, False)
    assert [event["kind"] for event in step.events] == ["discarded", "extra_turn"]


@pytest.mark.parametrize(
    ("words", "moves", "refused", "reason"),
    [
        ({"board": "WO"}, [], "token a1", "a turn begins"),
        ({"board": "WO"}, [], "steal red", "a turn begins"),
        ({"board": "WO"}, [], "royal R-01", "a turn begins"),
        ({"board": "WO"}, [], "discard red", "a turn begins"),
        (THIRD, ["buy D1-04"], "take a1", "royal must be chosen"),
        (FULL, ["take a1 b1 c1"], "take d1", "down to ten"),
        (FULL, ["take a1 b1 c1"], "reserve a2 deck1", "down to ten"),
        (FULL, ["take a1 b1 c1"], "buy D1-01", "down to ten"),
        (FULL, ["take a1 b1 c1"], "use d1", "down to ten"),
        (FULL, ["take a1 b1 c1"], "replenish", "down to ten"),
    ],
)
def test_a_move_of_another_phase_is_refused_with_what_is_awaited(
    words: dict[str, object], moves: list[str], refused: str, reason: str
) -> None:
    with pytest.raises(Illegal, match=reason):
        GAME.apply(after(table(**words), *moves), refused)
