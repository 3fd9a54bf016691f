"""What holds for any text at all, and at any point of any game."""

import random
from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.duel import GAME
from engine.duel.options import option_of
from engine.duel.phrases import understand
from engine.duel.position import Position
from engine.duel.reader import read
from engine.duel.words import FILLERS, KINDS
from tests.engine.duel.reader_positions import EVERYWHERE, answer

WORDS = st.one_of(
    st.sampled_from(sorted(KINDS) + sorted(FILLERS) + ["or", "b", "not", "o"]),
    st.from_regex(
        r"[a-f][0-6]|[0-6][a-f]|[0-4][.,][0-6]|r[0-4]|R-0[0-5]|D[1-3]-[0-3][0-9]", fullmatch=True
    ),
    st.sampled_from(["-", ";", ",", ".", "..", "3", "12", "deck2", "a1-c1", "d2-4"]),
)
TEXTS = st.one_of(st.text(), st.lists(WORDS, max_size=8).map(" ".join))


def random_positions(games: int) -> list[Position]:
    """Return positions of random games, a few of each."""
    chance = random.Random(5)
    found = []
    for _ in range(games):
        position = GAME.new(chance.randbytes(32))
        while position.to_move is not None:
            if chance.random() < 0.15:
                found.append(GAME.copy(position))
            GAME.play(position, chance.choice(GAME.legal(position)))
    return found


PLAYED = random_positions(12)


def test_every_legal_move_is_read_as_itself_however_it_is_written() -> None:
    phases = set()
    for position in PLAYED:
        legal = GAME.legal(position)
        view = GAME.view(position, position.to_move)
        phases.add(position.phase)
        for move in legal[:: max(1, len(legal) // 15)]:
            verb, *words = move.split()
            for text in (move, move.upper(), f"  {', '.join([verb, *words])}!", f"please {move}"):
                assert read(view, legal, text).move == move
    assert phases == {"start", "action", "token", "steal", "royal", "discard"}


@given(position=st.sampled_from(EVERYWHERE), text=TEXTS, language=st.sampled_from([None, "fr"]))
@settings(max_examples=400, deadline=None)
def test_any_text_has_an_answer(position: Position, text: str, language: str | None) -> None:
    legal = GAME.legal(position)
    reading = answer(position, text, language)
    if reading.move is None:
        assert reading.problem is not None
        assert reading.problem.sentence
        assert len(reading.suggestions) == min(3, len(legal))
        assert set(reading.suggestions) <= set(legal)
    else:
        assert reading.problem is None
        assert reading.move in legal


@given(position=st.sampled_from(EVERYWHERE), text=TEXTS)
@settings(max_examples=400, deadline=None)
def test_no_cell_colour_or_verb_that_was_named_is_passed_over(
    position: Position, text: str
) -> None:
    move = answer(position, text).move
    if move is None:
        return
    said = understand(text)
    read_as = option_of(move)
    assert not said.cells or said.cells == read_as.cells
    assert not said.verbs or said.verbs & {read_as.verb, "take", "token"}
    if read_as.verb in ("steal", "discard"):
        assert Counter(said.colours) == Counter(read_as.colours)


def test_texts_that_are_hard_on_programs_have_an_answer_too() -> None:
    for text in (
        "\ud800",
        "\x00",
        "9" * 10_000,
        "take " * 10_000,
        "a1-" * 5_000,
        "ß" * 600,
        "½ red",
    ):
        assert answer(EVERYWHERE[1], text).move is None
