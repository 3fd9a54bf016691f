"""Whatever words a letter has for a move, a reply with these words means that move."""

import random

import pytest
from django.utils.translation import override

from duel.games.duel.move_lists import move_lists
from duel.games.duel.seat_view import SeatView
from engine.duel import GAME
from engine.duel.position import Position
from engine.turn import read_turn
from tests.duel.games.duel.games import NAMES, steps


def positions() -> list[Position]:
    """Return positions of each phase, from a few games."""
    chance = random.Random(4)
    found: dict[str, list[Position]] = {}
    for number in range(6):
        for position, _, _ in steps(number):
            found.setdefault(position.phase, []).append(position)
    assert set(found) >= {"start", "action", "token", "steal", "royal", "discard"}
    return [now for some in found.values() for now in chance.sample(some, min(6, len(some)))]


@pytest.mark.parametrize("language", ["en", "fr", "it"])
def test_the_words_of_a_letter_are_read_as_the_move_they_stand_for(language: str) -> None:
    chance = random.Random(9)
    for position in positions():
        assert position.to_move is not None
        view = GAME.view(position, position.to_move)
        with override(language):
            moves = move_lists(GAME.legal(position), SeatView(view, position.to_move, NAMES), {})
        groups = (*moves.meant, *moves.rarer, *moves.collected)
        items = [item for group in groups for item in group.items]
        for item in chance.sample(items, min(12, len(items))):
            reading = read_turn(GAME, position, position.to_move, item.words, language)
            assert reading.moves == (item.move,), (item.words, reading.problem)
