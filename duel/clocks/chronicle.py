"""What a game's entries say about its clocks: whose turn since when, started why, stopped when.

Followed along with the course of the game, so that the log stays the only truth about it.
"""

from dataclasses import dataclass, field
from datetime import datetime, timedelta

from duel.clocks.arithmetic import NOTHING, Stop
from engine.kinds import ADVANCES, RETURNS, Kind

BOUNCE_LIMIT = timedelta(days=7)
"""For so long in a game the clock of a player whose letters come back stands still."""


@dataclass(eq=False)
class Turn:
    """One turn of one seat, and what was written about its clock."""

    seat: int
    number: int
    since: datetime
    given: timedelta = NOTHING
    """What the opponent has given for it."""
    started_at: datetime | None = None
    ended_at: datetime | None = None
    flagged_at: datetime | None = None
    """When its time was up, unless it was granted more since."""
    was_granted: bool = False
    """Whether its own time was up and it lives on what was granted then."""
    absences: list[Stop] = field(default_factory=list)
    """While it was played and not taken back yet."""
    before: "Turn | None" = None
    """The turn of the same seat before it."""
    paid: "Turn | None" = None
    """The last finished turn of the same seat that stood when it began: its bank comes from it."""

    @property
    def takes_added_time(self) -> tuple[datetime, datetime | None]:
        """From when to when it has what operators add to every turn that is being made.

        Whether its clock runs or stands still does not matter. Who was late already gets nothing,
        and whoever was granted time then lives on that and what is added since.
        """
        since = self.started_at if self.was_granted and self.started_at else self.since
        return since, self.flagged_at or self.ended_at


