"""What follows if a game ends or goes on, as previews say it; and what speaks against it."""

from django.utils.translation import gettext

from duel.errors import NotOver, TooLate
from duel.games.results import result_of
from duel.record.log import Log
from duel.record.selectors import secret_is_open
from support.decisions.rematching import withdrawal_sentences
from support.decisions.ruling import name_in, names_at
from support.deliverability import turn_sentences


def refuse_if_running(log: Log) -> None:
    """Raise unless the game is over."""
    if log.course.outcome is None:
        raise NotOver


def refuse_if_shown(log: Log) -> None:
    """Raise once the secret of the game was shown: nothing about it is decided any more."""
    if secret_is_open(log.game):
        raise TooLate


def replaced_result(log: Log) -> list[str]:
    """Return what the decision takes the place of, if the game is over already."""
    if log.course.result is None:
        return []
    ended = result_of(log, names_at(log), None)
    return [gettext("How it ended no longer counts: %(result)s") % {"result": ended}]


def secret_stays_closed() -> str:
    """Return what becomes of the secret once the game ends, or ends otherwise."""
    return gettext("The secret of the game stays closed for another dispute period, from now on.")


def goes_on_sentences(log: Log) -> list[str]:
    """Return what it means for a game that is over to go on."""
    seat = log.history.turn.seat
    sentences = [
        *replaced_result(log),
        gettext("%(name)s is to move and has the full time of the turn again.")
        % {"name": name_in(log, seat)},
        *turn_sentences(log.seats[seat].user, log.game),
    ]
    return [*sentences, *stopped_sentences(log), *withdrawal_sentences(log)]


def stopped_sentences(log: Log) -> list[str]:
    """Return what has to be known where the clocks of a game stand still."""
    if not log.course.stopped:
        return []
    return [gettext("Its clocks were stopped and stay so until you resume the game.")]
