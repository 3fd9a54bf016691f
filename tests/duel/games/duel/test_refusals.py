"""Why a text was refused, in the language of whoever wrote it."""

import re
from collections.abc import Mapping
from string import Formatter

import pytest
from django.utils.translation import override

from duel.games.duel.move_lists import move_lists
from duel.games.duel.seat_view import SeatView
from engine.duel import GAME
from engine.duel.reading import SENTENCES
from engine.duel.reading.words import LEXICON
from engine.reading import Fact, Problem
from engine.reading.tokens import plain
from engine.turn import read_turn
from tests.duel.games.duel.games import DUEL, NAMES
from tests.duel.games.duel.test_reading_back import positions
from tests.engine.duel.reading import reader_positions
from tests.engine.duel.reading.phrases import LANGUAGES, phrases

FACTS: dict[str, Fact] = {
    "words": ("xyzzy", "100 %(word)s"),
    "word": "No % way",
    "text": "take {that}",
    "first": "a1",
    "last": "e5",
    "meanings": ("red", "royal"),
    "verb": "buy",
    "verbs": ("take", "reserve"),
    "card": "D2-04",
    "cards": ("2.1", "deck3"),
    "count": 3,
    "cells": ("a1", "b1"),
    "found": ("red", "nothing"),
    "said": ("pearl", "gold"),
    "understood": "take a1 red",
}
QUOTED = ("word", "words", "text", "first", "last")


def facts_of(code: str) -> dict[str, Fact]:
    """Return facts for every name in the English sentence of a code."""
    names = {name for _, name, _, _ in Formatter().parse(SENTENCES[code]) if name}
    facts = {name: FACTS[name] for name in names}
    if code in ("turn_over", "another_turn"):
        facts["understood"] = ("take a1 b1", "buy D2-04")
    return facts


def parts(fact: Fact) -> tuple[str, ...]:
    return fact if isinstance(fact, tuple) else (str(fact),)


def refusal(code: str, facts: Mapping[str, Fact], language: str) -> str:
    with override(language):
        return DUEL.refusal(Problem(code, facts))


@pytest.mark.parametrize("code", SENTENCES)
def test_every_refusal_is_told_in_every_language_with_all_its_facts(code: str) -> None:
    facts = facts_of(code)
    told = {language: refusal(code, facts, language) for language in LANGUAGES}
    assert len(set(told.values())) == 3
    for sentence in told.values():
        for name, fact in facts.items():
            if name in QUOTED:
                assert all(words in sentence for words in parts(fact))
            if name == "count":
                assert "3" in sentence
            if name in ("cells", "card", "cards"):
                assert all(part.removeprefix("deck") in sentence for part in parts(fact))


def test_english_says_what_the_engine_says() -> None:
    problem = Problem("not_now", {"verb": "buy", "verbs": ("take", "reserve")})
    assert refusal("not_now", dict(problem.facts), "en") == problem.sentence


def test_verbs_and_colours_are_told_in_the_language_of_the_reader() -> None:
    said = {"cells": ("a1", "b1"), "found": ("red", "nothing"), "said": ("pearl",)}
    assert refusal("other_tokens", said, "fr") == (
        "Sur a1, b1, il y a rouge et rien, et non perle."
    )
    assert refusal("other_tokens", said, "it") == "Su a1, b1 c’è rosso e niente, non perla."
    assert "prendre, réserver" in refusal("no_verb", {"verbs": ("take", "reserve")}, "fr")
    assert "prendere a1 rosso" in refusal("not_legal", {"understood": "take a1 red"}, "it")


def test_no_card_at_all_fits() -> None:
    assert refusal("which_card", {"count": 0}, "en").startswith("No card")
    assert "0" not in refusal("which_card", {"count": 0}, "fr")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_verbs_that_are_told_are_verbs_that_are_read(language: str) -> None:
    for verb in {meaning for kind, meaning in LEXICON.kinds.values() if kind == "verb"}:
        with override(language):
            word = plain(DUEL.understood_words(verb))
        assert LEXICON.kinds[word] == ("verb", verb)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_that_is_refused_gets_a_sentence(language: str) -> None:
    codes = set()
    for phrase in phrases(language):
        position = getattr(reader_positions, phrase.position)
        problem = read_turn(GAME, position, 0, phrase.text, language).problem
        if problem is None:
            continue
        codes.add(problem.code)
        sentence = refusal(problem.code, dict(problem.facts), language)
        assert sentence
        assert not re.search(r"%\(|\{\w+\}", sentence)
        if language != "en":
            assert sentence != problem.sentence
    assert len(codes) >= 15


def test_the_numbers_in_a_letter_are_those_of_the_numbered_list() -> None:
    for position in positions():
        assert position.to_move is not None
        view, legal = GAME.view(position, position.to_move), GAME.legal(position)
        moves = move_lists(legal, SeatView(view, position.to_move, NAMES), {})
        groups = (*moves.meant, *moves.rarer, *moves.collected)
        printed = {item.number: item.move for group in groups for item in group.items}
        numbered = DUEL.moves_in_order(view, legal)
        assert sorted(numbered) == sorted(legal)
        assert printed == dict(enumerate(numbered, 1))
