"""Deciding about a game whose record is broken: nothing is appended to its log.

A settlement stands in the place of the entry, and the columns of the game follow it. So a game can
be held or ended; nothing that needs a position can be done. Pages and letters call it.
"""

from collections.abc import Callable
from datetime import datetime

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
    names_at,
    notice_settlement,
    reason_for_record,
)
from support.errors import AlreadyStopped
from support.models import Act, Decision, Settlement

SETTLES = (Act.HOLD, Act.AWARD, Act.VOID, Act.CANCEL, Act.RESIGN)
"""What can be decided so: it needs no position."""

_REPLACES_AN_END = (Act.AWARD, Act.VOID)

Winners = Callable[[BrokenTable], list[int]]
"""Returns the seats that win; raises what speaks against them."""


def refuse_settlement(act: Act, table: BrokenTable) -> None:
    """Raise what speaks against deciding it about the game as it stands now."""
    if act not in SETTLES:
        raise RecordIsDamaged
    if secret_is_open(table.game):
        raise TooLate
    if table.is_over and act not in _REPLACES_AN_END:
        raise GameIsOver
    if act is Act.HOLD and table.is_held:
        raise AlreadyStopped


def fits_without_log(act: Act, table: BrokenTable) -> bool:
    """Return whether it can be decided about the game as it stands now."""
    try:
        refuse_settlement(act, table)
    except Refused:
        return False
    return True


def preview_settlement(
    act: Act, table: BrokenTable, winners: Winners, *, rematch: bool
) -> list[str]:
    """Return what the decision will do; raise what speaks against it."""
    refuse_settlement(act, table)
    found = {"found": table.seq, "written": table.game.seq}
    sentence = gettext(
        "The record of this game is damaged (entries found: %(found)s, written: %(written)s). "
        "Nothing is added to it; the decision is kept beside it, for good."
    )
    return [sentence % found, *_what_it_does(act, table, winners, rematch=rematch)]


def _what_it_does(act: Act, table: BrokenTable, winners: Winners, *, rematch: bool) -> list[str]:
    if act is Act.HOLD:
        return [
            gettext(
                "The clocks stand still, no move can be made, and the letter says that we are "
                "looking into it."
            )
        ]
    result = {"winners": winners(table), "by": [act.value]}
    ended = result_sentence(table.game, result, names_at(table), None)
    if act is Act.VOID:
        again = [rematch_sentence(table)] if rematch else []
    else:
        again = withdrawal_sentences(table)
    return [ended, secret_stays_closed(), *again]


@transaction.atomic
def settle(act: Act, ruling: Ruling, winners: Winners, *, rematch: bool) -> Decision:
    """Return the decision about a game whose record is broken, carried out and with its letters."""
    reason, now = reason_for_record(ruling.reason), timezone.now()
    if rematch:
        keep_proposer(ruling.public_id)
    table = broken_table(ruling.public_id)
    if table is None:  # it was, a moment ago
        raise Stale([])
    refuse_own_game(ruling.operator, table.game)
    preview_settlement(act, table, winners, rematch=rematch)
    if table.is_over and ruling.expected_seq != table.mark:  # decided otherwise meanwhile
        raise Stale([])
    if act is not Act.VOID:
        withdraw_rematch(table)
    settlement = write_settlement(table, act, winners(table), operator=ruling.operator, now=now)
    decision = Decision.objects.create(
        game=table.game,
        seq=table.seq,
        act=act,
        operator=ruling.operator,
        reason=reason,
        message=checked_message(ruling.message),
        made_at=now,
        settlement=settlement,
    )
    what = f"{act.value} without a log, {table.seq} entries found"
    note_act(ruling.operator, table.game, what, reason=reason)
    if rematch:
        propose_again(table)
    return decision


def write_settlement(
    table: BrokenTable,
    act: Act,
    winners: list[int],
    *,
    operator: User | None,
    now: datetime,
) -> Settlement:
    """Return the settlement; the columns of the game follow it, and all seats get a letter."""
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
