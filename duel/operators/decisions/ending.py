"""Decisions about how a game ends: award, void, cancel, resign for a player, reopen."""

from collections.abc import Collection
from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext

from duel.errors import NobodyWins, NotEndedByTheClock, NotOver, Refused, TooLate
from duel.games.results import result_of, result_sentence
from duel.models import Act, Decision
from duel.notices.intents import call_off_waiting, notice_end, notice_turn_again
from duel.operators.decisions.rematching import (
    keep_proposer,
    propose_again,
    rematch_sentence,
    withdraw_rematch,
    withdrawal_sentences,
)
from duel.operators.decisions.ruling import Ruling, deciding, name_in, names_at, write_decision
from duel.operators.decisions.settling import or_settles
from duel.operators.deliverability import turn_sentences
from duel.record.log import Log, refuse_if_over
from duel.record.selectors import secret_is_open


def preview_award(log: Log, *, winners: Collection[int]) -> list[str]:
    """Return what an award will do."""
    refuse_if_shown(log)
    if not winners or not set(winners) <= set(range(len(log.seats))):
        raise NobodyWins
    result = {"winners": sorted(set(winners)), "by": ["award"]}
    told = result_sentence(log.game, result, names_at(log), None)
    return [*replaced_result(log), told, secret_stays_closed(), *withdrawal_sentences(log)]


@or_settles(Act.AWARD)
def award(ruling: Ruling, *, winners: Collection[int]) -> Decision:
    """Let these seats win, whether the game still runs or ended otherwise."""
    text = " ".join(map(str, sorted(set(winners))))
    now = timezone.now()
    with deciding(ruling) as log:
        preview_award(log, winners=winners)
        withdraw_rematch(log)
        return _end(log, ruling, Act.AWARD, text=text, now=now)


def preview_void(log: Log, *, rematch: bool = False) -> list[str]:
    """Return what declaring the game void will do."""
    refuse_if_shown(log)
    void = result_sentence(log.game, {"winners": [], "by": ["void"]}, names_at(log), None)
    sentences = [*replaced_result(log), void, secret_stays_closed()]
    return [*sentences, rematch_sentence(log)] if rematch else sentences


@or_settles(Act.VOID)
@transaction.atomic
def void(ruling: Ruling, *, rematch: bool = False) -> Decision:
    """Declare that the game does not count; with a rematch, a new one is proposed at once."""
    now = timezone.now()
    if rematch:
        keep_proposer(ruling.public_id)
    with deciding(ruling) as log:
        preview_void(log, rematch=rematch)
        decision = _end(log, ruling, Act.VOID, now=now)
    if rematch:
        propose_again(log)
    return decision


def preview_cancel(log: Log) -> list[str]:
    """Return what calling the game off will do."""
    refuse_if_over(log)
    return [result_sentence(log.game, {"winners": [], "by": ["cancel"]}, names_at(log), None)]


@or_settles(Act.CANCEL)
def cancel(ruling: Ruling) -> Decision:
    """Call a running game off; nobody wins."""
    now = timezone.now()
    with deciding(ruling) as log:
        preview_cancel(log)
        return _end(log, ruling, Act.CANCEL, text="operator", now=now)


def preview_resign(log: Log, *, seat: int) -> list[str]:
    """Return what resigning for a player will do."""
    refuse_if_over(log)
    name_in(log, seat)
    winners = [each.number for each in log.seats if each.number != seat]
    return [result_sentence(log.game, {"winners": winners, "by": ["resign"]}, names_at(log), None)]


@or_settles(Act.RESIGN)
def resign_for(ruling: Ruling, *, seat: int) -> Decision:
    """Resign for a player who has asked for it; they are told as well."""
    now = timezone.now()
    with deciding(ruling) as log:
        preview_resign(log, seat=seat)
        return _end(log, ruling, Act.RESIGN, seat=seat, now=now)


def preview_reopen(log: Log) -> list[str]:
    """Return what reopening a game that the clock has ended will do."""
    refuse_if_running(log)
    refuse_if_shown(log)
    if (log.course.result or {}).get("by") != ["timeout"]:
        raise NotEndedByTheClock
    return goes_on_sentences(log)


def reopen(ruling: Ruling) -> Decision:
    """Let a game that the clock has ended go on; the turn has its full time again."""
    with deciding(ruling) as log:
        preview_reopen(log)
        return write_reopening(log, ruling)


def preview_timeout(log: Log) -> list[str]:
    """Raise: that somebody is out of time is for the clock to say."""
    raise Refused


def time_out(ruling: Ruling) -> Decision:
    """Raise: a game is lost on time again only if what took the place of that is taken back."""
    raise Refused


def write_reopening(log: Log, ruling: Ruling) -> Decision:
    """Return the decision by which a game that is over goes on."""
    now = timezone.now()
    withdraw_rematch(log)
    decision = write_decision(log, ruling, Act.REOPEN, now=now)
    call_off_waiting(log, now=now)
    notice_turn_again(log, now=now)
    return decision


def goes_on_sentences(log: Log) -> list[str]:
    """Return what it means for a game that is over to go on."""
    ended = result_of(log, names_at(log), None)
    seat = log.history.turn.seat
    sentences = [
        gettext("How it ended no longer counts: %(result)s") % {"result": ended},
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


def refuse_if_running(log: Log) -> None:
    """Raise unless the game is over."""
    if log.course.outcome is None:
        raise NotOver


def refuse_if_shown(log: Log) -> None:
    """Raise once the secret of the game was shown: nothing about it is decided any more."""
    if secret_is_open(log.game):
        raise TooLate


def _end(
    log: Log,
    ruling: Ruling,
    act: Act,
    *,
    now: datetime,
    seat: int | None = None,
    text: str = "",
) -> Decision:
    call_off_waiting(log, now=now)
    decision = write_decision(log, ruling, act, seat=seat, text=text, now=now)
    notice_end(log, now=now)
    return decision


def replaced_result(log: Log) -> list[str]:
    """Return what the decision takes the place of, if the game is over already."""
    if log.course.result is None:
        return []
    ended = result_of(log, names_at(log), None)
    return [gettext("How it ended no longer counts: %(result)s") % {"result": ended}]


def secret_stays_closed() -> str:
    """Return what becomes of the secret once the game ends, or ends otherwise."""
    return gettext("The secret of the game stays closed for another dispute period, from now on.")
