"""Deciding about a game whose record is broken: nothing is appended to its log.

A settlement stands in the place of the entry, and the columns of the game follow it. So a game can
be held or ended; whatever needs a position cannot be done.
"""

from collections.abc import Callable, Collection
from datetime import datetime
from functools import wraps
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext

from accounts.audit import note_act
from accounts.models import User
from duel.errors import (
    AlreadyStopped,
    BrokenGame,
    GameIsOver,
    NobodyWins,
    RecordIsDamaged,
    Stale,
    TooLate,
)
from duel.games.results import result_sentence
from duel.integrity.broken import BrokenTable, broken_table
from duel.models import Act, Decision, Settlement
from duel.notices.intents import notice_settlement
from duel.operators.conflicts import refuse_own_game
from duel.operators.decisions.rematching import (
    keep_proposer,
    propose_again,
    rematch_sentence,
    withdraw_rematch,
    withdrawal_sentences,
)
from duel.operators.decisions.ruling import Ruling, checked_reason, name_in
from duel.record.selectors import player_names, secret_is_open
from duel.record.settlements import follow_settlement

SETTLES = (Act.HOLD, Act.AWARD, Act.VOID, Act.RESIGN, Act.CANCEL)
"""What can be decided without a log."""

_AFTER_THE_END = (Act.AWARD, Act.VOID)

Carry = Callable[..., Decision]


def or_settles(act: Act) -> Callable[[Carry], Carry]:
    """Return a decorator: where the record is broken, the decision is a settlement instead."""

    def decorate(carry_out: Carry) -> Carry:
        @wraps(carry_out)
        def decided(ruling: Ruling, **arguments: Any) -> Decision:
            try:
                return carry_out(ruling, **arguments)
            except BrokenGame:
                return settle(act, ruling, **arguments)

        return decided

    return decorate


def fitting_settlements(table: BrokenTable) -> list[Act]:
    """Return what can be decided about the game as it stands now."""
    if secret_is_open(table.game):
        return []
    if table.is_over:
        return list(_AFTER_THE_END)
    return [act for act in SETTLES if act is not Act.HOLD or not table.is_held]


def preview_settlement(
    act: Act,
    table: BrokenTable,
    *,
    winners: Collection[int] = (),
    seat: int | None = None,
    rematch: bool = False,
    **_other: Any,
) -> list[str]:
    """Return what the decision will do; raise what speaks against it."""
    _refuse(act, table)
    found = {"found": table.seq, "written": table.game.seq}
    told = gettext(
        "The record of this game is damaged (entries found: %(found)s, written: %(written)s). "
        "Nothing is added to it; the decision is kept beside it, for good."
    )
    sentences = [told % found]
    if act is Act.HOLD:
        sentences.append(
            gettext(
                "The clocks stand still, no move can be made, and the letter says that we are "
                "looking into it."
            )
        )
        return sentences
    result = {"winners": _winners(act, table, winners, seat), "by": [act.value]}
    sentences += [
        result_sentence(table.game, result, player_names(table.seats), None),
        gettext("The secret of the game stays closed for another dispute period, from now on."),
    ]
    if rematch:
        sentences.append(rematch_sentence(table))
    return sentences if act is Act.VOID else [*sentences, *withdrawal_sentences(table)]


@transaction.atomic
def settle(
    act: Act,
    ruling: Ruling,
    *,
    winners: Collection[int] = (),
    seat: int | None = None,
    rematch: bool = False,
) -> Decision:
    """Return the decision about a game whose record is broken, carried out and told to both."""
    reason, now = checked_reason(ruling.reason), timezone.now()
    if rematch:
        keep_proposer(ruling.public_id)
    table = broken_table(ruling.public_id)
    if table is None:  # it was, a moment ago
        raise Stale([])
    refuse_own_game(ruling.operator, table.game)
    preview_settlement(act, table, winners=winners, seat=seat, rematch=rematch)
    if table.is_over and ruling.expected_seq != table.mark:  # decided otherwise meanwhile
        raise Stale([])
    won = _winners(act, table, winners, seat)
    if act is not Act.VOID:
        withdraw_rematch(table)
    settlement = _write(table, act, won, operator=ruling.operator, now=now)
    decision = Decision.objects.create(
        game=table.game,
        seq=table.seq,
        act=act,
        operator=ruling.operator,
        reason=reason,
        made_at=now,
        settlement=settlement,
    )
    what = f"{act.value} without a log, {table.seq} entries found"
    note_act(ruling.operator, table.game, what, reason=reason)
    if rematch:
        propose_again(table)
    return decision


@transaction.atomic
def settle_for_leaver(public_id: str, *, seat: int) -> None:
    """End a game whose record is broken and one of whose players leaves: they resign."""
    table = broken_table(public_id)
    if table is not None and not table.is_over:
        won = _winners(Act.RESIGN, table, (), seat)
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
    notice_settlement(settlement, table.seats, now=now)
    return settlement


def _refuse(act: Act, table: BrokenTable) -> None:
    if act not in SETTLES:
        raise RecordIsDamaged
    if secret_is_open(table.game):
        raise TooLate
    if table.is_over and act not in _AFTER_THE_END:
        raise GameIsOver
    if act is Act.HOLD and table.is_held:
        raise AlreadyStopped


def _winners(act: Act, table: BrokenTable, winners: Collection[int], seat: int | None) -> list[int]:
    """Return who wins by the decision; raise if it names nobody at the table."""
    numbers = {each.number for each in table.seats}
    if act is Act.AWARD:
        if not winners or not set(winners) <= numbers:
            raise NobodyWins
        return sorted(set(winners))
    if act is Act.RESIGN:
        name_in(table, -1 if seat is None else seat)
        return sorted(numbers - {seat})
    return []
