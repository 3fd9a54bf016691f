"""A veiled position allows what it allows whatever the hidden cards are."""

import random

import pytest

from engine.duel import GAME
from engine.duel.facts import CARD_OF
from engine.duel.position import Position
from tests.engine.duel.reading.reader_positions import SHOP


def hidden_ids(position: Position) -> set[str]:
    return {card.id for hand in position.players for card, hidden in hand.reserved if hidden}


@pytest.mark.parametrize("number", range(20))
def test_it_allows_all_but_the_purchase_of_hidden_cards(number: int) -> None:
    chance = random.Random(number)
    position = GAME.new(chance.randbytes(32))
    while position.to_move is not None:
        moves = GAME.legal(position)
        hidden = hidden_ids(position)
        open_moves = [move for move in moves if move.split()[1:2] and move.split()[1] not in hidden]
        open_moves += [move for move in moves if len(move.split()) == 1]
        assert GAME.legal(GAME.veil(position)) == sorted(open_moves)
        position = GAME.apply(position, chance.choice(moves))


def test_it_is_the_same_whatever_is_hidden() -> None:
    other = SHOP.copy()
    for hand in other.players:
        hand.reserved = [
            (CARD_OF["D2-09"] if hidden else card, hidden) for card, hidden in hand.reserved
        ]
    assert GAME.legal(GAME.veil(SHOP)) == GAME.legal(GAME.veil(other))
    assert GAME.view(GAME.veil(SHOP), None) == GAME.view(SHOP, None)
