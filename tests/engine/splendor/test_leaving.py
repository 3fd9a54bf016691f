"""A seat that leaves a game of three or four, in every situation the rules name."""

from typing import Any

import pytest

from engine.contract import Outcome
from engine.errors import Illegal
from engine.splendor import GAME
from engine.splendor.position import Position
from tests.engine.splendor.table import after, bought, hand, held, of_kind, table

FIFTEEN = ["S3-04", "S3-08", "S3-12"]
OTHER_FIFTEEN = ["S3-16", "S3-20", "S2-06", "S2-03"]


def left(position: Position, *seats: int) -> Position:
    for seat in seats:
        position = GAME.retire(position, seat).position
        data = GAME.dump(position)
        assert GAME.dump(GAME.load(data)) == data
    return position


def kinds(position: Position, seat: int) -> list[str]:
    return [event["kind"] for event in GAME.retire(position, seat).events]


def test_tokens_return_and_reserved_cards_leave_unseen_but_the_rest_stays() -> None:
    whites = bought("WWW")
    position = table(
        hand(), hand("WWUO", cards=whites, reserved=["S1-10*", "S2-01"]), hand(), nobles=["N-01"]
    )
    step = GAME.retire(position, 1)
    end = step.position
    assert end.bank == [5, 5, 5, 5, 5, 5]
    assert held(end, 1) == {}
    assert end.players[1].reserved == []
    assert [card.id for card in end.players[1].cards] == whites
    assert GAME.out(end) == (1,)
    assert GAME.dump(end)["out"] == [1]
    assert step.events[0] == {
        "kind": "retired", "seat": 1,
        "tokens": {"white": 2, "blue": 1, "gold": 1}, "cards": [1, 2],
    }  # fmt: skip
    assert GAME.out(position) == ()


@pytest.mark.parametrize(
    ("position", "seat", "reason"),
    [
        (table(), 0, "game of two"),
        (left(table(hand(), hand(), hand()), 1), 1, "already left"),
        (table(hand(), hand(), hand()), 3, "from 0 to 2"),
        (table(hand(), hand(), hand()), -1, "from 0 to 2"),
        (table(hand(), hand(), hand()), True, "from 0 to 2"),
        (table(hand(), hand(), hand()), None, "from 0 to 2"),
        (left(table(hand(), hand(), hand()), 1, 2), 0, "over"),
    ],
)
def test_it_is_refused_where_nobody_can_leave(position: Position, seat: Any, reason: str) -> None:
    with pytest.raises(Illegal, match=reason):
        GAME.retire(position, seat)


def test_skipped_turns_are_counted() -> None:
    position = left(table(hand(), hand(), hand(), hand()), 1, 2)
    assert (position.to_move, position.turn) == (0, 21)
    position = after(position, "take red red")
    assert (position.to_move, position.turn) == (3, 24)
    position = after(position, "take blue blue")
    assert (position.to_move, position.turn) == (0, 25)
    position = left(table(hand(), hand(), hand(), turn=17), 1)
    assert (position.to_move, position.turn) == (2, 18)


def test_rounds_are_counted_from_the_first_seat_even_when_it_is_out() -> None:
    position = left(table(hand(), hand(cards=FIFTEEN), hand(), last_round=True, turn=17), 0)
    assert position.first == 0
    position = after(position, "take red red")
    assert position.to_move == 2
    end = after(position, "take blue blue")
    assert (end.phase, end.turn) == ("over", 18)


def test_when_only_skipped_turns_are_left_the_last_round_is_complete() -> None:
    position = left(table(hand(cards=FIFTEEN), hand(), hand(), last_round=True, turn=17), 2)
    assert position.phase == "action"
    end = after(position, "take red red")
    assert (end.phase, end.turn, end.result) == ("over", 17, Outcome((0,), ("points",)))


def test_a_turn_that_is_left_ends_at_once_without_its_gains() -> None:
    # Fifteen points, reached in this turn, begin no last round.
    position = table(hand("WWWWUUUGGG", cards=["S3-04", "S3-08", "S3-02", "S1-32"]), hand(), hand())
    choosing = after(position, "take blue red black")
    assert choosing.phase == "discard"
    end = left(choosing, 0)
    assert (end.to_move, end.turn, end.last_round) == (1, 17, False)
    assert kinds(choosing, 0) == ["retired", "turn"]


def test_a_last_round_begun_earlier_is_played_to_its_end() -> None:
    position = table(
        hand(cards=FIFTEEN), hand(cards=bought("W")), hand(cards=bought("U")), last_round=True,
        turn=17,
    )  # fmt: skip
    position = left(position, 0)
    assert position.last_round
    end = after(position, "take red red", "take blue blue")
    assert end.result == Outcome((1, 2), ("points",))


