"""What holds for any text at all, whichever game it is about."""

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.turn import read_turn
from tests.engine.reading.phrase_tables import Phrase
from tests.engine.reading.readers import TriedReader, for_each_reader
from tests.engine.reading.word_checks import (
    HARD,
    STRANGE,
    assert_answered,
    may_be_a_name,
    shuffled,
    with_word,
    words_of,
)

CHANCE = st.randoms(use_true_random=False)


def moves_of(reader: TriedReader, position: str, text: str) -> tuple[str, ...]:
    """Return the moves that a text means at a position."""
    return read_turn(reader.game, getattr(reader.positions, position), 0, text).moves


def played(reader: TriedReader) -> list[Phrase]:
    """Return the phrases that mean moves."""
    return [p for p in reader.all_phrases if p.moves and "-- " not in p.text]


def forbidden(reader: TriedReader) -> list[Phrase]:
    """Return the phrases in which a word forbids to play."""
    return [
        p
        for p in reader.all_phrases
        if p.why in ("negation", "question", "condition")
        and reader.lexicon.moods.keys() & set(words_of(p.text))
    ]


@for_each_reader
@given(data=st.data(), language=st.sampled_from([None, "fr"]))
@settings(max_examples=400, deadline=None)
def test_any_text_has_an_answer(
    reader: TriedReader, data: st.DataObject, language: str | None
) -> None:
    position = data.draw(st.sampled_from(reader.positions.EVERYWHERE))
    text = data.draw(reader.texts.TEXTS)
    assert_answered(reader.positions.answer(position, text, language), reader.game.legal(position))


@for_each_reader
@given(data=st.data())
@settings(max_examples=300, deadline=None)
def test_no_word_of_a_text_is_passed_over(reader: TriedReader, data: st.DataObject) -> None:
    position = data.draw(st.sampled_from(reader.positions.EVERYWHERE))
    text = data.draw(reader.texts.TEXTS)
    reading = read_turn(reader.game, position, 0, text)
    if reading.moves:
        reader.texts.assert_accounted_for(text, reading.moves)


@for_each_reader
@given(data=st.data(), chance=CHANCE)
@settings(max_examples=300, deadline=None)
def test_shuffled_words_are_read_only_as_what_they_say(
    reader: TriedReader, data: st.DataObject, chance: random.Random
) -> None:
    phrase = data.draw(st.sampled_from(played(reader)))
    text = shuffled(phrase.text, chance)
    if moves := moves_of(reader, phrase.position, text):
        reader.texts.assert_accounted_for(text, moves)


@for_each_reader
@given(data=st.data(), chance=CHANCE)
@settings(max_examples=200, deadline=None)
def test_a_word_that_forbids_to_play_does_so_wherever_it_stands(
    reader: TriedReader, data: st.DataObject, chance: random.Random
) -> None:
    phrase = data.draw(st.sampled_from(forbidden(reader)))
    assert moves_of(reader, phrase.position, shuffled(phrase.text, chance)) == ()


@for_each_reader
@given(data=st.data(), word=st.sampled_from(STRANGE), chance=CHANCE)
@settings(max_examples=200, deadline=None)
def test_one_strange_word_anywhere_stops_everything(
    reader: TriedReader, data: st.DataObject, word: str, chance: random.Random
) -> None:
    phrase = data.draw(st.sampled_from(played(reader)))
    if not may_be_a_name(word, phrase.text):
        text = with_word(phrase.text, word, chance)
        assert moves_of(reader, phrase.position, text) == ()


@for_each_reader
def test_texts_that_are_hard_on_programs_have_an_answer_too(reader: TriedReader) -> None:
    for text in (*HARD, "a1-" * 5_000):
        assert reader.positions.answer(reader.positions.EVERYWHERE[1], text).move is None
