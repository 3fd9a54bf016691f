"""The tables of what people write in replies: nothing is parsed wrong, what is clear is parsed."""

from collections import Counter

import pytest
from django.conf import settings

from duel.replies.words.asks import AskKind
from duel.replies.words.reading import ParsedReply, parse_reply
from tests.duel.replies.phrases import NAMES, TODAY, asks, no_asks

LANGUAGES = tuple(code for code, _ in settings.LANGUAGES)
HEADED = {AskKind.ORDER, AskKind.TROUBLE}
"""Asks that have a heading instead of phrases."""

MANY = (AskKind.TAKE_BACK, AskKind.MORE_TIME, AskKind.HOLIDAY)


def parsed(text: str, language: str = "en") -> ParsedReply:
    """Return what Ada's reply asks for."""
    return parse_reply(text, language=language, names=NAMES, seat=0, today=TODAY)


def test_the_tables_are_large() -> None:
    counts = Counter(phrase.ask.kind for phrase in asks())
    assert set(counts) == set(AskKind) - HEADED
    assert min(counts.values()) >= 10
    assert sum(counts.values()) >= 500
    assert all(counts[kind] >= 40 for kind in MANY)
    assert len(set(no_asks())) == len(no_asks()) >= 150


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_asked_for_is_heard_whatever_the_reader_speaks(language: str) -> None:
    wrong = [p for p in asks() if parsed(p.text, language) != ParsedReply(ask=p.ask)]
    assert wrong == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_not_asked_for_is_not_heard(language: str) -> None:
    wrong = [(text, parsed(text, language).ask) for text in no_asks()]
    assert [one for one in wrong if one[1] is not None] == []
