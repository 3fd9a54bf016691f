"""Taking tokens from the bank, and the extra token of two posts."""

import pytest

from engine.errors import Illegal
from tests.engine.splendor.table import after, bought, hand, happened, held, of_kind, table

T2 = hand(cards=bought("WW"), posts=["T2"])


def test_three_different_colours_or_two_of_a_pile_of_four() -> None:
    takes = of_kind(table(), "take")
    assert len(takes) == 10 + 5
    assert "take white blue green" in takes
    assert "take red red" in takes


def test_a_pair_needs_four_in_the_bank() -> None:
    position = table(hand("W"), hand())
    assert "take white white" not in of_kind(position, "take")
    with pytest.raises(Illegal, match="four or more"):
        after(position, "take white white")
    assert held(after(position, "take blue blue")) == {"white": 1, "blue": 2}


def test_where_there_are_fewer_colours_all_of_them_are_taken() -> None:
    four = table(hand("WWWW UUUU O"), hand("GGGG RRR"))
    assert of_kind(four, "take") == ["take black black", "take red black"]
    with pytest.raises(Illegal, match="all that there are"):
        after(four, "take red")
    one = table(hand("WWWW UUUU RR"), hand("GGGG RR"))
    assert of_kind(one, "take") == ["take black", "take black black"]
    none = table(hand("WWWW UUUU KK"), hand("GGGG RRRR KK"))
    assert of_kind(none, "take") == []


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("take white blue", "all that there are"),
        ("take white white blue", "must be different"),
        ("take white white white", "must be different"),
        ("take white blue black", "no black token"),
        ("extra white", "a turn begins here"),
    ],
)
def test_it_refuses_other_takes(move: str, reason: str) -> None:
    with pytest.raises(Illegal, match=reason):
        after(table(hand("KKKK"), hand()), move)


def test_tokens_come_from_the_bank() -> None:
    end = after(table(), "take white blue black")
    assert held(end) == {"white": 1, "blue": 1, "black": 1}
    assert end.bank == [3, 3, 4, 4, 3, 5]
    assert end.to_move == 1


def test_t2_gives_another_token_after_a_pair_but_of_another_colour() -> None:
    position = after(table(T2, hand(), options=["posts"]), "take white white")
    assert (position.phase, position.to_move) == ("extra", 0)
    assert of_kind(position, "extra") == ["extra black", "extra blue", "extra green", "extra red"]
    with pytest.raises(Illegal, match="another colour"):
        after(position, "extra white")
    with pytest.raises(Illegal, match="first another token"):
        after(position, "take blue blue")
    end = after(position, "extra red")
    assert held(end) == {"white": 2, "red": 1}
    assert (end.pair, end.phase, end.to_move) == (None, "action", 1)


def test_t2_gives_nothing_after_three_colours_or_where_there_is_nothing() -> None:
    position = table(T2, hand(), options=["posts"])
    assert after(position, "take white blue green").to_move == 1
    bare = table(
        hand("UUUU RRRR", cards=bought("WW"), posts=["T2"]), hand("GGGG KKKK"), options=["posts"]
    )
    assert after(bare, "take white white").to_move == 1


def test_a_single_possible_colour_is_still_a_move() -> None:
    bare = table(
        hand("UUUU RRRR", cards=bought("WW"), posts=["T2"]), hand("GGGG KKK"), options=["posts"]
    )
    position = after(bare, "take white white")
    assert of_kind(position, "extra") == ["extra black"]


def test_t2_fills_the_hand_before_the_limit_is_looked_at() -> None:
    full = table(hand("UUUU RRRR GG", cards=bought("WW"), posts=["T2"]), hand(), options=["posts"])
    position = after(full, "take white white", "extra black")
    assert position.phase == "discard"
    assert after(position, "discard white white black").to_move == 1


def test_t1_gives_a_token_after_any_purchase_before_the_market_is_refilled() -> None:
    shop = table(
        hand("UUU", cards=bought("WWRRR"), posts=["T1", "T2"]),
        hand(),
        options=["posts"],
        market=["S1-01"],
    )
    position = after(shop, "buy S1-01")
    assert position.phase == "extra"
    assert position.market[0][0] is None
    assert position.players[0].bonuses[0] == 3
    assert of_kind(position, "extra") == [
        f"extra {colour}" for colour in ("black", "blue", "green", "red", "white")
    ]
    end = after(position, "extra blue")  # one just spent
    assert held(end) == {"blue": 1}
    assert end.market[0][0] is position.decks[0][0]
    assert happened(position, "extra blue") == ["taken", "revealed", "turn"]


def test_t1_acts_on_a_reserved_card_as_well() -> None:
    shop = table(
        hand("UUU", cards=bought("WWRRR"), posts=["T1", "T2"], reserved=["S1-01*"]),
        hand(),
        options=["posts"],
    )
    position = after(shop, "buy S1-01")
    assert position.phase == "extra"
    assert happened(position, "extra red") == ["taken", "turn"]


def test_t1_is_skipped_where_no_token_is_left() -> None:
    hands = [
        hand("O", cards=bought("WWRRRUUU"), posts=["T1", "T2"], reserved=["S1-01"]),
        hand("WWWWUUUUGG"),
    ]
    position = table(*hands, options=["posts"])
    position.bank = [0, 0, 0, 0, 0, 4]
    end = after(position, "buy S1-01")
    assert end.to_move == 1


def test_with_an_empty_deck_the_slot_stays_empty() -> None:
    shop = table(
        hand("UUU", cards=bought("WWRRR"), posts=["T1", "T2"]),
        hand(),
        options=["posts", "cities"],
        market=["S1-01"],
        empty_decks=[1],
    )
    assert happened(shop, "buy S1-01") == ["bought", "slot_empty"]
    assert happened(after(shop, "buy S1-01"), "extra red") == ["taken", "turn"]
