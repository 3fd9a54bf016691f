"""What holds for any text at all, and at any point of any game."""

import random
import re
from collections import Counter
from collections.abc import Sequence
from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.reading.courtesy import WORDS as COURTESY
from engine.reading.tokens import plain
from engine.splendor import GAME
from engine.splendor.options import option_of
from engine.splendor.position import PHASES, Position
from engine.splendor.reading.reader import read
from engine.splendor.reading.words import LEXICON
from engine.turn import read_turn
from tests.engine.splendor.reading import reader_positions
from tests.engine.splendor.reading.phrases import LANGUAGES, Phrase, phrases
from tests.engine.splendor.reading.reader_positions import EVERYWHERE, answer
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
WORDS = st.one_of(
    st.sampled_from([word.replace("_", " ") for word in sorted(KINDS)] + ["or", "b", "not", "o"]),
    st.sampled_from(sorted(COURTESY) + sorted(LEXICON.moods)[::9]),
    st.from_regex(r"[0-4][.,][0-6]|r[0-4]|N-?[01][0-9]|T[0-6]|S[1-3]-[0-4][0-9]", fullmatch=True),
    st.sampled_from(["-", ";", ",", ".", "..", "1", "2", "3", "12", "deck2", "2e", "s2-4"]),
)
TEXTS = st.one_of(st.text(), st.lists(WORDS, max_size=8).map(" ".join))
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


@given(position=st.sampled_from(EVERYWHERE), text=TEXTS, language=st.sampled_from([None, "fr"]))
@settings(max_examples=400, deadline=None)
def test_any_text_has_an_answer(position: Position, text: str, language: str | None) -> None:
    assert_answered(answer(position, text, language), GAME.legal(position))


def assert_accounted_for(text: str, moves: Sequence[str]) -> None:
    """Every word is known, none forbids to play, and no colour is moved that was not named."""
    assert_words_known(text, LEXICON)
    written = words_of(text)
    options = [option_of(move) for move in moves]
    named = {meaning for word in written for kind, meaning in LEXICON.long_forms(word)}
    named |= {KINDS[word][1] for word in written if word in KINDS}
    named |= {"gold"} if "or" in written else set()
    for option in options:
        if option.verb in ("take", "extra", "discard") and option.colours:
            assert {*option.colours} <= named, (text, option)
    cards = {option.card for option in options if option.card}
    for card in re.findall(r"\bs[123]-[0-9]{2}\b", plain(text)):
        assert card.upper() in cards or any(option.verb == "keep" for option in options)


@given(position=st.sampled_from(EVERYWHERE), text=TEXTS)
@settings(max_examples=300, deadline=None)
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
    if p.why in ("negation", "question", "condition")
    and LEXICON.moods.keys() & set(words_of(p.text))
]


@given(phrase=st.sampled_from(PLAYED_PHRASES), chance=st.randoms(use_true_random=False))
@settings(max_examples=300, deadline=None)
def test_shuffled_words_are_read_only_as_what_they_say(
    phrase: Phrase, chance: random.Random
) -> None:
    text = shuffled(phrase.text, chance)
    moves = read_turn(GAME, getattr(reader_positions, phrase.position), 0, text).moves
    if moves:
        assert_accounted_for(text, moves)


@given(phrase=st.sampled_from(FORBIDDEN), chance=st.randoms(use_true_random=False))
@settings(max_examples=150, deadline=None)
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


def test_texts_that_are_hard_on_programs_have_an_answer_too() -> None:
    for text in HARD:
        assert answer(EVERYWHERE[1], text).move is None
        assert answer(reader_positions.KEEP, text).move is None
