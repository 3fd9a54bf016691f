"""Decisions about time: hold, pause, resume, give time."""

from datetime import timedelta

from django.utils import timezone
from django.utils.translation import gettext

from duel.errors import AlreadyStopped, BadTime, ClocksRun
from duel.models import Act, Decision
from duel.notices.intents import ABOUT_LATENESS, call_off_waiting, notice_turn_again
from duel.operators.decisions.ruling import Ruling, deciding, name_in, write_decision
from duel.operators.decisions.settling import or_settles
from duel.operators.deliverability import turn_sentences
from duel.record.log import Log, refuse_if_over
from duel.timekeeping.clocks import LEAST_GIVEN, MOST_GIVEN
from duel.words.time_controls import duration


def preview_hold(log: Log) -> list[str]:
    """Return what a hold will do."""
    _refuse_if_stopped(log)
    return [
        gettext("Both clocks stop at once, and the letter says that we are looking into it."),
        _nothing_falls_due(),
    ]


@or_settles(Act.HOLD)
def hold(ruling: Ruling) -> Decision:
    """Stop both clocks and tell both players that somebody is looking into their game."""
    return _stop(ruling, Act.HOLD)


def preview_pause(log: Log) -> list[str]:
    """Return what a pause will do."""
    _refuse_if_stopped(log)
    return [gettext("Both clocks stop."), _nothing_falls_due()]


def pause(ruling: Ruling) -> Decision:
    """Stop both clocks until the game is resumed."""
    return _stop(ruling, Act.PAUSE)


def preview_resume(log: Log) -> list[str]:
    """Return what resuming will do."""
    refuse_if_over(log)
    if not log.course.stopped:
        raise ClocksRun
    sentences = [gettext("The clocks run on from where they stood.")]
    late = log.course.flagged
    if late is not None:
        told = gettext("%(name)s is still out of time, so the game can be claimed again.")
        sentences.append(told % {"name": name_in(log, late)})
    else:
        seat = log.history.turn.seat
        told = gettext("%(name)s is to move; the turn is brought once more.")
        sentences.append(told % {"name": name_in(log, seat)})
        sentences += turn_sentences(log.seats[seat].user, log.game)
    return sentences


def resume(ruling: Ruling) -> Decision:
    """Let the clocks run again."""
    with deciding(ruling) as log:
        preview_resume(log)
        return write_resumption(log, ruling)


def write_resumption(log: Log, ruling: Ruling) -> Decision:
    """Return the decision by which the clocks run again."""
    now = timezone.now()
    decision = write_decision(log, ruling, Act.RESUME, now=now)
    if log.course.flagged is None:
        notice_turn_again(log, now=now)
    return decision


def preview_extend(log: Log, *, seat: int, seconds: int) -> list[str]:
    """Return what a gift of time will do."""
    refuse_if_over(log)
    name = name_in(log, seat)
    if not LEAST_GIVEN <= timedelta(seconds=seconds) <= MOST_GIVEN:
        raise BadTime
    words = {"name": name, "time": duration(seconds)}
    if log.course.flagged == seat:
        told = gettext("%(name)s is out of time and gets %(time)s from now on, and nothing else.")
    elif log.history.turn.seat == seat:
        told = gettext("%(name)s gets %(time)s more for the turn that is being made.")
    else:
        told = gettext("%(name)s gets %(time)s more for the next turn.")
    return [told % words, gettext("Time that was given cannot be taken back.")]


def extend(ruling: Ruling, *, seat: int, seconds: int) -> Decision:
    """Give a seat more time, as an opponent could; whoever was late no longer is."""
    now = timezone.now()
    with deciding(ruling) as log:
        preview_extend(log, seat=seat, seconds=seconds)
        return write_decision(log, ruling, Act.EXTEND, seat=seat, text=str(seconds), now=now)


def write_stop(log: Log, ruling: Ruling, act: Act) -> Decision:
    """Return the decision by which the clocks stand still."""
    now = timezone.now()
    call_off_waiting(log, now=now, kinds=ABOUT_LATENESS)
    return write_decision(log, ruling, act, now=now)


def _stop(ruling: Ruling, act: Act) -> Decision:
    with deciding(ruling) as log:
        _refuse_if_stopped(log)
        return write_stop(log, ruling, act)


def _refuse_if_stopped(log: Log) -> None:
    refuse_if_over(log)
    if log.course.stopped:
        raise AlreadyStopped


def _nothing_falls_due() -> str:
    return gettext(
        "Nobody is reminded, runs out of time or can claim the game until you resume it; moves "
        "can still be made."
    )
