"""Reserving a card, from the market or a deck, and the choice that T4 gives."""

import pytest

from engine.errors import Illegal
from engine.splendor import GAME
from tests.engine.splendor.table import after, bought, hand, happened, held, of_kind, table

T4 = hand(cards=bought("KKK"), posts=["T4"])


def test_a_reserved_card_brings_a_gold_and_is_replaced_at_once() -> None:
    position = table(market=["S2-01"])
    end = after(position, "reserve S2-01")
    assert held(end) == {"gold": 1}
    assert end.bank[5] == 4
    assert [(card.id, hidden) for card, hidden in end.players[0].reserved] == [("S2-01", False)]
    assert end.market[1][0] is position.decks[1][0]
    assert happened(position, "reserve S2-01") == ["taken", "reserved", "revealed", "turn"]


def test_without_gold_in_the_bank_one_reserves_all_the_same() -> None:
    position = table(hand("OOO"), hand("OO"))
    assert happened(position, "reserve deck1") == ["reserved", "turn"]
    assert held(after(position, "reserve deck1")) == {"gold": 3}


def test_the_top_of_a_deck_is_reserved_unseen_by_others() -> None:
    position = table()
    top = position.decks[2][0]
    end = after(position, "reserve deck3")
    assert end.players[0].reserved == [(top, True)]
    assert end.decks[2] == position.decks[2][1:]
    assert GAME.view(end, 1)["players"][0]["reserved"] == [{"level": 3, "from": "deck"}]
    assert GAME.view(end, 0)["players"][0]["reserved"] == [{"id": top.id, "from": "deck"}]


def test_nobody_reserves_a_fourth_card_or_from_an_empty_deck() -> None:
    full = table(hand(reserved=["S1-01", "S1-02", "S1-03*"]), hand())
    assert of_kind(full, "reserve") == []
    with pytest.raises(Illegal, match="three cards"):
        after(full, "reserve deck1")
    bare = table(hand(), hand(), options=["cities"], empty_decks=[2])
    assert "reserve deck2" not in of_kind(bare, "reserve")
    assert len(of_kind(bare, "reserve")) == 12 + 2
    with pytest.raises(Illegal, match="that deck is empty"):
        after(bare, "reserve deck2")


@pytest.mark.parametrize("card", ["S1-40", "S9-99"])
def test_only_cards_of_the_market_can_be_reserved(card: str) -> None:
    with pytest.raises(Illegal, match="not in the market"):
        after(table(), f"reserve {card}")


def test_t4_shows_two_cards_of_which_one_is_kept_and_one_buried() -> None:
    position = table(T4, hand(), options=["posts"])
    upper, lower, third = position.decks[1][:3]
    looking = after(position, "reserve deck2")
    assert (looking.phase, looking.to_move, held(looking)) == ("keep", 0, {"gold": 1})
    assert looking.drawn == (upper, lower)
    assert GAME.legal(looking) == ["keep 1", "keep 2"]
    for move, kept, buried in (("keep 1", upper, lower), ("keep 2", lower, upper)):
        end = after(looking, move)
        assert end.players[0].reserved == [(kept, True)]
        assert (end.decks[1][0], end.decks[1][-1]) == (third, buried)
        assert (end.drawn, end.to_move) == ((), 1)


def test_t4_does_nothing_in_the_market_or_with_one_card_left() -> None:
    position = table(T4, hand(), options=["posts"], market=["S1-01"])
    assert after(position, "reserve S1-01").to_move == 1
    position.decks[0] = position.decks[0][:1]
    end = after(position, "reserve deck1")
    assert (end.to_move, end.decks[0]) == (1, ())


def test_after_keeping_the_limit_is_looked_at() -> None:
    position = table(
        hand("WWWWUUUUGG", cards=bought("KKK"), posts=["T4"]), hand(), options=["posts"]
    )
    position = after(position, "reserve deck1")
    assert position.phase == "keep"
    assert after(position, "keep 2").phase == "discard"
