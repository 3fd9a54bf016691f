"""Refusals that are alike in the readers of both games."""

import pytest

from engine.reading import Problem
from tests.engine.reading.readers import TriedReader, for_each_reader
from tests.engine.reading.word_checks import (
    WORDS_THAT_MATTER,
    assert_sentences_need_only_facts,
    assert_words_have_one_meaning,
)


@for_each_reader
@pytest.mark.parametrize("place", range(4))
def test_hidden_undrawn_foreign_and_unknown_cards_are_refused_alike(
    reader: TriedReader, place: int
) -> None:
    refusals = set()
    for card in reader.texts.CARDS_OF_NOBODY:
        text = f"{reader.texts.CARD_VERBS[place]} {card}"
        reading = reader.positions.answer(reader.positions.SHOP, text)
        assert reading.problem is not None
        assert reading.problem.code == "no_card"
        refusals.add(reading.problem.sentence.replace(card, "CARD"))
    assert len(refusals) == 1


@for_each_reader
def test_nothing_can_be_chosen_when_the_game_is_over(reader: TriedReader) -> None:
    view = reader.game.view(reader.positions.FIRST, 0) | {"to_move": None, "phase": "over"}
    assert reader.positions.read(view, [], "buy r1").problem == Problem("over")


@for_each_reader
def test_every_word_has_one_meaning_and_is_written_as_it_is_compared(reader: TriedReader) -> None:
    assert_words_have_one_meaning(reader.lexicon, reader.texts.LETTERS)


@for_each_reader
def test_small_words_that_may_matter_are_neither_passed_over_nor_taken_for_short_ones(
    reader: TriedReader,
) -> None:
    for word in (*WORDS_THAT_MATTER, *reader.texts.MORE_SMALL_WORDS):
        text = reader.texts.DISCARDED.format(word)
        assert reader.positions.answer(reader.positions.DISCARD, text).move is None, word


@for_each_reader
def test_every_problem_has_a_sentence_that_needs_no_more_than_its_facts(
    reader: TriedReader,
) -> None:
    assert_sentences_need_only_facts(reader.texts.PROBLEMS)
