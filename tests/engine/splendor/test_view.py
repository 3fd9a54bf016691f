"""What each seat may see: two positions that differ only in secrets look alike."""

import random
from typing import Any

import pytest

from engine.splendor import GAME
from engine.splendor.position import Position
from tests.engine.splendor.table import after, bought, hand, table


def otherwise(position: Position, seat: int | None, chance: random.Random) -> Position:
    """The same position with other cards wherever that seat (None: a spectator) cannot look."""
    other = GAME.copy(position)
    hidden: list[list[Any]] = [[], [], []]
    for row, deck in enumerate(other.decks):
        hidden[row] += deck
    looks = seat is not None and seat == position.to_move
    for card in () if looks else other.drawn:
        hidden[card.level - 1].append(card)
    for number, player in enumerate(other.players):
        for card, from_deck in player.reserved:
            if from_deck and number != seat:
                hidden[card.level - 1].append(card)
    for cards in hidden:
        chance.shuffle(cards)
    other.decks = [tuple(hidden[row].pop() for _ in deck) for row, deck in enumerate(other.decks)]
    if not looks:
        other.drawn = tuple(hidden[card.level - 1].pop() for card in other.drawn)
    for number, player in enumerate(other.players):
        player.reserved = [
            (hidden[card.level - 1].pop() if from_deck and number != seat else card, from_deck)
            for card, from_deck in player.reserved
        ]
    other.seed = chance.randbytes(32)
    return other


@pytest.mark.parametrize("number", range(8))
def test_what_is_hidden_makes_no_difference_to_a_view(number: int) -> None:
    chance = random.Random(number)
    seats = 2 + number % 3
    options = [("posts",), ("cities", "posts"), ()][number % 3]
    position = GAME.new(chance.randbytes(32), seats=seats, options=options)
    while moves := GAME.legal(position):
        for seat in (None, *range(seats)):
            other = otherwise(position, seat, chance)
            assert GAME.view(other, seat) == GAME.view(position, seat)
            assert GAME.view(GAME.veil(other), None) == GAME.view(position, None)
            if seat is not None:
                assert GAME.threats(other, seat) == GAME.threats(position, seat)
        assert GAME.legal(GAME.veil(otherwise(position, None, chance))) == GAME.legal(
            GAME.veil(position)
        )
        drawing = [move for move in moves if "deck" in move or move.startswith("keep")]
        move = chance.choice(drawing if drawing and chance.random() < 0.3 else moves)
        step = GAME.step(position, move)
        for seat in range(seats):
            if seat != position.to_move and not step.reveals:
                told = GAME.events_for(step.events, seat)
                elsewhere = GAME.step(otherwise(position, seat, chance), move)
                assert GAME.events_for(elsewhere.events, seat) == told
        position = step.position


def test_decks_are_counts_and_the_seed_is_gone() -> None:
    seen = GAME.view(table(), 0)
    assert seen["seed"] is None
    assert seen["decks"] == {"1": 36, "2": 26, "3": 16}


def test_the_two_cards_of_t4_are_seen_by_the_one_choosing_alone() -> None:
    position = table(hand(cards=bought("KKK"), posts=["T4"]), hand(), hand(), options=["posts"])
    drawn = [card.id for card in position.decks[0][:2]]
    looking = after(position, "reserve deck1")
    assert GAME.view(looking, 0)["drawn"] == drawn
    for seat in (1, 2, None):
        assert GAME.view(looking, seat)["drawn"] == [None, None]
    assert GAME.dump(looking)["drawn"] == drawn
    veiled = GAME.veil(looking)
    assert GAME.legal(veiled) == ["keep 1", "keep 2"]
    assert GAME.dump(veiled)["drawn"] == ["unknown", "unknown"]


def test_a_card_reserved_from_the_market_is_open() -> None:
    position = table(hand(reserved=["S1-01", "S2-01*"]), hand())
    assert GAME.view(position, 1)["players"][0]["reserved"] == [
        {"id": "S1-01", "from": "market"},
        {"level": 2, "from": "deck"},
    ]


def test_at_the_end_everything_can_be_laid_open() -> None:
    position = table(hand(reserved=["S2-01*"]), hand())
    whole = GAME.open_parts(position)
    assert whole["players"][0]["reserved"] == [{"id": "S2-01", "from": "deck"}]
    assert whole["upcoming"] == GAME.dump(position)["decks"]
    assert whole["drawn"] == []


def test_nobody_can_use_what_a_veil_hides_nor_pass_because_of_it() -> None:
    position = table(hand("UUU", reserved=["S1-01*"]), hand())
    assert "buy S1-01" in GAME.legal(position)
    assert [m for m in GAME.legal(GAME.veil(position)) if "S1-01" in m] == []
    position.bank = [0, 0, 0, 0, 0, 5]
    position.market = [[None] * 4, [None] * 4, [None] * 4]
    position.decks = [(), (), ()]
    assert GAME.legal(position) == ["buy S1-01"]
    assert GAME.legal(GAME.veil(position)) == []
