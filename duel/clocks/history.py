"""What a game's entries say about its clocks: whose turn since when, started why, stopped when.

Logs follow it along with the course of the game. Stops are in order: from when to when something
stopped clocks; the last one may be open.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from duel.clocks.turn_clock import NOTHING, Stop, within_limit
from engine.kinds import ADVANCES, RETURNS, Kind, changes_position


@dataclass(eq=False)
class Turn:
    """One turn of one seat, and what was written about its clock."""

    seat: int
    number: int
    since: datetime
    given: timedelta = NOTHING
    """What the opponent has given for it."""
    gifts_by_then: timedelta = NOTHING
    """All that its seat had ever been given when it ended: what came later is for the next one."""
    started_at: datetime | None = None
    ended_at: datetime | None = None
    flagged_at: datetime | None = None
    """When its time was up, unless it was granted more since."""
    was_granted: bool = False
    """Whether its own time was up and it lives on what was granted then."""
    unreachable_since: datetime | None = None
    """From when its letters came back, if it may be claimed for that: its time is not up."""
    absences: list[Stop] = field(default_factory=list)
    """While it was played and not taken back yet, its player could not be reached, or a mail lay
    unread."""
    before: "Turn | None" = None
    """The turn of the same seat before it."""
    paid: "Turn | None" = None
    """The last finished turn of the same seat that stood when it began: its bank comes from it."""
    went_on_since: datetime | None = None
    """From when it was made again, if it was taken back and goes on."""
    forerunners: "tuple[Turn, ...]" = ()
    """Turns of the seat that were taken back: what operators had added to them is for this one."""

    @property
    def takes_added_time(self) -> tuple[datetime, datetime | None]:
        """From when to when it has what operators add to every turn that is being made.

        Whether its clock runs does not matter. A player who was late already gets nothing, and one
        who was granted time then has that and what is added since.
        """
        since = self.went_on_since or self.since
        if self.was_granted and self.started_at is not None:
            since = max(since, self.started_at)
        return since, self.flagged_at or self.ended_at

    @property
    def spans_of_added_time(self) -> list[tuple[datetime, datetime | None]]:
        """The same, together with those of its forerunners, unless it lives on a grant alone."""
        earlier = (each for each in self.forerunners if each.was_granted or not self.was_granted)
        return [each.takes_added_time for each in (self, *earlier)]

    def break_off(self, time: datetime, *, gifts: timedelta) -> None:
        """End it, played or not; `gifts` is all that its seat has been given by then."""
        self.ended_at, self.gifts_by_then = time, gifts

    def going_on(self, time: datetime, *, gifts: timedelta) -> "Turn":
        """Return the turn with the time that was left; this one stays, as operators may go back."""
        absence = (self.ended_at or time, time)
        given = self.given + gifts - self.gifts_by_then
        return replace(
            self,
            absences=[*self.absences, absence],
            given=given,
            went_on_since=absence[0],
            ended_at=None,
            flagged_at=None,
            forerunners=(*self.forerunners, self),
        )

    def be_reached(self, time: datetime) -> None:
        """Resume it if it was stopped because its player could not be reached for too long."""
        if self.unreachable_since is not None:
            self.absences.append((self.unreachable_since, max(self.unreachable_since, time)))
            self.unreachable_since = None


@dataclass(frozen=True)
class Interruptions:
    """Outages, from when to when, and time for all games from operators: when, how many seconds."""

    outages: list[tuple[datetime, datetime]] = field(default_factory=list)
    added_times: list[tuple[datetime, int]] = field(default_factory=list)


def follow_stop(stops: list[Stop], text: str, time: datetime) -> None:
    """Follow an entry that says `begin` or `end`."""
    (begin_stop if text == "begin" else end_stop)(stops, time)


def begin_stop(stops: list[Stop], time: datetime) -> None:
    """Open a stop, unless one lasts already."""
    if not lasts(stops):
        stops.append((time, None))


def end_stop(stops: list[Stop], time: datetime) -> None:
    """Close the stop that lasts, if there is one; it never ends before it began."""
    if lasts(stops):
        begin = stops[-1][0]
        stops[-1] = (begin, max(begin, time))


def lasts(stops: list[Stop]) -> bool:
    """Return whether the last of the stops is open."""
    return bool(stops) and stops[-1][1] is None


BOUNCE_LIMIT = timedelta(days=7)
"""How long in a game bounces may stop the clock of one player."""


class ClockHistory:
    """The turns and stops of a game as far as it has come; `follow` adds one more entry."""

    def __init__(self, *, began_at: datetime, seat: int, number: int) -> None:
        self.began_at = began_at
        self.turn = Turn(seat, number, began_at)
        self.ended_turns: list[Turn] = []
        """The turns that have ended since `forget_changes`."""
        self.new_turns = [self.turn]
        """The turns that have begun since then."""
        self.has_new_rollback = False
        """Whether an operator set the game back since then."""
        self.has_new_undo = False
        """Whether a player took a turn back since then."""
        self.pauses: list[Stop] = []
        self.vacancies: list[Stop] = []
        """While at least one seat waited for somebody to take it."""
        self.vacations: dict[int, list[Stop]] = {}
        self.bounces: dict[int, list[Stop]] = {}
        self._gifts: dict[int, timedelta] = {}
        self._last_of_seat = {seat: self.turn}
        self._kind_before = ""
        self._paid: dict[int, Turn] = {}
        self._paid_at = [self._paid]
        self._turns = [self.turn]
        self._was_taken_back = False
        self._set_aside: Turn | None = None
        """The turn that came after one's own and went with it when that was taken back."""

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
        has_vacancy: bool = False,
        by_clock: bool = False,
    ) -> None:
        """Take one more entry, after which the seat `to_move` makes the turn of that number.

        `has_vacancy`: a seat waits for somebody then. `by_clock`: the service itself wrote it.
        """
        (begin_stop if has_vacancy else end_stop)(self.vacancies, time)
        match kind:
            case Kind.HOLD | Kind.PAUSE:
                begin_stop(self.pauses, time)
            case Kind.RESUME:
                end_stop(self.pauses, time)
            case Kind.VACATION if seat is not None:
                follow_stop(self.vacations.setdefault(seat, []), text, time)
            case Kind.BOUNCE if seat is not None:
                follow_stop(self.bounces.setdefault(seat, []), text, time)
            case Kind.MOVE if seat is not None:
                # A player who moves can be reached; if the next letter comes back, it is reported.
                end_stop(self.bounces.get(seat, []), time)
            case Kind.CLOCK if self.turn.started_at is None:
                self.turn.started_at = time
            case Kind.FLAG if self._came_back_too_long(time):
                self.turn.unreachable_since = self.bounces[self.turn.seat][-1][0]
            case Kind.FLAG:
                self.turn.flagged_at = time
            case Kind.REPLACE if seat is not None:
                end_stop(self.bounces.get(seat, []), time)  # the letters were another person's
            case Kind.EXTEND if by_clock and not was_flagged:
                # A mail lay unread for that time; stops that overlap count once.
                self.turn.absences.append((time - timedelta(seconds=int(text)), time))
            case Kind.EXTEND if seat is not None:
                self._extend(seat, timedelta(seconds=int(text)), time, was_flagged=was_flagged)
        if kind in ADVANCES:
            self.turn.be_reached(time)
        self.has_new_rollback = self.has_new_rollback or kind == Kind.ROLLBACK
        self.has_new_undo = self.has_new_undo or kind == Kind.UNDO
        played = self._paid
        if kind in RETURNS:
            self._paid = self._paid_at[int(text)]
        if to_move is not None and self._passes_on(kind, seat, to_move, number):
            self._pass_on(kind, played, time, to_move=to_move, number=number)
        if changes_position(kind, text):
            self._paid_at.append(self._paid)
        self._kind_before = kind

    def forget_changes(self) -> None:
        """Forget what has begun, ended and gone back so far: the columns are up to date."""
        self.new_turns.clear()
        self.ended_turns.clear()
        self.has_new_rollback = self.has_new_undo = False

    def last_paid(self, seat: int) -> Turn | None:
        """Return the last finished turn of the seat that was not taken back."""
        return self._paid.get(seat)

    def finished_turns(self, seat: int) -> Iterator[Turn]:
        """Yield the finished turns of the seat that were not taken back, the last first."""
        return _chain(self._paid.get(seat))

    def last_of(self, seat: int) -> Turn | None:
        """Return the turn that the seat makes or made last, finished or not; None before any."""
        return self._last_of_seat.get(seat)

    def stops(
        self, turn: Turn, outages: Iterable[Stop] = (), *, reached_at: datetime | None = None
    ) -> list[Stop]:
        """Return when the clock of this turn stood still, but for the service's own outages.

        With `reached_at`, letters to its player are taken to come back until that moment alone.
        """
        bounces = [stop for stop, _ in self._limited_bounces(turn.seat, outages, reached_at)]
        unreachable = [(turn.unreachable_since, None)] if turn.unreachable_since else []
        vacations = self.vacations.get(turn.seat, [])
        everybody = [*self.pauses, *self.vacancies]
        return [*everybody, *vacations, *bounces, *turn.absences, *unreachable]

    def bounce_ends_at(self, seat: int, outages: Iterable[Stop] = ()) -> datetime | None:
        """Return when the bounce that stops the clock has used up its limit, or None."""
        bounces = list(self._limited_bounces(seat, outages))
        return bounces[-1][1] if bounces and bounces[-1][0][1] is None else None

    def is_bouncing(self, seat: int) -> bool:
        """Return whether the log says that letters to the seat come back."""
        return lasts(self.bounces.get(seat, []))

    def is_unreachable(self, seat: int) -> bool:
        """Return whether the seat's turn may be claimed because letters came back for too long."""
        return self.turn.seat == seat and self.turn.unreachable_since is not None

    def is_on_vacation(self, seat: int) -> bool:
        """Return whether the log says that the seat's vacation has begun and not ended."""
        return lasts(self.vacations.get(seat, []))

    def _limited_bounces(
        self, seat: int, outages: Iterable[Stop], reached_at: datetime | None = None
    ) -> Iterator[tuple[Stop, datetime | None]]:
        bounces = list(self.bounces.get(seat, []))
        if reached_at is not None:
            end_stop(bounces, reached_at)
        besides = [*self.pauses, *self.vacancies, *self.vacations.get(seat, []), *outages]
        return within_limit(bounces, BOUNCE_LIMIT, besides=besides)

    def _came_back_too_long(self, time: datetime) -> bool:
        """Return whether a flag at this moment is due to letters that come back.

        Not if the limit was used up before the last of them: then the clock ran on until its time
        was up. A restored end has both entries at one moment.
        """
        bounces = self.bounces.get(self.turn.seat, [])
        lasted = sum(((end or time) - begin for begin, end in bounces), NOTHING)
        if not lasts(bounces) or lasted < BOUNCE_LIMIT:
            return False
        stops = [stop for stop, _ in self._limited_bounces(self.turn.seat, ())]
        return lasts(stops) or bounces[-1][0] == time

    def _extend(self, seat: int, given: timedelta, time: datetime, *, was_flagged: bool) -> None:
        self._gifts[seat] = self._gifts_to(seat) + given
        if seat != self.turn.seat:
            return  # it is for the next turn
        if was_flagged and self.turn.unreachable_since is None:
            # The time was up: what is granted runs from now on, and there is nothing else.
            self.turn.started_at, self.turn.given = time, given
            self.turn.was_granted, self.turn.flagged_at = True, None
        else:
            self.turn.given += given
        if was_flagged:
            self.turn.be_reached(time)
            end_stop(self.bounces.get(seat, []), time)

    def _passes_on(self, kind: str, seat: int | None, to_move: int, number: int) -> bool:
        """Return whether an entry ends the turn, or lets it begin anew.

        What an operator sets back, reopens or hands to somebody else has its full time again.
        """
        turn = self.turn
        if kind in (Kind.ROLLBACK, Kind.REOPEN) or (kind == Kind.REPLACE and seat == turn.seat):
            return True
        return (to_move, number) != (turn.seat, turn.number)

    def _pass_on(
        self, kind: str, played: dict[int, Turn], time: datetime, *, to_move: int, number: int
    ) -> None:
        """Begin the next turn, or resume an earlier one; `played` counted before this entry."""
        turn = self.turn
        turn.break_off(time, gifts=self._gifts_to(turn.seat))
        if kind in ADVANCES:
            self.ended_turns.append(turn)
            self._paid = self._paid | {turn.seat: turn}
        former = self._former_turn(kind, to_move, number, played)
        if former is not None:
            self._go_on(former, time, was_played=kind in ADVANCES)
        else:
            self._was_taken_back = self._was_taken_back or kind not in ADVANCES
            self._begin(to_move, number, time)

    def _former_turn(
        self, kind: str, seat: int, number: int, played: dict[int, Turn]
    ) -> Turn | None:
        """Return the turn that the seat now goes on with, or None if it begins one.

        A turn taken back before it was final goes on with the time that was left; one taken back by
        agreement begins anew, as does any after a rollback. If it had brought its player another
        turn, that one goes on as well once it is played again.
        """
        turns: Iterable[Turn] = ()
        if kind == Kind.UNDO and self._kind_before != Kind.ACCEPT:
            turns = _chain(played.get(seat))
        elif kind in ADVANCES and self._set_aside is not None:
            turns = [self._set_aside]
        return next((turn for turn in turns if (turn.seat, turn.number) == (seat, number)), None)

    def _go_on(self, former: Turn, time: datetime, *, was_played: bool) -> None:
        """Resume a turn that had ended; the one that was made meanwhile no longer counts."""
        left, seat = self.turn, former.seat
        self.turn = former.going_on(time, gifts=self._gifts_to(seat))
        self.ended_turns = [ended for ended in self.ended_turns if ended is not former]
        self._set_aside = None
        if was_played:
            self.turn.given = NOTHING  # the turn before it, which was made again, has had that
        else:
            self._turns.remove(left)
            self._set_aside = left if left.seat == seat and not left.was_granted else None
        self._turns.append(self.turn)
        self._was_taken_back = True
        self._last_of_seat[seat] = self.turn

    def _begin(self, seat: int, number: int, time: datetime) -> None:
        paid = self._paid.get(seat)
        # What was given for turns that no longer stand is for this one.
        given = self._gifts_to(seat) - (paid.gifts_by_then if paid else NOTHING)
        forerunners: tuple[Turn, ...] = ()
        if self._was_taken_back:
            settled = {each for turn in _chain(paid) for each in (turn, *turn.forerunners)}
            own = (turn for turn in self._turns if turn.seat == seat)
            forerunners = tuple(turn for turn in own if turn not in settled)
        before = self._last_of_seat.get(seat)
        self.turn = Turn(
            seat, number, time, given=given, before=before, paid=paid, forerunners=forerunners
        )
        self._set_aside = None
        self._last_of_seat[seat] = self.turn
        self._turns.append(self.turn)
        self.new_turns.append(self.turn)

    def _gifts_to(self, seat: int) -> timedelta:
        """Return all that the seat has ever been given."""
        return self._gifts.get(seat, NOTHING)


def _chain(turn: Turn | None) -> Iterator[Turn]:
    """Yield a finished turn and those of the same seat that stood before it."""
    while turn is not None:
        yield turn
        turn = turn.paid
