"""Deciding about a game whose record is broken: nothing is appended to its log.

A settlement stands in the place of the entry, and the columns of the game follow it. So a game can
be held or ended; whatever needs a position cannot be done.
"""

from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext

from accounts.audit import note_act
from accounts.models import User
from duel.errors import GameIsOver, RecordIsDamaged, Refused, Stale, TooLate
from duel.games.results import result_sentence
from duel.integrity.broken_table import BrokenTable, broken_table
from duel.record.selectors import secret_is_open
from duel.record.settlements import follow_settlement
from support.conflicts import refuse_own_game
from support.decisions.base import DecisionKind, kind_of
from support.decisions.consequences import (
    keep_proposer,
    propose_again,
    rematch_sentence,
    secret_stays_closed,
    withdraw_rematch,
    withdrawal_sentences,
)
from support.decisions.ruling import (
    Ruling,
    checked_message,
    checked_reason,
    names_at,
    notice_settlement,
)
from support.errors import AlreadyStopped
from support.models import Act, Decision, Settlement

SETTLES = (Act.HOLD, Act.AWARD, Act.VOID, Act.CANCEL, Act.RESIGN)
"""What can be decided so: whatever needs no position."""

_REPLACES_AN_END = (Act.AWARD, Act.VOID)


def refuse_settlement(kind: DecisionKind, table: BrokenTable) -> None:
    """Raise what speaks against deciding it about the game as it stands now."""
    if kind.act not in SETTLES:
        raise RecordIsDamaged
    if secret_is_open(table.game):
        raise TooLate
    if table.is_over and kind.act not in _REPLACES_AN_END:
        raise GameIsOver
    if kind.act is Act.HOLD and table.is_held:
        raise AlreadyStopped


def fits_without_log(kind: DecisionKind, table: BrokenTable) -> bool:
    """Return whether it can be decided about the game as it stands now."""
    try:
        refuse_settlement(kind, table)
    except Refused:
        return False
    return True


def preview_settlement(kind: DecisionKind, table: BrokenTable, **arguments: Any) -> list[str]:
    """Return what the decision will do; raise what speaks against it."""
    refuse_settlement(kind, table)
    found = {"found": table.seq, "written": table.game.seq}
    sentence = gettext(
        "The record of this game is damaged (entries found: %(found)s, written: %(written)s). "
        "Nothing is added to it; the decision is kept beside it, for good."
    )
    return [sentence % found, *_what_it_does(kind, table, **arguments)]


def _what_it_does(kind: DecisionKind, table: BrokenTable, **arguments: Any) -> list[str]:
    if kind.act is Act.HOLD:
        return [
            gettext(
                "The clocks stand still, no move can be made, and the letter says that we are "
                "looking into it."
            )
        ]
    result = {"winners": kind.winners(table, **arguments), "by": [kind.act.value]}
    ended = result_sentence(table.game, result, names_at(table), None)
    if kind.act is Act.VOID:
        again = [rematch_sentence(table)] if arguments.get("rematch") else []
    else:
        again = withdrawal_sentences(table)
    return [ended, secret_stays_closed(), *again]


@transaction.atomic
def settle(kind: DecisionKind, ruling: Ruling, **arguments: Any) -> Decision:
    """Return the decision about a game whose record is broken, carried out and told to all."""
    reason, now = checked_reason(ruling.reason), timezone.now()
    rematch = bool(arguments.get("rematch"))
    if rematch:
        keep_proposer(ruling.public_id)
    table = broken_table(ruling.public_id)
    if table is None:  # it was, a moment ago
        raise Stale([])
    refuse_own_game(ruling.operator, table.game)
    preview_settlement(kind, table, **arguments)
    if table.is_over and ruling.expected_seq != table.mark:  # decided otherwise meanwhile
        raise Stale([])
    won = kind.winners(table, **arguments)
    if kind.act is not Act.VOID:
        withdraw_rematch(table)
    settlement = _write(table, kind.act, won, operator=ruling.operator, now=now)
    decision = Decision.objects.create(
        game=table.game,
        seq=table.seq,
        act=kind.act,
        operator=ruling.operator,
        reason=reason,
        message=checked_message(ruling.message),
        made_at=now,
        settlement=settlement,
    )
    what = f"{kind.act.value} without a log, {table.seq} entries found"
    note_act(ruling.operator, table.game, what, reason=reason)
    if rematch:
        propose_again(table)
    return decision


@transaction.atomic
def settle_for_leaver(public_id: str, *, seat: int) -> None:
    """End a game whose record is broken and one of whose players leaves: they resign."""
    table = broken_table(public_id)
    if table is not None and not table.is_over:
        won = kind_of(Act.RESIGN).winners(table, seat=seat)
        _write(table, Act.RESIGN, won, operator=None, now=timezone.now())


def _write(
    table: BrokenTable,
    act: Act,
    winners: list[int],
    *,
    operator: User | None,
    now: datetime,
) -> Settlement:
    settlement = Settlement(
        game=table.game,
        number=table.game.settlements.count() + 1,
        act=act,
        winners=winners,
        operator=operator.pk if operator else None,
        seq=table.seq,
        head=table.head,
        made_at=now,
    )
    settlement.save()
    follow_settlement(table.game, settlement)
    notice_settlement(settlement, table, now=now)
    return settlement
