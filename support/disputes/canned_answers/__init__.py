"""Answers that operators need not write anew, each in the language of its reader.

They are kept here and not in the catalogue of translations: they are proposals, which an operator
reads and changes before they are sent, and a language is corrected as a whole in its own file.
"""

import re
from collections.abc import Collection, Iterator, Mapping
from datetime import datetime

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext

from accounts.models import User
from accounts.models.person import speaking_to
from duel.words.naming import by_the_clock_of, joined
from support.disputes.canned_answers.claims import facts_for
from support.disputes.canned_answers.english import ENGLISH
from support.disputes.canned_answers.french import FRENCH
from support.disputes.canned_answers.italian import ITALIAN
from support.disputes.canned_answers.situations import (
    STATEMENTS,
    AnswerStatement,
    Language,
    Situation,
    Words,
)
from support.disputes.selectors import concerned_in, concerned_seats
from support.models import Dispute

LANGUAGES: Mapping[str, Language] = {"en": ENGLISH, "fr": FRENCH, "it": ITALIAN}

_GAP = re.compile(r"%\(\w+\)s")


def answer_to_reporter(
    dispute: Dispute, situation: Situation, said: Collection[AnswerStatement]
) -> str:
    """Return the words for whoever reported it, in their language, with just these statements."""
    reader, seats = dispute.reporter, dispute.game.seat_count
    parts = [
        (each, words.for_reporter(seats=seats))
        for each, words in _parts(_language(reader), situation, said)
    ]
    others = [str(seat.user or gettext("a player who left")) for seat in concerned_seats(dispute)]
    return _answer(dispute, parts, reader, joined(others))


def answer_to_opponent(
    dispute: Dispute, situation: Situation, said: Collection[AnswerStatement]
) -> str:
    """Return the words for whom it is about; nothing if no statement has any for them.

    Several read the same words: they are in the language of the first of them.
    """
    reader = next(iter(concerned_in(dispute)), None)
    parts = [
        (each, words.to_opponent) for each, words in _parts(_language(reader), situation, said)
    ]
    if not any(each and words for each, words in parts):
        return ""
    return _answer(dispute, parts, reader, str(dispute.reporter or gettext("a player who left")))


def statements_in(dispute: Dispute, *, to_reporter: str, to_opponent: str) -> set[AnswerStatement]:
    """Return the statements whose very words stand in the answer, ticked or not."""
    seats = dispute.game.seat_count
    own = _language(dispute.reporter)
    others = [_language(reader) for reader in concerned_in(dispute)] or [_language(None)]
    return {
        each
        for each in AnswerStatement
        if _stands_in(own.statements[each].for_reporter(seats=seats), to_reporter)
        or any(_stands_in(one.statements[each].to_opponent, to_opponent) for one in others)
    }


def _parts(
    language: Language, situation: Situation, said: Collection[AnswerStatement]
) -> Iterator[tuple[AnswerStatement | None, Words]]:
    for statement in STATEMENTS[situation]:
        if statement in said:
            yield statement, language.statements[statement]
    yield None, language.advice[situation]


def _answer(
    dispute: Dispute,
    parts: list[tuple[AnswerStatement | None, str]],
    reader: User | None,
    other: str,
) -> str:
    """Return one paragraph of what was found and done, and below it what can be done."""
    facts = {
        name: _moment(reader, moment)
        for statement, _words in parts
        if statement is not None
        for name, moment in (facts_for(statement, dispute) or {}).items()
    }
    game = dispute.game
    filling = {
        "opponent": other,
        "commitment": game.commitment,
        "file": settings.SITE_URL + reverse("duel:game-file", args=[game.public_id]),
        "hours": settings.DISPUTE_HOURS,
        **facts,
    }
    stated = " ".join(words % filling for statement, words in parts if statement and words)
    advice = "\n\n".join(words % filling for statement, words in parts if not statement and words)
    return "\n\n".join(filter(None, [stated, advice]))


def _moment(reader: User | None, moment: datetime) -> str:
    if reader is None:
        return moment.isoformat()
    with speaking_to(reader):
        return by_the_clock_of(reader, moment)


def _stands_in(words: str, text: str) -> bool:
    """Return whether the words stand in the text, whatever fills their gaps."""
    if not words:
        return False
    pieces = [re.escape(" ".join(piece.split())) for piece in _GAP.split(words)]
    return re.search(r"\s*.{1,200}?\s*".join(pieces), " ".join(text.split())) is not None


def _language(reader: User | None) -> Language:
    return LANGUAGES.get(reader.language if reader else settings.LANGUAGE_CODE, ENGLISH)
