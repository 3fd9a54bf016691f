"""Whatever words a letter has for a move, a reply with these words means that move."""

import random

import pytest
from django.utils.translation import override

from engine.splendor import GAME
from engine.splendor.position import Position
from engine.turn import read_turn
from tests.duel.games.splendor.games import LANGUAGES, SEED, sheet_of, steps, table

FIRST = GAME.new(SEED, seats=4).first
NOBLES = ["N-06", "N-07", "N-01", "N-02", "N-03"]
EACH = [f"S1-{number:02}" for number in (1, 2, 3, 9, 10, 11, 17, 18, 19, 33, 34, 35)]


def positions() -> list[Position]:
    """Positions of each phase."""
    chance = random.Random(4)
    found: dict[str, list[Position]] = {}
    for number in range(4):
        for position, _, _ in steps(number, options=("posts",)):
            found.setdefault(position.phase, []).append(position)
    found["noble"] = [table(phase="noble", nobles=NOBLES, players={FIRST: {"cards": EACH}})]
    found["post"] = [table(phase="post", options=("posts",), players={FIRST: {"cards": EACH}})]
    assert set(found) == {"action", "extra", "keep", "discard", "noble", "post"}
    return [now for some in found.values() for now in chance.sample(some, min(5, len(some)))]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_of_a_letter_are_read_as_the_move_they_stand_for(language: str) -> None:
    chance = random.Random(9)
    for position in positions():
        with override(language):
            items = list(sheet_of(position).moves)
        for item in chance.sample(items, min(12, len(items))):
            reading = read_turn(GAME, position, position.seat, item.words, language)
            assert reading.moves == (item.move,), (item.words, reading.problem)
