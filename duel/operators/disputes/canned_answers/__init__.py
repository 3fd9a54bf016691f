"""Answers that operators need not write anew, each in the language of its reader.

They are kept here and not in the catalogue of translations: they are proposals, which an operator
reads and changes before they are sent, and a language is corrected as a whole in its own file.
"""

from collections.abc import Mapping

from django.conf import settings
from django.urls import reverse

from duel.models import Game
from duel.operators.disputes.canned_answers.english import ENGLISH
from duel.operators.disputes.canned_answers.french import FRENCH
from duel.operators.disputes.canned_answers.italian import ITALIAN
from duel.operators.disputes.canned_answers.situations import Answer, Situation

ANSWERS: Mapping[str, Mapping[Situation, Answer]] = {"en": ENGLISH, "fr": FRENCH, "it": ITALIAN}


def answer_to_reporter(situation: Situation, language: str, game: Game, *, opponent: str) -> str:
    """Return the words for whoever reported it, in their language."""
    return _filled(_answer(situation, language).to_reporter, game, opponent)


def answer_to_opponent(situation: Situation, language: str, game: Game, *, opponent: str) -> str:
    """Return the words for the other player, in their language; `opponent` is the reporter."""
    return _filled(_answer(situation, language).to_opponent, game, opponent)


def _answer(situation: Situation, language: str) -> Answer:
    return ANSWERS.get(language, ENGLISH)[situation]


def _filled(words: str, game: Game, opponent: str) -> str:
    return words % {
        "opponent": opponent,
        "commitment": game.commitment,
        "file": settings.SITE_URL + reverse("duel:game-file", args=[game.public_id]),
        "hours": settings.DISPUTE_HOURS,
    }
