"""Letting a game end again as it had ended before a decision that is taken back.

The log has no entry that says so: what had ended the game is written once more. Only what players
agreed on cannot be repeated for them; the letters say so.

Kinds of decisions call it when they are taken back.
"""

from collections.abc import Iterator

from django.utils import timezone
from django.utils.translation import gettext

from duel.games.results import result_of, result_sentence
from duel.notices.intents import cancel_waiting_letters, notice_end
from duel.record.events import result_of_entry
from duel.record.log import Log
from engine.kinds import SCORE, Channel, Kind
from support.decisions.consequences import (
    refuse_if_shown,
    replaced_result,
    secret_stays_closed,
    withdraw_rematch,
    withdrawal_sentences,
)
from support.decisions.ruling import (
    DecisionNotice,
    Ruling,
    first_entry_of,
    names_at,
    record_decision,
    settled_by,
)
from support.models import Act, Decision

_REPLACE_AN_END = ("award", "void")
"""What can be written though the game is over."""

_Step = tuple[Kind, int | None, str]


def preview_restoring(log: Log, prior: Log) -> list[str]:
    """Return what it means that the game ends again as it had ended in this earlier state of it."""
    refuse_if_shown(log)
    sentences = replaced_result(log)
    if log.course.ply != prior.course.ply:
        sentence = gettext(
            "The position is that of ply %(ply)d again, in which the game had ended; moves made "
            "since no longer count."
        )
        sentences.append(sentence % {"ply": prior.course.ply})
    sentence = gettext("How it had ended before counts again: %(result)s")
    sentences.append(sentence % {"result": result_of(prior, names_at(log), None)})
    if was_agreed(prior):
        sentences.append(
            gettext(
                "The players had agreed on that. The log cannot say so in their name: it says that "
                "an operator called the game off, and their letters tell why."
            )
        )
    if _sets_clocks_going(log, prior):
        sentences.append(gettext("The clocks, which stand still now, are let go for that."))
    return [*sentences, secret_stays_closed(), *withdrawal_sentences(log)]


def restore_end(ruling: Ruling, log: Log, prior: Log) -> Decision:
    """Return the decision by which the game has ended again as in this earlier state of it."""
    now = timezone.now()
    cancel_waiting_letters(log, now=now)
    withdraw_rematch(log)
    steps = list(_steps(log, prior))
    for kind, seat, text in steps:
        log.append(kind, seat=seat, text=text, channel=Channel.OPERATOR, time=now)
    decision = record_decision(log, ruling, Act(steps[-1][0].value), now=now)
    notice_end(log, now=now)
    return decision


def was_agreed(prior: Log) -> bool:
    """Return whether the players had agreed to call the game off."""
    last = prior.entries[-1]
    return (prior.course.result or {}).get("by") == ["cancel"] and last.text == "agreed"


def ended_again(notice: DecisionNotice) -> list[str]:
    """Return that the game has ended as it had ended before, and what the log cannot say of it."""
    before = notice.log.entry(notice.decision.seq - 1)
    result = result_sentence(
        notice.log.game,
        result_of_entry(notice.entry, seats=len(notice.names)),
        notice.names,
        notice.viewer,
        is_unreachable=before.kind == Kind.FLAG and before.time == notice.entry.time,
    )
    sentences = [gettext("How your game had ended before counts again: %(result)s")]
    if _had_agreed(notice):
        sentences.append(
            gettext(
                "The two of you had agreed on that; the record of the game now says that an "
                "operator called it off, as nobody else can agree in your name."
            )
        )
    return [sentence % {"result": result} for sentence in sentences]


def _had_agreed(notice: DecisionNotice) -> bool:
    """Return whether the end that is restored was an agreement of the players."""
    if notice.entry.kind != Kind.CANCEL or notice.decision.revokes is None:
        return False
    before = first_entry_of(notice.log, notice.decision.revokes)
    ended = settled_by(notice.log, before=before)
    return ended is not None and ended.text == "agreed"


def _steps(log: Log, prior: Log) -> Iterator[_Step]:
    """Yield the entries that lead to how the game had ended; the last one ends it."""
    # Raises nothing: whether they can be written is for the engine to say.
    (by,) = prior.course.result["by"]  # type: ignore[index]
    if log.course.ply != prior.course.ply:
        yield Kind.ROLLBACK, None, str(prior.course.ply)
    elif log.course.outcome is not None and by not in _REPLACE_AN_END:
        yield Kind.REOPEN, None, ""
    if prior.course.game.outcome(prior.course.position) == prior.course.outcome:
        return  # a seat had left, and the position says it again
    if _sets_clocks_going(log, prior):
        yield Kind.RESUME, None, ""
    winners = list(prior.course.result["winners"])  # type: ignore[index]
    loser = next((seat.number for seat in log.seats if seat.number not in winners), None)
    match by:
        case "award":
            yield Kind.AWARD, None, " ".join(map(str, winners))
        case "void":
            yield Kind.VOID, None, ""
        case "cancel":
            why = prior.entries[-1].text
            yield Kind.CANCEL, None, "operator" if was_agreed(prior) else why
        case "resign":
            yield Kind.RESIGN, loser, ""
        case "score":
            left = next(each for each in reversed(prior.entries) if each.kind == Kind.RETIRE)
            yield Kind.RETIRE, left.seat, SCORE
        case _:
            if _was_unreachable(prior):
                yield from _out_of_reach(log, prior.history.turn.seat)
            yield Kind.TIMEOUT, loser, ""


def _out_of_reach(log: Log, late: int) -> Iterator[_Step]:
    """Yield what says once more why the time was up: letters had come back for too long."""
    if not log.history.is_bouncing(late):  # that was over when it was no longer their turn
        yield Kind.BOUNCE, late, "begin"
    yield Kind.FLAG, late, ""


def _was_unreachable(prior: Log) -> bool:
    """Return whether the game was claimed because letters to the loser kept coming back."""
    is_timeout = (prior.course.result or {}).get("by") == ["timeout"]
    return is_timeout and prior.history.is_unreachable(prior.history.turn.seat)


def _sets_clocks_going(log: Log, prior: Log) -> bool:
    """Return whether clocks stand still that must run for somebody to be out of time."""
    return log.course.stopped and (prior.course.result or {}).get("by") == ["timeout"]
