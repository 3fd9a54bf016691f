"""What holds for any text at all: an answer, and never more than what is said."""

import random
import re

from hypothesis import given, settings
from hypothesis import strategies as st

from duel.replies.words.asks import AskKind
from duel.replies.words.patterns import tokens_of, without_courtesies
from duel.replies.words.reading import ParsedReply
from engine.reading.tokens import plain
from tests.duel.replies.phrases import Phrase, asks, no_asks
from tests.duel.replies.test_phrases import LANGUAGES, parsed

ASKS = asks()
PLAIN_ASKS = [p for p in ASKS if "\n" not in p.text and not p.ask.word]
WORDS = sorted({word for p in ASKS for word in p.text.split()})
HEADS = [
    "to Bruno Rossi:",
    "à tous :",
    "per me:",
    "note:",
    "order:",
    "operators:",
    "word:",
    "to Eve:",
]
PIECES = st.one_of(
    st.sampled_from([p.text for p in ASKS]),
    st.sampled_from(no_asks()),
    st.sampled_from(HEADS),
    st.sampled_from(WORDS),
    st.text(max_size=12),
    st.sampled_from(["7", "#", "24.12.", "2026-13-45", "99/99", "9999 weeks", "\n", "\n\n", "--"]),
)
TEXTS = st.lists(st.tuples(PIECES, st.sampled_from([" ", "\n", "\n\n", ", "])), max_size=8).map(
    lambda pieces: "".join(piece + gap for piece, gap in pieces)
)


@given(text=st.one_of(st.text(), TEXTS), language=st.sampled_from(LANGUAGES))
@settings(max_examples=500, deadline=None)
def test_any_text_has_an_answer(text: str, language: str) -> None:
    reply = parsed(text, language)
    if reply.problem:
        assert reply == ParsedReply(
            problem=reply.problem, quoted=reply.quoted, candidates=reply.candidates
        )
    parts = (reply.ask, reply.code, reply.turn, reply.notes, reply.memo)
    assert reply.problem or reply.thanks or any(parts)
    assert not (reply.ask and (reply.preview or reply.thanks))
    if reply.ask and (reply.code or reply.turn):
        assert reply.ask.kind == AskKind.ORDER


@given(text=TEXTS)
@settings(max_examples=500, deadline=None)
def test_nothing_is_told_that_was_not_written(text: str) -> None:
    reply = parsed(text)
    written = "".join(plain(text).split())
    texts = [reply.turn, reply.memo, reply.quoted, *(note.text for note in reply.notes)]
    if reply.ask:
        texts += [*reply.ask.texts, reply.ask.word]
    for one in texts:
        for line in one.split("\n"):
            assert "".join(plain(line).split()) in written
    for note in reply.notes:
        assert note.to
        assert 0 not in note.to
    if reply.code:
        assert re.search(rf"(?<!\d){reply.code}(?!\d)", plain(text))


STRANGE = "not never if unless maybe xyzzy pas jamais ou peut-être mai forse oppure senza don't"


@given(
    phrase=st.sampled_from(PLAIN_ASKS),
    word=st.sampled_from(STRANGE.split()),
    chance=st.randoms(use_true_random=False),
)
@settings(max_examples=500, deadline=None)
def test_one_strange_word_anywhere_and_nothing_is_asked_for(
    phrase: Phrase, word: str, chance: random.Random
) -> None:
    if word == "xyzzy" and len(without_courtesies(tokens_of(phrase.text), ())) < len(
        tokens_of(phrase.text)
    ):
        return  # beside a greeting it may be a name
    words = phrase.text.split()
    words.insert(chance.randint(0, len(words)), word)
    assert parsed(" ".join(words)).ask is None


@given(phrase=st.sampled_from(ASKS), other=st.sampled_from(ASKS))
@settings(max_examples=300, deadline=None)
def test_two_asks_are_never_one_of_them(phrase: Phrase, other: Phrase) -> None:
    reply = parsed(f"{phrase.text}\n\n{other.text}")
    assert reply.ask in (None, phrase.ask, other.ask)
    if phrase.ask.kind != other.ask.kind:
        assert reply.ask is None, reply.ask


@given(
    phrase=st.sampled_from([p for p in ASKS if p.ask.kind.startswith("resign")]),
    more=st.sampled_from(["take a1 b1 c1", "7", "to Bruno Rossi: gg", "to me: so be it", "show"]),
    before=st.booleans(),
)
@settings(max_examples=100, deadline=None)
def test_nobody_resigns_with_anything_beside(phrase: Phrase, more: str, before: bool) -> None:
    parts = [more, phrase.text] if before else [phrase.text, more]
    reply = parsed("\n\n".join(parts))
    assert reply.ask is None
    assert reply.problem == "resign_with_more"


def test_texts_that_are_hard_on_programs_have_an_answer_too() -> None:
    for text in (
        "\ud800",
        "\x00",
        "9" * 8_000,
        "take back " * 800,
        "take back\n" * 800,
        "to " * 2_600,
        "more time " * 800,
        "2 days and " * 700,
        "24.12." * 1_300,
        ":" * 8_000,
        "to a:\n" * 1_300,
        " \n" * 4_000,
    ):
        assert parsed(text).ask in (None, parsed("take back").ask)


def test_a_resignation_is_never_an_order_of_the_phrases_alone() -> None:
    assert {p.ask.kind for p in ASKS if "resign" in p.text} == {
        AskKind.RESIGN,
        AskKind.RESIGN_SURELY,
    }
