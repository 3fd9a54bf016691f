"""What holds for any text at all, and at any point of any game."""

import random
import re
from collections.abc import Sequence

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.duel import GAME
from engine.duel.options import option_of
from engine.duel.position import Position
from engine.duel.reading.reader import read
from engine.duel.reading.words import LEXICON
from engine.reading.courtesy import WORDS as COURTESY
from engine.reading.mood import MOODS
from engine.reading.tokens import plain
from engine.turn import read_turn
from tests.engine.duel.reading import reader_positions
from tests.engine.duel.reading.phrases import LANGUAGES, Phrase, phrases
from tests.engine.duel.reading.reader_positions import EVERYWHERE, answer
from tests.engine.word_checks import (
    HARD,
    STRANGE,
    assert_answered,
    assert_words_known,
    may_be_a_name,
    shuffled,
    with_word,
    words_of,
)

KINDS = LEXICON.kinds
CELLS = re.compile(r"\b(?:[a-e][1-5](?!-[0-9])|[1-5][a-e](?! cart))\b")

WORDS = st.one_of(
    st.sampled_from([word.replace("_", " ") for word in sorted(KINDS)] + ["or", "b", "not", "o"]),
    st.sampled_from(sorted(COURTESY) + sorted(MOODS)[::9]),
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
    assert_answered(answer(position, text, language), GAME.legal(position))


def assert_accounted_for(text: str, moves: Sequence[str]) -> None:
    """Every word is known, none forbids to play, and nothing that was named is left out."""
    assert_words_known(text, LEXICON)
    parts = [option_of(move) for move in moves]
    cells = {cell for part in parts for cell in part.cells}
    named = {name if name[0].isalpha() else name[::-1] for name in CELLS.findall(plain(text))}
    assert not named or named <= cells
    verbs = {KINDS[word][1] for word in words_of(text) if KINDS.get(word, ("",))[0] == "verb"}
    assert not verbs or {part.verb for part in parts} & {
        *verbs,
        "use",
        "steal",
        "royal",
        "token",
        "reserve",
    }


@given(position=st.sampled_from(EVERYWHERE), text=TEXTS)
@settings(max_examples=200, deadline=None)
def test_no_word_of_a_text_is_passed_over(position: Position, text: str) -> None:
    reading = read_turn(GAME, position, 0, text)
    if reading.moves:
        assert_accounted_for(text, reading.moves)


PLAYED_PHRASES = [
    p for language in LANGUAGES for p in phrases(language) if p.moves and "-- " not in p.text
]
FORBIDDEN = [
    p
    for language in LANGUAGES
    for p in phrases(language)
    if p.why in ("negation", "question", "condition") and MOODS.keys() & set(words_of(p.text))
]


@given(phrase=st.sampled_from(PLAYED_PHRASES), chance=st.randoms(use_true_random=False))
@settings(max_examples=200, deadline=None)
def test_shuffled_words_are_read_only_as_what_they_say(
    phrase: Phrase, chance: random.Random
) -> None:
    text = shuffled(phrase.text, chance)
    moves = read_turn(GAME, getattr(reader_positions, phrase.position), 0, text).moves
    if moves:
        assert_accounted_for(text, moves)


@given(phrase=st.sampled_from(FORBIDDEN), chance=st.randoms(use_true_random=False))
@settings(max_examples=200, deadline=None)
def test_a_word_that_forbids_to_play_does_so_wherever_it_stands(
    phrase: Phrase, chance: random.Random
) -> None:
    text = shuffled(phrase.text, chance)
    assert read_turn(GAME, getattr(reader_positions, phrase.position), 0, text).moves == ()


@given(
    phrase=st.sampled_from(PLAYED_PHRASES),
    word=st.sampled_from(STRANGE),
    chance=st.randoms(use_true_random=False),
)
@settings(max_examples=200, deadline=None)
def test_one_strange_word_anywhere_stops_everything(
    phrase: Phrase, word: str, chance: random.Random
) -> None:
    if may_be_a_name(word, phrase.text):
        return
    text = with_word(phrase.text, word, chance)
    assert read_turn(GAME, getattr(reader_positions, phrase.position), 0, text).moves == ()


def test_texts_that_are_hard_on_programs_have_an_answer_too() -> None:
    for text in (*HARD, "a1-" * 5_000):
        assert answer(EVERYWHERE[1], text).move is None
