"""Reserving a card with a gold."""

import pytest

from engine.duel import GAME
from engine.errors import Illegal
from tests.engine.duel.table import after, describe, of_kind, table


def test_the_gold_is_taken_and_the_market_refilled_from_the_deck() -> None:
    data = describe(board="OWO", market=("D2-07",))
    top, *rest = data["decks"]["2"]
    step = GAME.step(GAME.load(data), "reserve c1 D2-07")
    now = GAME.dump(step.position)
    assert now["board"][:3] == ["gold", "white", None]
    assert now["players"][0]["tokens"]["gold"] == 1
    assert now["players"][0]["reserved"] == [{"id": "D2-07", "from": "market"}]
    assert now["market"]["2"] == [top, *data["market"]["2"][1:]]
    assert now["decks"]["2"] == rest
    assert now["to_move"] == 1
    assert [event["kind"] for event in step.events] == ["taken", "reserved", "revealed", "turn"]
    assert step.reveals


def test_the_top_of_a_deck_can_be_reserved_unseen_by_the_opponent() -> None:
    data = describe(board="O")
    step = GAME.step(GAME.load(data), "reserve a1 deck3")
    top, *rest = data["decks"]["3"]
    now = GAME.dump(step.position)
    assert now["players"][0]["reserved"] == [{"id": top, "from": "deck"}]
    assert (now["decks"]["3"], now["market"]) == (rest, data["market"])
    assert step.reveals
    for seat, known in ((0, top), (1, None), (None, None)):
        reserved = GAME.events_for(step.events, seat)[1]
        assert reserved == {
            "kind": "reserved",
            "seat": 0,
            "from": "deck",
            "level": 3,
            "id": known,
        }
    assert step.events[1]["id"] == top


def test_every_gold_with_every_card_and_deck_is_a_move() -> None:
    position = table(board="O...O")
    moves = of_kind(position, "reserve")
    assert len(moves) == 2 * (12 + 3)
    assert moves[:1] == ["reserve a1 D1-01"]
    assert moves[12:15] == ["reserve a1 deck1", "reserve a1 deck2", "reserve a1 deck3"]


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("reserve b1 D1-01", "no gold on b1"),
        ("reserve d1 D1-01", "no gold on d1"),
        ("reserve a1 D1-29", "not in the market"),
        ("reserve a1 D9-99", "not in the market"),
        ("reserve a1 D3-12", "not in the market"),
    ],
)
def test_what_is_not_there_cannot_be_reserved(move: str, reason: str) -> None:
    with pytest.raises(Illegal, match=reason):
        GAME.apply(table(board="OWO"), move)


def test_nobody_reserves_a_fourth_card() -> None:
    position = table(board="OW", reserved=("D1-20", "D2-20*", "D3-09"))
    assert of_kind(position, "reserve") == []
    for source in ("D1-01", "deck1"):
        with pytest.raises(Illegal, match="three cards are already reserved"):
            GAME.apply(position, f"reserve a1 {source}")


def test_an_empty_deck_cannot_be_reserved_from_and_leaves_its_slots_empty() -> None:
    position = table(board="OOO", empty_decks=(3,))
    assert "reserve a1 deck3" not in GAME.legal(position)
    with pytest.raises(Illegal, match="deck is empty"):
        GAME.apply(position, "reserve a1 deck3")
    step = GAME.step(position, "reserve a1 D3-02")
    assert GAME.dump(step.position)["market"]["3"] == ["D3-01", None, "D3-03"]
    assert {"kind": "slot_empty", "level": 3, "slot": 2} in step.events
    assert not step.reveals
    later = after(step.position, "reserve b1 deck1")
    assert not [move for move in of_kind(later, "reserve") if "D3-02" in move]


def test_without_gold_on_the_board_nothing_can_be_reserved() -> None:
    assert of_kind(table(board="W"), "reserve") == []
