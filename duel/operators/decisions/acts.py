"""Every act by name: what it will do, and the doing; and which of them fit a game now."""

from collections.abc import Callable
from typing import Any

from accounts.models import User
from duel.integrity.broken import BrokenTable, Table
from duel.models import Act, Decision
from duel.operators.decisions.ending import (
    award,
    cancel,
    preview_award,
    preview_cancel,
    preview_reopen,
    preview_resign,
    preview_timeout,
    preview_void,
    reopen,
    resign_for,
    time_out,
    void,
)
from duel.operators.decisions.playing import play_for, preview_proxy
from duel.operators.decisions.replacing import preview_replace, replace_player
from duel.operators.decisions.returning import preview_rollback, roll_back
from duel.operators.decisions.revoking import preview_revoke
from duel.operators.decisions.ruling import Ruling
from duel.operators.decisions.settling import fitting_settlements, preview_settlement
from duel.operators.decisions.stopping import (
    extend,
    hold,
    pause,
    preview_extend,
    preview_hold,
    preview_pause,
    preview_resume,
    resume,
)
from duel.operators.decisions.words.readers import told_of_replacing, told_sentences
from duel.record.log import Log
from duel.record.selectors import secret_is_open
from duel.record.settlements import is_settled

_ACTS: dict[Act, tuple[Callable[..., list[str]], Callable[..., Decision]]] = {
    Act.HOLD: (preview_hold, hold),
    Act.PAUSE: (preview_pause, pause),
    Act.RESUME: (preview_resume, resume),
    Act.EXTEND: (preview_extend, extend),
    Act.ROLLBACK: (preview_rollback, roll_back),
    Act.AWARD: (preview_award, award),
    Act.VOID: (preview_void, void),
    Act.RESIGN: (preview_resign, resign_for),
    Act.PROXY: (preview_proxy, play_for),
    Act.REPLACE: (preview_replace, replace_player),
    Act.CANCEL: (preview_cancel, cancel),
    Act.REOPEN: (preview_reopen, reopen),
    Act.TIMEOUT: (preview_timeout, time_out),
}


def preview(act: Act, table: Log | BrokenTable, *, operator: User, **arguments: Any) -> list[str]:
    """Return what the act will do and to whom it writes; raise Refused if it cannot be done."""
    if isinstance(table, BrokenTable):
        return [*preview_settlement(act, table, **arguments), *told_sentences(table)]
    if act is Act.PROXY:  # what it may tell depends on who asks
        arguments["operator"] = operator
    foreseen = _ACTS[act][0](table, **arguments)
    told = told_of_replacing if act is Act.REPLACE else _told_as_ever
    return [*foreseen, *told(table, **arguments)]


def preview_taking_back(log: Log, *, decision: Decision) -> list[str]:
    """Return what taking a decision back will do and to whom it writes; raise if it cannot be."""
    foreseen = preview_revoke(log, decision=decision)
    if decision.act != Act.REPLACE or decision.replaced is None:
        return [*foreseen, *told_sentences(log)]
    seat = log.entry(decision.seq).seat or 0
    return [*foreseen, *told_of_replacing(log, seat=seat, by=decision.replaced)]


def decide(act: Act, ruling: Ruling, **arguments: Any) -> Decision:
    """Return the decision after carrying it out; the arguments are those of the act's service."""
    return _ACTS[act][1](ruling, **arguments)


def fitting_acts(log: Log | BrokenTable) -> list[Act]:
    """Return the acts that make sense where the game stands now."""
    if isinstance(log, BrokenTable):
        return fitting_settlements(log)
    if secret_is_open(log.game) or is_settled(log.game):
        return []
    back = [Act.ROLLBACK] if log.course.ply else []
    if log.course.result is not None:
        by = log.course.result["by"]
        again = [Act.REOPEN] if by == ["timeout"] else []
        return [*again, *back, Act.AWARD, *([] if by == ["void"] else [Act.VOID])]
    clocks = [Act.RESUME] if log.course.stopped else [Act.HOLD, Act.PAUSE]
    rest = [Act.PROXY, Act.REPLACE, Act.RESIGN, Act.AWARD, Act.VOID, Act.CANCEL]
    return [*clocks, Act.EXTEND, *back, *rest]


def _told_as_ever(table: Table, **_arguments: Any) -> list[str]:
    return told_sentences(table)
