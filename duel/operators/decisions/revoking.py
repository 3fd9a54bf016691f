"""Taking a decision back by a later one that does the opposite."""

from collections.abc import Callable
from dataclasses import replace

from django.db import transaction
from django.utils.translation import gettext

from duel.errors import AlreadyRevoked, CannotRevoke, OpponentHasLeft, Superseded, UnknownGame
from duel.lobby.active_users import lock_players
from duel.models import Act, Decision
from duel.operators.decisions.ending import (
    goes_on_sentences,
    refuse_if_running,
    refuse_if_shown,
    write_reopening,
)
from duel.operators.decisions.replacing import preview_replace, replace_player
from duel.operators.decisions.returning import preview_rollback, roll_back
from duel.operators.decisions.ruling import Ruling, deciding
from duel.operators.decisions.stopping import pause, preview_pause, preview_resume, resume
from duel.record.events import ply_before
from duel.record.log import Log
from engine.kinds import Kind
from engine.record import Entry

_ENDS = frozenset({Kind.AWARD, Kind.VOID, Kind.CANCEL, Kind.RESIGN, Kind.TIMEOUT, Kind.CLAIM})
_STOPS = frozenset({Kind.HOLD, Kind.PAUSE, Kind.RESUME})


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
    """Return the decision that takes this one back."""
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
    return resume(ruling)


def _preview_stopping_again(log: Log, decision: Decision) -> list[str]:
    _refuse_if_superseded(log, decision, by=_STOPS)
    return preview_pause(log)


def _stop_again(ruling: Ruling, log: Log, decision: Decision) -> Decision:
    return pause(ruling)


def _preview_going_on(log: Log, decision: Decision) -> list[str]:
    refuse_if_running(log)
    refuse_if_shown(log)
    _refuse_if_superseded(log, decision, by=_ENDS)
    return goes_on_sentences(log)


def _go_on(ruling: Ruling, log: Log, decision: Decision) -> Decision:
    return write_reopening(log, ruling)


def _preview_return(log: Log, decision: Decision) -> list[str]:
    sentences = preview_rollback(log, ply=_ply_before(log, decision))
    if decision.act == Act.ROLLBACK:
        sentences.append(
            gettext("If the game was over before it was set back, how it ended is not restored.")
        )
    return sentences


def _return(ruling: Ruling, log: Log, decision: Decision) -> Decision:
    return roll_back(ruling, ply=_ply_before(log, decision))


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
    return replace_player(ruling, seat=_entry_of(log, decision).seat or 0, by=decision.replaced)


def _entry_of(log: Log, decision: Decision) -> Entry:
    return log.entries[decision.seq - 1]


def _refuse_if_superseded(log: Log, decision: Decision, *, by: frozenset[Kind]) -> None:
    """Raise if a later entry of one of these kinds has decided the same otherwise."""
    if any(Kind(entry.kind) in by for entry in log.entries[decision.seq :]):
        raise Superseded


def _ply_before(log: Log, decision: Decision) -> int:
    """Return the ply at which the game stood when the decision was made."""
    return ply_before(log.entries[: decision.seq])


_Preview = Callable[[Log, Decision], list[str]]
_CarryOut = Callable[[Ruling, Log, Decision], Decision]

# Not here: time that was given stays given, and how a reopened game had ended is not known any
# more: it is awarded instead.
_OPPOSITES: dict[str, tuple[_Preview, _CarryOut]] = {
    Act.HOLD: (_preview_running_again, _run_again),
    Act.PAUSE: (_preview_running_again, _run_again),
    Act.RESUME: (_preview_stopping_again, _stop_again),
    Act.AWARD: (_preview_going_on, _go_on),
    Act.VOID: (_preview_going_on, _go_on),
    Act.CANCEL: (_preview_going_on, _go_on),
    Act.RESIGN: (_preview_going_on, _go_on),
    Act.ROLLBACK: (_preview_return, _return),
    Act.PROXY: (_preview_return, _return),
    Act.REPLACE: (_preview_seating_again, _seat_again),
}
