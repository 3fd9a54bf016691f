"""What holds at any point of any game."""

import random
from collections import Counter
from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.splendor import GAME
from engine.splendor.moves import option_of
from engine.splendor.position import PHASES, Position
from engine.splendor.reading.reader import read
from tests.engine.reading.word_checks import (
    HARD,
)
from tests.engine.splendor.reading import reader_positions
from tests.engine.splendor.reading.reader_positions import EVERYWHERE, answer

OPTIONS = [
    [name for name, chosen in zip(GAME.option_names, choice, strict=True) if chosen]
    for choice in product((False, True), repeat=len(GAME.option_names))
]


def random_positions() -> list[Position]:
    """Return positions of random games with every choice of options, a few of each.

    Buying is preferred, so that nobles and trading posts come.
    """
    chance = random.Random(7)
    found = []
    for number, options in enumerate(OPTIONS * 2):
        position = GAME.new(chance.randbytes(32), seats=2 + number % 3, options=options)
        while position.to_move is not None:
            legal = GAME.legal(position)
            if position.phase != "action" or chance.random() < 0.06:
                found.append(GAME.copy(position))
            buys = [move for move in legal if move.startswith("buy")]
            decks = [move for move in legal if move.startswith("reserve deck")]
            likely = buys or (decks if chance.random() < 0.1 else legal)
            GAME.play(position, chance.choice(likely or legal))
    return found


PLAYED = random_positions()


def test_every_legal_move_is_read_as_itself_however_it_is_written() -> None:
    phases = set()
    for position in [*PLAYED, *EVERYWHERE]:
        legal = GAME.legal(position)
        view = GAME.view(position, position.to_move)
        phases.add(position.phase)
        for move in legal[:: max(1, len(legal) // 8)]:
            verb, *words = move.split()
            for text in (move, move.upper(), f"  {', '.join([verb, *words])}!", f"please {move}"):
                assert read(view, legal, text).move == move
    assert phases == {*PHASES} - {"over"}


COLOURS_ALONE = st.lists(
    st.sampled_from(["white", "blue", "green", "red", "black", "gold"]), min_size=1, max_size=5
)


@given(position=st.sampled_from(EVERYWHERE), colours=COLOURS_ALONE)
@settings(max_examples=150, deadline=None)
def test_tokens_are_taken_just_as_often_as_they_are_named(
    position: Position, colours: list[str]
) -> None:
    move = answer(position, " ".join(["take", *colours])).move
    if move and position.phase in ("action", "extra"):
        assert Counter(option_of(move).colours) == Counter(colours)


def test_texts_that_are_hard_on_programs_keep_no_card() -> None:
    for text in HARD:
        assert answer(reader_positions.KEEP, text).move is None
