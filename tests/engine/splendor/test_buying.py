"""Buying a card: prices, bonuses, gold, and what T3 makes of it."""

import pytest

from engine.errors import Illegal
from engine.splendor import GAME
from tests.engine.splendor.table import after, bought, hand, held, of_kind, table

T3 = [*bought("UUU"), *bought("K")]


def test_a_card_is_paid_into_the_bank() -> None:
    end = after(table(hand("UUURR"), hand(), market=["S1-01"]), "buy S1-01")
    assert held(end) == {"red": 2}
    assert end.bank == [4, 4, 4, 2, 4, 5]
    assert [card.id for card in end.players[0].cards] == ["S1-01"]


def test_bonuses_lower_the_price_but_never_below_nothing() -> None:
    position = table(hand("U", cards=bought("UU")), hand(), market=["S1-01"])
    assert held(after(position, "buy S1-01")) == {}
    rich = table(hand("U", cards=bought("UUUU")), hand(), market=["S1-01"])
    assert held(after(rich, "buy S1-01")) == {"blue": 1}


def test_gold_stands_for_any_token_even_one_that_is_held() -> None:
    position = table(hand("UUUOO"), hand(), market=["S1-01"])
    assert [move for move in of_kind(position, "buy") if "S1-01" in move] == [
        "buy S1-01",
        "buy S1-01 gold blue",
        "buy S1-01 gold blue blue",
    ]
    assert held(after(position, "buy S1-01 gold blue")) == {"blue": 1, "gold": 1}


@pytest.mark.parametrize(
    ("tokens", "move", "reason"),
    [
        ("UU", "buy S1-01", "too few blue"),
        ("UUUO", "buy S1-01 gold red", "nothing is due"),
        ("UUUO", "buy S1-01 gold blue blue", "too little gold"),
        ("OOOO", "buy S1-01 gold blue blue blue blue", "more gold for blue"),
        ("UUU", "buy S3-20", "neither in the market"),
        ("UUU", "buy S7-77", "neither in the market"),
    ],
)
def test_it_refuses_what_is_not_paid_exactly(tokens: str, move: str, reason: str) -> None:
    with pytest.raises(Illegal, match=reason):
        after(table(hand(tokens), hand(), market=["S1-01"]), move)


def test_a_reserved_card_can_be_bought_and_others_cannot_buy_it() -> None:
    position = table(hand("UUU", reserved=["S1-01*"]), hand("U", reserved=["S1-10"]))
    end = after(position, "buy S1-01")
    assert end.players[0].reserved == []
    with pytest.raises(Illegal, match="neither in the market"):
        after(position, "buy S1-10")


@pytest.mark.parametrize(
    ("held_tokens", "price", "payments"),
    [
        # S2-03 costs five red: g gold leave max(0, 5 - 2g), and g is 3 at most.
        ("RRRROO", "S2-03", [" gold red", " gold red red"]),
        ("ROO", "S2-03", [" gold red red"]),
        ("OOO", "S2-03", [" gold red red red"]),
        ("OO", "S2-03", []),
        ("RRROOO", "S2-03", [" gold red", " gold red red", " gold red red red"]),
        ("RRROOOO", "S2-03", [" gold red", " gold red red", " gold red red red"]),
    ],
)
def test_with_t3_each_gold_is_worth_two_of_a_colour(
    held_tokens: str, price: str, payments: list[str]
) -> None:
    position = table(
        hand(held_tokens, cards=T3, posts=["T3"]), hand(), options=["posts"], market=[price]
    )
    moves = [move for move in of_kind(position, "buy") if price in move]
    assert moves == [f"buy {price}{payment}" for payment in payments]
    for move in moves:
        left = held(after(position, move))
        gold = move.count("red")
        assert left.get("red", 0) == held_tokens.count("R") - max(0, 5 - 2 * gold)
        assert left.get("gold", 0) == held_tokens.count("O") - gold


def test_with_t3_what_is_paid_too_much_is_lost_and_more_is_refused() -> None:
    position = table(
        hand("OOO", cards=T3, posts=["T3"]), hand(), options=["posts"], market=["S1-08"]
    )
    assert held(after(position, "buy S1-08 gold green green")) == {"gold": 1}
    with pytest.raises(Illegal, match="more gold for green"):
        after(position, "buy S1-08 gold green green green")


def test_an_empty_deck_leaves_its_slot_empty() -> None:
    shop = table(hand("UUU"), hand(), options=["cities"], market=["S1-01"], empty_decks=[1])
    end = after(shop, "buy S1-01")
    assert end.market[0][0] is None
    assert len(of_kind(end, "reserve")) == 11 + 2


def test_what_was_paid_is_told() -> None:
    step = GAME.step(table(hand("UUGGKO"), hand(), market=["S1-06"]), "buy S1-06 gold green")
    assert step.events[0] == {
        "kind": "bought", "seat": 0, "id": "S1-06", "color": "white", "from": "market",
        "was_hidden": False, "paid": {"blue": 2, "green": 1, "black": 1, "gold": 1},
        "gold_for": ["green"],
    }  # fmt: skip
