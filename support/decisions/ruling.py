"""What all decisions share: form, operator, reason, record; their kinds and pages call it."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.audit import note_act
from accounts.models import User
from duel.errors import Refused, Stale
from duel.integrity.broken_table import BrokenTable, Table
from duel.notices.intents import cancel_waiting_letters, end_wait, notice_decision, topic_of
from duel.notices.kinds import OPERATOR_DECISION
from duel.record.events import ENDS
from duel.record.log import Log, writing
from duel.record.selectors import player_names
from engine.errors import EngineError
from engine.kinds import SCORE, Channel, Kind
from engine.record import Entry
from lib.reasons import DECISION_LENGTH
from mail.services import post
from support.conflicts import refuse_own_game
from support.errors import LongMessage, NoReason, NoSuchSeat
from support.models import Act, Decision, Settlement

_BY_THE_CLOCK = frozenset({Kind.CLOCK, Kind.VACATION, Kind.BOUNCE})
"""What is written about a clock without anybody's doing."""


def reason_for_record(reason: str) -> str:
    """Return the reason of a decision as it is kept; raise if it is empty or far too long."""
    reason = _in_lines(reason)
    if not 0 < len(reason) <= DECISION_LENGTH:
        raise NoReason
    return reason


def checked_message(message: str) -> str:
    """Return the message to the players as it is kept and sent; raise if it is far too long."""
    message = _in_lines(message)
    if len(message) > DECISION_LENGTH:
        raise LongMessage
    return message


def _in_lines(text: str) -> str:
    # Browsers end lines in their own way, and PostgreSQL stores no NUL.
    return text.replace("\r\n", "\n").replace("\0", "").strip()


@dataclass(frozen=True)
class Ruling:
    """An operator who decides about a game as it stood at a seq, the reason, and a message."""

    operator: User
    public_id: str
    reason: str
    """For the record: only operators read it."""
    expected_seq: int
    revokes: Decision | None = None
    """The earlier decision that is taken back by this one."""
    message: str = ""
    """What the players read in their letters besides the decision; it may be empty."""
    known: Log | None = field(default=None, repr=False, compare=False)
    """What the operator's page has read of it, once it was sure that the game is not theirs.

    If nothing was written since, neither is looked up again: who takes a seat writes an entry.
    """


def refuse_if_moved_on(log: Log, expected_seq: int) -> None:
    """Raise Stale if anything was done in the game since it had so many entries."""
    # What the clock enters by itself is nothing done: within seconds after a decision a letter has
    # left, and the next decision would be refused for that.
    since = log.entries[max(expected_seq, 0) :]
    if expected_seq > len(log.entries) or any(
        Kind(entry.kind) not in _BY_THE_CLOCK for entry in since
    ):
        raise Stale([{"seq": entry.seq, "kind": entry.kind} for entry in since])


@contextmanager
def deciding(ruling: Ruling) -> Iterator[Log]:
    """Open the log for one decision in one transaction; raise Stale or what speaks against it."""
    reason_for_record(ruling.reason)
    with writing(ruling.public_id, known=ruling.known) as log:
        refuse_if_moved_on(log, ruling.expected_seq)
        if log is not ruling.known:
            refuse_own_game(ruling.operator, log.game)
        end_wait(log)
        try:
            yield log
        except EngineError as error:  # nothing was written
            raise Refused from error


def write_decision(
    log: Log,
    ruling: Ruling,
    act: Act,
    *,
    now: datetime,
    seat: int | None = None,
    text: str = "",
) -> Decision:
    """Return the decision after writing its entry, its row, the audit log and all notices."""
    # Every act is called by the kind of its entry.
    log.append(act.value, seat=seat, text=text, channel=Channel.OPERATOR, time=now)
    return record_decision(log, ruling, act, now=now)


def record_decision(
    log: Log, ruling: Ruling, act: Act, *, now: datetime, replaced: User | None = None
) -> Decision:
    """Return the decision that the last entry carries out, and tell every seat of it."""
    entry = log.entries[-1]
    decision = Decision.objects.create(
        game=log.game,
        seq=entry.seq,
        act=act,
        operator=ruling.operator,
        reason=reason_for_record(ruling.reason),
        message=checked_message(ruling.message),
        made_at=now,
        revokes=ruling.revokes,
        replaced=replaced,
    )
    seat = "" if entry.seat is None else f"seat {entry.seat}"
    what = " ".join(filter(None, [act.value, seat, entry.text]))
    note_act(ruling.operator, log.game, what, reason=decision.reason)
    notice_decision(log, now=now)
    return decision


@dataclass(frozen=True)
class DecisionNotice:
    """A decision with its entry, and the seat that reads of it."""

    decision: Decision
    entry: Entry
    log: Log
    names: Sequence[str]
    viewer: int | None
    """The seat that reads of it; None: a spectator."""

    @property
    def is_about_viewer(self) -> bool:
        """Whether the entry names that very seat."""
        return self.entry.seat is not None and self.entry.seat == self.viewer

    @property
    def name(self) -> str:
        """The name of the player in the seat of the entry."""
        return self.names[self.entry.seat or 0]