def test_its_open_slot_is_refilled() -> None:
    shop = table(
        hand("UUU", cards=bought("WWRRR"), posts=["T1", "T2"]), hand(), hand(),
        options=["posts"], market=["S1-01"],
    )  # fmt: skip
    position = after(shop, "buy S1-01")
    assert kinds(position, 0) == ["retired", "revealed", "turn"]
    assert GAME.retire(position, 0).reveals
    assert left(position, 0).market[0][0] is position.decks[0][0]
    # While another seat chooses, the slot stays open, and what came back may be taken.
    waiting = left(position, 1)
    assert (waiting.phase, waiting.market[0][0]) == ("extra", None)


def test_what_came_back_may_be_taken_at_once() -> None:
    position = table(
        hand("UUUU GGG", cards=bought("WW"), posts=["T2"]), hand("GG RRRRR UKK"), hand("KKK"),
        options=["posts"],
    )  # fmt: skip
    choosing = after(position, "take white white")
    assert choosing.phase == "action"  # no other colour was there: T2 is skipped
    scarce = table(
        hand("UUUU GGG", cards=bought("WW"), posts=["T2"]), hand("GG RRRRR UKK"), hand("KK"),
        options=["posts"],
    )  # fmt: skip
    choosing = after(scarce, "take white white")
    assert of_kind(choosing, "extra") == ["extra black"]
    assert of_kind(left(choosing, 1), "extra") == [
        f"extra {colour}" for colour in ("black", "blue", "green", "red")
    ]


def test_cards_it_was_choosing_from_go_under_their_deck() -> None:
    position = table(hand(cards=bought("KKK"), posts=["T4"]), hand(), hand(), options=["posts"])
    upper, lower, third = position.decks[0][:3]
    looking = after(position, "reserve deck1")
    end = left(looking, 0)
    assert end.decks[0][0] is third
    assert end.decks[0][-2:] == (upper, lower)
    assert (end.drawn, end.to_move) == ((), 1)
    assert left(looking, 2).phase == "keep"
    over = left(looking, 1, 2)
    assert (over.drawn, over.decks[0][-2:], over.phase) == ((), (upper, lower), "over")


def test_the_last_one_wins_and_keeps_even_more_than_ten_tokens() -> None:
    position = after(table(hand("WWWWUUUGGG"), hand(), hand()), "take blue red black")
    assert position.phase == "discard"
    end = left(position, 1, 2)
    assert end.result == Outcome((0,), ("retire",))
    assert (end.to_move, end.turn, sum(end.players[0].tokens)) == (None, 16, 13)
    assert kinds(left(position, 1), 2) == ["retired", "victory"]


def test_the_last_ones_turn_ends_the_same_way() -> None:
    pair = after(
        table(hand(cards=bought("WW"), posts=["T2"]), hand(), hand(), options=["posts"]),
        "take red red",
    )
    assert left(pair, 1, 2).pair is None
    shop = table(
        hand("UUU", cards=bought("WWRRR"), posts=["T1", "T2"]), hand(), hand(),
        options=["posts"], market=["S1-01"],
    )  # fmt: skip
    position = after(shop, "buy S1-01")
    assert kinds(left(position, 1), 2) == ["retired", "revealed", "victory"]
    assert None not in left(position, 1, 2).market[0]


def test_the_row_of_passes_is_broken() -> None:
    assert left(table(hand(), hand(), hand(), passes=1), 2).passes == 0


def test_who_has_left_is_not_scored_and_meets_no_city() -> None:
    position = table(
        hand(cards=FIFTEEN), hand(cards=OTHER_FIFTEEN), hand(), last_round=True, turn=18
    )
    end = after(left(position, 0), "take red red")
    assert end.result == Outcome((1,), ("points",))
    assert GAME.standing(end)["places"] == [3, 1, 2]
    # 19 points and one card of each colour meet C2A; the others are compared when it has left.
    meeting = ["S3-16", "S3-20", "S2-06", "S2-12", "S2-18"]
    cities = table(
        hand(cards=meeting), hand(cards=FIFTEEN), hand(), last_round=True, turn=18,
        options=["cities"],
    )  # fmt: skip
    assert after(cities, "take red red").result == Outcome((0,), ("city",))
    assert after(left(cities, 0), "take red red").result == Outcome((1,), ("city",))


def test_a_seat_that_is_out_sees_what_a_spectator_sees() -> None:
    position = left(table(hand(), hand(reserved=["S1-01*"]), hand(reserved=["S1-10*"])), 1)
    assert GAME.view(position, 1) == GAME.view(position, None)
    assert GAME.view(position, 0)["out"] == [1]
