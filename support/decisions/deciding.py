"""Deciding, whatever it is: what a decision will do, the doing, and what players read of it."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext

from accounts.models import User
from duel.errors import BrokenGame
from duel.integrity.broken_table import BrokenTable
from duel.record.ends import restores_an_end
from duel.record.log import Log
from duel.record.selectors import secret_is_open
from support.decisions.base import DecisionNotice, every_kind, kind_of
from support.decisions.consequences import told_sentences
from support.decisions.restoring import ended_again
from support.decisions.ruling import Ruling
from support.decisions.settling import SETTLES, fits_without_log, preview_settlement, settle
from support.models import Act, Decision


def preview(act: Act, table: Log | BrokenTable, *, operator: User, **arguments: Any) -> list[str]:
    """Return what the decision will do and to whom it writes; raise Refused if it cannot be."""
    kind = kind_of(act)
    if isinstance(table, BrokenTable):
        return [*preview_settlement(kind, table, **arguments), *told_sentences(table)]
    return [*kind.preview_for(operator, table, **arguments), *kind.recipients(table, **arguments)]


def decide(act: Act, ruling: Ruling, **arguments: Any) -> Decision:
    """Return the decision after carrying it out; the arguments are what its form asks for.

    Where the record is broken, it is a settlement beside the log, if it can be decided so.
    """
    kind = kind_of(act)
    try:
        return kind.carry_out(ruling, **arguments)
    except BrokenGame:
        if act not in SETTLES:
            raise
        return settle(kind, ruling, **arguments)


def fitting_acts(table: Log | BrokenTable) -> list[Act]:
    """Return what it makes sense to decide where the game stands now."""
    if isinstance(table, BrokenTable):
        return [kind.act for kind in every_kind() if fits_without_log(kind, table)]
    if secret_is_open(table.game) or table.game.is_settled:
        return []
    return [kind.act for kind in every_kind() if kind.fits(table)]


def decision_sentences(
    decision: Decision, log: Log, names: Sequence[str], viewer: int | None
) -> list[str]:
    """Return what was decided, to the player in that seat (None: a spectator).

    Nothing is in it that the seat may not know.
    """
    notice = DecisionNotice(decision, log.entry(decision.seq), log, names, viewer)
    kind = kind_of(decision.act)
    if decision.revokes is None:
        return kind.words(notice)
    words = {"decision": decision.revokes.get_act_display()}
    is_end = restores_an_end(decision, notice.entry)
    return [
        gettext("An operator takes a decision back (%(decision)s).") % words,
        *(ended_again(notice) if is_end else kind.words(notice)),
    ]