class Chronicle:
    """The turns and stops of a game as far as it has come; `follow` adds one more entry."""

    def __init__(self, *, began_at: datetime, seat: int, number: int) -> None:
        self.began_at = began_at
        self.turn = Turn(seat, number, began_at)
        self.ended: list[Turn] = []
        """The turns that have ended, since whoever reads this has last emptied it."""
        self.went_back = False
        """Whether an operator set the game back, since whoever reads this has last looked."""
        self.pauses: list[Stop] = []
        self.vacations: dict[int, list[Stop]] = {}
        self.bounces: dict[int, list[Stop]] = {}
        self._owed: dict[int, timedelta] = {}
        self._last_of_seat = {seat: self.turn}
        self._kind_before = ""
        self._paid: dict[int, Turn] = {}
        self._paid_at = [self._paid]

    def follow(
        self,
        kind: str,
        seat: int | None,
        text: str,
        time: datetime,
        *,
        to_move: int | None,
        number: int,
        was_flagged: bool,
    ) -> None:
        """Take one more entry, after which the seat `to_move` makes the turn of that number."""
        match kind:
            case Kind.HOLD | Kind.PAUSE:
                _begin(self.pauses, time)
            case Kind.RESUME:
                _end(self.pauses, time)
            case Kind.VACATION if seat is not None:
                _note(self.vacations.setdefault(seat, []), text, time)
            case Kind.BOUNCE if seat is not None:
                _note(self.bounces.setdefault(seat, []), text, time)
            case Kind.MOVE if seat is not None:
                # Who moves can be reached after all; if the next letter comes back, we hear of it.
                _end(self.bounces.get(seat, []), time)
            case Kind.CLOCK if self.turn.started_at is None:
                self.turn.started_at = time
            case Kind.FLAG:
                self.turn.flagged_at = time
            case Kind.REPLACE if seat is not None:
                _end(self.bounces.get(seat, []), time)  # the letters were another person's
            case Kind.EXTEND if seat is not None:
                self._extend(seat, timedelta(seconds=int(text)), time, was_flagged=was_flagged)
        if kind in RETURNS:
            self._paid = self._paid_at[int(text)]
        self.went_back = self.went_back or kind == Kind.ROLLBACK
        self._pass_on(kind, seat, time, to_move, number)
        if kind in ADVANCES or kind in RETURNS:
            self._paid_at.append(self._paid)
        self._kind_before = kind

    def forget_changes(self) -> None:
        """Let go of what has ended and gone back so far: the columns say it already."""
        self.ended.clear()
        self.went_back = False

    def last_paid(self, seat: int) -> Turn | None:
        """Return the last finished turn of the seat that stands."""
        return self._paid.get(seat)

    def stops(self, turn: Turn) -> list[Stop]:
        """Return when the clock of this turn stood still, but for the service's own outages."""
        return [
            *self.pauses,
            *self.vacations.get(turn.seat, []),
            *_at_most(self.bounces.get(turn.seat, []), BOUNCE_LIMIT),
            *turn.absences,
        ]

    def bounce_ends_at(self, seat: int) -> datetime | None:
        """Return when the bounce that stops the clock has used up its limit, or None."""
        bounces = self.bounces.get(seat, [])
        if not _lasts(bounces):
            return None
        before = sum((end - begin for begin, end in bounces if end is not None), NOTHING)
        return bounces[-1][0] + (BOUNCE_LIMIT - before) if before < BOUNCE_LIMIT else None

    def is_bouncing(self, seat: int) -> bool:
        """Return whether the log says that letters to the seat come back."""
        return _lasts(self.bounces.get(seat, []))

    def is_on_vacation(self, seat: int) -> bool:
        """Return whether the log says that the seat's vacation has begun and not ended."""
        return _lasts(self.vacations.get(seat, []))

    def _extend(self, seat: int, given: timedelta, time: datetime, *, was_flagged: bool) -> None:
        if seat != self.turn.seat:
            self._owed[seat] = self._owed.get(seat, NOTHING) + given
        elif was_flagged:
            # The time was up: what is granted runs from now on, and there is nothing else.
            self.turn.started_at, self.turn.given = time, given
            self.turn.was_granted, self.turn.flagged_at = True, None
            _end(self.bounces.get(seat, []), time)
        else:
            self.turn.given += given

    def _pass_on(
        self, kind: str, seat: int | None, time: datetime, to_move: int | None, number: int
    ) -> None:
        """Let the next turn begin, if this entry ended the one before, or it begins anew."""
        turn = self.turn
        # What an operator sets back, reopens or hands to somebody else has its full time again.
        anew = kind in (Kind.ROLLBACK, Kind.REOPEN) or (kind == Kind.REPLACE and seat == turn.seat)
        if to_move is None or (not anew and (to_move, number) == (turn.seat, turn.number)):
            return
        turn.ended_at = time
        last = self._last_of_seat.get(to_move)
        # Who takes a turn back before anybody was told thinks on with the time that was left;
        # one that is taken back by agreement begins anew, and so does any after a rollback.
        goes_on = kind == Kind.UNDO and self._kind_before != Kind.ACCEPT
        if goes_on and last is not None and last.number == number and last.ended_at is not None:
            last.absences.append((last.ended_at, time))
            last.ended_at = None
            self.ended = [ended for ended in self.ended if ended is not last]
            self.turn = last
            return
        if kind in ADVANCES:
            self.ended.append(turn)
            self._paid = self._paid | {turn.seat: turn}
        given = self._owed.pop(to_move, NOTHING)
        paid = self._paid.get(to_move)
        self.turn = Turn(to_move, number, time, given=given, before=last, paid=paid)
        self._last_of_seat[to_move] = self.turn


def _note(stops: list[Stop], text: str, time: datetime) -> None:
    (_begin if text == "begin" else _end)(stops, time)


def _begin(stops: list[Stop], time: datetime) -> None:
    if not _lasts(stops):
        stops.append((time, None))


def _end(stops: list[Stop], time: datetime) -> None:
    if _lasts(stops):
        begin = stops[-1][0]
        stops[-1] = (begin, max(begin, time))


def _lasts(stops: list[Stop]) -> bool:
    return bool(stops) and stops[-1][1] is None


def _at_most(stops: list[Stop], limit: timedelta) -> list[Stop]:
    """Return the stops, cut off where they have lasted for so long together."""
    kept: list[Stop] = []
    for begin, end in stops:
        if limit > NOTHING:
            kept.append((begin, None if end is None else min(end, begin + limit)))
            limit -= NOTHING if end is None else end - begin
    return kept
