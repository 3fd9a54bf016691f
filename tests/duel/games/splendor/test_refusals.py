"""Why a text was refused, in the language of whoever wrote it."""

from string import Formatter

import pytest
from django.utils.translation import override

from engine.languages import table_in
from engine.reading import Fact, Problem
from engine.splendor import GAME
from engine.splendor.reading import SENTENCES, SplendorProblem
from engine.turn import read_turn
from tests.duel.games.splendor.games import ID, LANGUAGES, SPLENDOR, table

OF_DUEL = {
    *("range", "no_royal", "needs_cells", "needs_gold_cell", "needs_card_colour"),
    *("other_tokens", "unseen"),
}
"""Reasons that no text on Splendor can have."""

FACTS: dict[str, Fact] = {
    "words": ("xyzzy", "100 %(word)s"),
    "word": "No % way",
    "text": "take {that}",
    "meanings": ("red", "noble"),
    "verb": "buy",
    "verbs": ("take", "reserve", "pass"),
    "card": "N-04",
    "cards": ("2.1", "deck3"),
    "count": 3,
    "understood": "buy S1-08 gold red",
}


@pytest.mark.parametrize("code", sorted(set(SENTENCES) - OF_DUEL))
def test_every_refusal_is_told_in_every_language_and_names_no_id(code: str) -> None:
    names = {name for _, name, _, _ in Formatter().parse(SENTENCES[code]) if name}
    facts = {name: FACTS[name] for name in names}
    told = []
    for language in LANGUAGES:
        with override(language):
            told.append(SPLENDOR.refusal(SplendorProblem(code, facts)))
    assert len(set(told)) == 3
    assert not any(
        ID.search(sentence) or "{" in sentence.replace("{that}", "") for sentence in told
    )


@pytest.mark.parametrize("code", ["which_card", "which_noble", "which_post"])
def test_that_nothing_fits_is_said_without_a_number(code: str) -> None:
    assert SPLENDOR.refusal(SplendorProblem(code, {"count": 0})).startswith("No ")


def test_cards_and_tiles_are_told_by_what_they_show() -> None:
    refused = SPLENDOR.refusal(Problem("not_legal", {"understood": "buy S1-08 gold red"}))
    assert refused == "“buy white, 1 point gold red” is not a legal move here."
    assert SPLENDOR.understood_words("noble N-04") == "noble 4 green, 4 red"
    with override("fr"):
        assert SPLENDOR.understood_words("post T3") == "comptoir or double"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_verbs_that_are_told_are_verbs_that_are_read(language: str) -> None:
    for verb, written in table_in("splendor", "verbs").items():
        with override(language):
            assert SPLENDOR.understood_words(verb) in written.split()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_text_that_is_refused_gets_a_sentence(language: str) -> None:
    position = table()
    for text in ("xyzzy", "buy", "take red", "pass", "keep 1", "noble", "take?", "not 2.1"):
        problem = read_turn(GAME, position, position.seat, text, language).problem
        assert problem is not None, text
        with override(language):
            assert SPLENDOR.refusal(problem)
