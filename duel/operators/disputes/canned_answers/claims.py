"""Which answers claim something about the record of a game, and whether that is so."""

from django.utils.translation import gettext

from duel.integrity.replay import check_games
from duel.models import Game
from duel.operators.disputes.canned_answers.situations import Situation

_SOUND = (Situation.FAIR, Situation.NOTHING)
"""They say that the game was replayed, or looked at, and that all of it is as it should be."""


def contradiction(situation: Situation, game: Game) -> str:
    """Return why the answer would not be true of this game, which is replayed for it; or nothing.

    An answer that says what a replay has found is proposed only once there was one.
    """
    if situation in _SOUND and check_games([game.pk]).findings:
        return gettext(
            "This answer would not be true: the replay of this game, made just now, finds that it "
            "is not as it was written."
        )
    if situation is Situation.TAMPERED and not check_games([game.pk]).findings:
        return gettext(
            "This answer would not be true: the replay of this game, made just now, finds it as it "
            "was written."
        )
    return ""
