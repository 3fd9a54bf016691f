"""Taking a decision back by a later one, so that the game stands as it stood before."""

from collections.abc import Callable
from dataclasses import replace

from django.db import transaction

from duel.errors import AlreadyRevoked, CannotRevoke, OpponentHasLeft, Superseded, UnknownGame
from duel.lobby.active_users import lock_players
from duel.models import Act, Decision
from duel.operators.decisions.ending import (
    goes_on_sentences,
    refuse_if_running,
    refuse_if_shown,
    write_reopening,
)
from duel.operators.decisions.replacing import preview_replace, write_replacement
from duel.operators.decisions.restoring import preview_restoring, restore_end
from duel.operators.decisions.returning import preview_rollback, write_rollback
from duel.operators.decisions.ruling import Ruling, deciding
from duel.operators.decisions.stopping import (
    preview_pause,
    preview_resume,
    write_resumption,
    write_stop,
)
from duel.record.ends import first_entry_of, is_in_effect
from duel.record.log import Log, log_before
from engine.kinds import Kind
from engine.record import Entry

_STOPS = frozenset({Kind.HOLD, Kind.PAUSE, Kind.RESUME})
_NEWCOMERS = frozenset({Kind.REPLACE})
"""Whoever has come since does not lose a game that another has lost."""


def can_be_revoked(decision: Decision) -> bool:
    """Return whether a decision is of a kind that can be taken back, and was not yet."""
    is_entry = decision.settlement_id is None  # what stands beside the log stays
    return is_entry and decision.act in _OPPOSITES and getattr(decision, "revoked_by", None) is None


def preview_revoke(log: Log, *, decision: Decision) -> list[str]:
    """Return what taking this decision back will do."""
    if decision.game_id != log.game.pk:
        raise UnknownGame
    if decision.act not in _OPPOSITES or decision.settlement_id is not None:
        raise CannotRevoke
    if Decision.objects.filter(revokes=decision).exists():
        raise AlreadyRevoked
    preview, _ = _OPPOSITES[decision.act]
    return preview(log, decision)


@transaction.atomic
def revoke(ruling: Ruling, *, decision: Decision) -> Decision:
    """Return the decision that takes this one back.

    It is all written to one log: columns that another one wrote meanwhile would be overwritten.
    """
    if decision.replaced is not None:  # who gets the seat again
        lock_players(ruling.public_id, newcomer=decision.replaced)
    with deciding(ruling) as log:
        preview_revoke(log, decision=decision)
        _, carry_out = _OPPOSITES[decision.act]
        return carry_out(replace(ruling, revokes=decision), log, decision)


def _preview_running_again(log: Log, decision: Decision) -> list[str]:
    _refuse_if_superseded(log, decision, by=_STOPS)
    return preview_resume(log)


def _run_again(ruling: Ruling, log: Log, decision: Decision) -> Decision:
    return write_resumption(log, ruling)


def _preview_stopping_again(log: Log, decision: Decision) -> list[str]:
    _refuse_if_superseded(log, decision, by=_STOPS)
    return preview_pause(log)


def _stop_again(ruling: Ruling, log: Log, decision: Decision) -> Decision:
    return write_stop(log, ruling, Act.PAUSE)


def _preview_end_taken_back(log: Log, decision: Decision) -> list[str]:
    refuse_if_running(log)
    return _preview_settled_otherwise(log, decision)


def _preview_settled_otherwise(log: Log, decision: Decision) -> list[str]:
    if not is_in_effect(log, decision):
        raise Superseded
    return _preview_going_back(log, decision)


def _preview_going_back(log: Log, decision: Decision) -> list[str]:
    """Return what it means that the game stands as it stood before the decision."""
    refuse_if_shown(log)
    prior = _log_before(log, decision)
    if prior.course.outcome is not None:
        _refuse_if_superseded(log, decision, by=_NEWCOMERS)
        return preview_restoring(log, prior)
    if log.course.ply != prior.course.ply:
        return preview_rollback(log, ply=prior.course.ply)
    return goes_on_sentences(log)


def _go_back(ruling: Ruling, log: Log, decision: Decision) -> Decision:
    prior = _log_before(log, decision)
    if prior.course.outcome is not None:
        return restore_end(ruling, log, prior)
    if log.course.ply != prior.course.ply:
        return write_rollback(log, ruling, ply=prior.course.ply)
    return write_reopening(log, ruling)


def _preview_seating_again(log: Log, decision: Decision) -> list[str]:
    entry = _entry_of(log, decision)
    if decision.replaced is None:
        raise OpponentHasLeft
    if log.seats[entry.seat or 0].person != entry.text:
        raise Superseded
    return preview_replace(log, seat=entry.seat or 0, by=decision.replaced)


def _seat_again(ruling: Ruling, log: Log, decision: Decision) -> Decision:
    if decision.replaced is None:
        raise OpponentHasLeft
    seat = _entry_of(log, decision).seat or 0
    return write_replacement(log, ruling, seat=seat, by=decision.replaced)


def _entry_of(log: Log, decision: Decision) -> Entry:
    return log.entries[decision.seq - 1]


def _refuse_if_superseded(log: Log, decision: Decision, *, by: frozenset[Kind]) -> None:
    """Raise if a later entry of one of these kinds has decided the same otherwise."""
    if any(Kind(entry.kind) in by for entry in log.entries[decision.seq :]):
        raise Superseded


def _log_before(log: Log, decision: Decision) -> Log:
    """Return the log as it was when the decision was made."""
    return log_before(log, first_entry_of(log, decision))


_Preview = Callable[[Log, Decision], list[str]]
_CarryOut = Callable[[Ruling, Log, Decision], Decision]

# Not here: time that was given stays given.
_OPPOSITES: dict[str, tuple[_Preview, _CarryOut]] = {
    Act.HOLD: (_preview_running_again, _run_again),
    Act.PAUSE: (_preview_running_again, _run_again),
    Act.RESUME: (_preview_stopping_again, _stop_again),
    Act.AWARD: (_preview_end_taken_back, _go_back),
    Act.VOID: (_preview_end_taken_back, _go_back),
    Act.CANCEL: (_preview_end_taken_back, _go_back),
    Act.RESIGN: (_preview_end_taken_back, _go_back),
    Act.TIMEOUT: (_preview_end_taken_back, _go_back),
    Act.REOPEN: (_preview_settled_otherwise, _go_back),
    Act.ROLLBACK: (_preview_going_back, _go_back),
    Act.PROXY: (_preview_going_back, _go_back),
    Act.REPLACE: (_preview_seating_again, _seat_again),
}
