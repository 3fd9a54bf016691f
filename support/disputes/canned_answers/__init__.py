"""Prepared answers to reports, proposals in each reader's language; form and handling call it."""

import re
from collections.abc import Callable, Collection
from datetime import datetime
from functools import partial
from operator import attrgetter

from django.conf import settings
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext, override

from accounts.models import User
from accounts.models.person import speaking_to
from duel.words.naming import by_the_clock_of, joined
from support.disputes.canned_answers.claims import facts_for
from support.disputes.canned_answers.situations import (
    ADVICE,
    STATEMENT_WORDS,
    STATEMENTS,
    AnswerStatement,
    Situation,
    StatementWords,
)
from support.disputes.selectors import concerned_in, concerned_seats
from support.models import Dispute

_GAP = re.compile(r"%\(\w+\)s")


def answer_to_reporter(
    dispute: Dispute, situation: Situation, stated: Collection[AnswerStatement]
) -> str:
    """Return the answer to the reporter, in their language, with just these statements."""
    reader, seats = dispute.reporter, dispute.game.seat_count
    others = [str(seat.user or gettext("a player who left")) for seat in concerned_seats(dispute)]
    pick = partial(StatementWords.for_reporter, seats=seats)
    return _answer(dispute, situation, stated, reader=reader, other=joined(others), pick=pick)


def answer_to_opponent(
    dispute: Dispute, situation: Situation, stated: Collection[AnswerStatement]
) -> str:
    """Return the answer to the player it is about; empty if no statement has words for them."""
    # Several read the same words: they are in the language of the first of them.
    if not any(
        each in stated and STATEMENT_WORDS[each].to_opponent for each in STATEMENTS[situation]
    ):
        return ""
    reader = next(iter(concerned_in(dispute)), None)
    other = str(dispute.reporter or gettext("a player who left"))
    return _answer(
        dispute, situation, stated, reader=reader, other=other, pick=attrgetter("to_opponent")
    )


def statements_in(dispute: Dispute, *, to_reporter: str, to_opponent: str) -> set[AnswerStatement]:
    """Return the statements whose very words stand in the answer, ticked or not."""
    seats, own = dispute.game.seat_count, language_of(dispute.reporter)
    others = [language_of(reader) for reader in concerned_in(dispute)] or [language_of(None)]
    return {
        each
        for each, words in STATEMENT_WORDS.items()
        if _stands_in(words_in(own, words.for_reporter(seats=seats)), to_reporter)
        or any(_stands_in(words_in(one, words.to_opponent), to_opponent) for one in others)
    }


def _answer(
    dispute: Dispute,
    situation: Situation,
    stated: Collection[AnswerStatement],
    *,
    reader: User | None,
    other: str,
    pick: Callable[[StatementWords], Promise | str],
) -> str:
    """Return one paragraph of what was found and done, and below it what can be done."""
    statements = [each for each in STATEMENTS[situation] if each in stated]
    facts = {
        name: _moment(reader, moment)
        for statement in statements
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
    language = language_of(reader)
    sentences = [words_in(language, pick(STATEMENT_WORDS[each])) for each in statements]
    advice = words_in(language, pick(ADVICE[situation]))
    paragraph = " ".join(words % filling for words in sentences if words)
    return "\n\n".join(filter(None, [paragraph, advice % filling]))


def _moment(reader: User | None, moment: datetime) -> str:
    if reader is None:
        return moment.isoformat()
    with speaking_to(reader):
        return by_the_clock_of(reader, moment)


def _stands_in(words: str, text: str) -> bool:
    """Return whether the text contains the words, with anything in their gaps."""
    if not words:
        return False
    pieces = [re.escape(" ".join(piece.split())) for piece in _GAP.split(words)]
    return re.search(r"\s*.{1,200}?\s*".join(pieces), " ".join(text.split())) is not None


def language_of(reader: User | None) -> str:
    """Return in which language somebody reads; of nobody, that of the service."""
    return reader.language if reader else settings.LANGUAGE_CODE


def words_in(language: str, words: Promise | str) -> str:
    """Return the words in this language."""
    with override(language):
        return str(words)