def names_at(table: Table) -> list[str]:
    """Return the names of the players, by seat."""
    return player_names(table.seats)


def name_in(table: Table, seat: int) -> str:
    """Return the name of the player in that seat; raise if there is no such seat."""
    if not 0 <= seat < len(table.seats):
        raise NoSuchSeat
    return names_at(table)[seat]


MOST_HOURS = 30 * 24


class ReasonForm(forms.Form):
    """Why something is decided, for the record."""

    reason = forms.CharField(
        label=_("Reason for the record"),
        max_length=DECISION_LENGTH,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("Only operators read it, on the game's page and in the audit log."),
    )
    field_order: list[str] | None = None


class MessageForm(ReasonForm):
    """Why something is decided, and the message to the players."""

    message = forms.CharField(
        label=_("Message to the players"),
        required=False,
        max_length=DECISION_LENGTH,
        widget=forms.Textarea(attrs={"rows": 5}),
        help_text=_(
            "All players read it in their letters, as you write it. No names of reporters, and "
            "nothing hidden. If it is empty, the letter says what was decided and no more."
        ),
    )


class RulingForm(MessageForm):
    """A decision about one game, as of an entry of its log."""

    expected_seq = forms.IntegerField(min_value=0, widget=forms.HiddenInput)

    def __init__(self, *args: Any, log: Table, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.log = log

    def arguments(self) -> dict[str, Any]:
        """Return what the decision wants to know besides the ruling."""
        return {}

    def _seats(self) -> list[tuple[int, str]]:
        return list(enumerate(names_at(self.log)))


class SeatForm(RulingForm):
    """A decision about one of the players."""

    seat = forms.TypedChoiceField(label=_("Player"), coerce=int, widget=forms.RadioSelect)
    field_order = ["seat", "hours", "address", "reason", "message"]

    def __init__(self, *args: Any, log: Table, **kwargs: Any) -> None:
        super().__init__(*args, log=log, **kwargs)
        self.fields["seat"].choices = self._seats()  # type: ignore[attr-defined]

    def arguments(self) -> dict[str, Any]:
        """Return the player's seat."""
        return {"seat": self.cleaned_data["seat"]}


_SETTLES = ENDS | {Kind.REOPEN, Kind.ROLLBACK}
"""What decides whether and how a game has ended, beside a seat that leaves and has it scored."""


def first_entry_of(log: Log, decision: Decision) -> int:
    """Return the seq of the first entry that carries the decision out; its own is the last one."""
    # What is taken back may need several: they are of one moment.
    earlier = Decision.objects.filter(game=log.game, seq__lt=decision.seq, settlement=None)
    floor = earlier.order_by("-seq").values_list("seq", flat=True).first() or 0
    last = log.entry(decision.seq)
    first = decision.seq
    while first - 1 > floor and _is_of_one_act(log.entry(first - 1), last):
        first -= 1
    return first


def settled_by(log: Log, *, before: int) -> Entry | None:
    """Return the last entry before that seq which let the game end or go on, if there is one."""
    earlier = (entry for entry in reversed(log.entries) if entry.seq < before)
    return next((entry for entry in earlier if _settles(entry)), None)


def is_in_effect(log: Log, decision: Decision) -> bool:
    """Return whether the game has ended, or goes on, by this decision, and by nothing later."""
    # Where a later decision was taken back, what stood before that one is in effect again.
    decisions = Decision.objects.filter(game=log.game, settlement=None).select_related("revokes")
    made = {each.seq: each for each in decisions}
    before = len(log.entries) + 1
    while (entry := settled_by(log, before=before)) is not None:
        by = made.get(entry.seq)
        if by is None or by.revokes is None or by == decision:
            return entry.seq == decision.seq
        before = first_entry_of(log, by.revokes)
    return False


def _settles(entry: Entry) -> bool:
    return Kind(entry.kind) in _SETTLES or (entry.kind, entry.text) == (Kind.RETIRE, SCORE)


def _is_of_one_act(entry: Entry, last: Entry) -> bool:
    return (entry.channel, entry.time) == (last.channel, last.time)


def tell_former_player(decision: Decision, former: User, *, seat: int) -> None:
    """Tell somebody whose seat was given to another: no notice of the seat is theirs any more."""
    if former.is_bot:
        return
    public_id = decision.game.public_id
    post(
        kind=OPERATOR_DECISION,
        to=former.email,
        key=f"{public_id}:{seat}:former-player:{decision.seq}",
        data={"decision": decision.pk, "person": former.pk},
        topic=topic_of(decision.game),
    )


def notice_settlement(settlement: Settlement, table: BrokenTable, *, now: datetime) -> None:
    """Tell every seat what became of its game, whose record is broken."""
    # Letters about the game that still wait are cancelled: they cannot be built any more.
    game = table.game
    cancel_waiting_letters(table, now=now)
    for seat in table.seats:
        if seat.user is not None and not seat.is_bot:
            post(
                kind=OPERATOR_DECISION,
                to=seat.user.email,
                key=f"{game.public_id}:{seat.number}:settled:{settlement.number}",
                data={"settlement": settlement.pk, "person": seat.user.pk, "seat": seat.number},
                topic=topic_of(game),
            )
