"""A slow model of the clocks of one game: it lives through every minute and says what it was.

It knows the rules of docs/clocks.md and nothing of how the service keeps them: no stop has a
length, no moment is worked out. Each turn has a word for each of its minutes, and time that was
used is the number of minutes that ran.
"""

from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass, field
from datetime import datetime, time, timedelta
from itertools import chain, repeat
from zoneinfo import ZoneInfo

from duel.clocks.turn_clock import TurnClock

MINUTE = timedelta(minutes=1)
LATEST_START = timedelta(hours=12)
BOUNCE_MINUTES = 7 * 24 * 60
RUNS, LOST = "runs", "lost"


def overdrawn_time(clock: TurnClock, until: datetime) -> timedelta:
    """How much more has counted on a clock than there was: used + left = budget + overdrawn."""
    return max(timedelta(0), clock.time_used(until) - clock.budget)


@dataclass
class Player:
    """What is known of somebody at the table."""

    zone: str = "UTC"
    quiet: tuple[time, time] | None = None
    vacations: list[tuple[datetime, datetime]] = field(default_factory=list)
    received: int = 0
    """All minutes that they were ever given."""
    bounce_minutes: int = BOUNCE_MINUTES
    """For how many more minutes lost letters stop their clock in this game."""
    lost_since: datetime | None = None
    has_run_out: bool = False
    """Whether those minutes ran out while letters were lost as they are now."""
    pressed_at: datetime | None = None

    def is_away(self, now: datetime) -> bool:
        # Asked for every minute, and mostly there are none.
        return bool(self.vacations) and any(begin <= now < end for begin, end in self.vacations)


@dataclass
class Turn:
    """A turn: for each minute since it began, a word."""

    seat: int
    since: datetime
    zone: str
    quiet: tuple[time, time] | None
    has_started: bool = False
    letter_left_at: datetime | None = None
    minutes: list[str] = field(default_factory=list)
    is_late: bool = False
    is_unreachable: bool = False
    granted_from: int | None = None
    """What its player had received before, if it lives on what was granted since."""
    granted_at: int = 0
    added: int = 0
    """What operators added to all games while it was made."""
    bank_left: int = 0
    received_by_then: int = 0

    used: int = 0

    def count(self) -> None:
        self.used = self.minutes[self.granted_at :].count(RUNS)


class SlowGame:
    """The clocks of a game, lived through minute by minute."""

    def __init__(
        self, now: datetime, *, seat: int, grace: int, banks: list[int], increment: int, cap: int
    ) -> None:
        self.now, self.grace, self.banks = now, grace, banks
        self.increment, self.cap = increment, cap
        self.free_weekends = False
        self.players = [Player(), Player()]
        self.is_paused = self.is_down = False
        self.standing: list[Turn] = []
        self.reached: list[list[Turn]] = [[]]
        self.first = seat
        self.turn = self.new_turn(seat)

    def new_turn(self, seat: int) -> Turn:
        other = self.players[1 - seat]
        other.lost_since = None  # their next letter shows whether it comes back as well
        return Turn(seat, self.now, self.players[seat].zone, self.players[seat].quiet)

    @property
    def mover(self) -> Player:
        return self.players[self.turn.seat]

    def last_turn_of(self, seat: int) -> Turn | None:
        for turn in reversed(self.standing):
            if turn.seat == seat:
                return turn
        return None

    def bank_of(self, seat: int) -> int:
        last = self.last_turn_of(seat)
        return last.bank_left if last else self.banks[seat]

    def given(self) -> int:
        """What the turn has beyond its own time."""
        if self.turn.granted_from is not None:
            return self.mover.received - self.turn.granted_from
        last = self.last_turn_of(self.turn.seat)
        return self.mover.received - (last.received_by_then if last else 0)

    def own_grace(self) -> int:
        return 0 if self.turn.granted_from is not None else self.grace

    def own_bank(self) -> int:
        return 0 if self.turn.granted_from is not None else self.bank_of(self.turn.seat)

    def budget(self) -> int:
        return self.own_grace() + self.own_bank() + self.given()

    # Time passes.

    def pass_minute(self) -> None:
        turn, word = self.turn, self.why()
        turn.minutes.append(word)
        if word == RUNS:
            turn.used += 1
        self.now += MINUTE
        self.look()

    def why(self) -> str:
        """What this minute is to the turn."""
        turn, mover = self.turn, self.mover
        if turn.is_unreachable:
            return "unreachable"
        if self.is_paused:
            return "paused"
        if mover.is_away(self.now):
            return "vacation"
        if self.is_down:
            return "down"
        if mover.lost_since is not None and mover.bounce_minutes:
            self.lose_minute()
            return LOST
        if not turn.has_started:
            return "waits"
        return "weekend" if self.is_weekend(self.now) else RUNS

    def look(self) -> None:
        """Do what is due by itself; nobody does while the service is down."""
        turn = self.turn
        if self.is_down:
            return
        if not turn.has_started and self.now >= turn.since + LATEST_START:
            turn.has_started = True
        if turn.is_late or turn.is_unreachable or self.is_paused:
            return
        if self.mover.lost_since is not None and self.mover.has_run_out:
            turn.is_unreachable = True
            self.forget_minutes_since(self.mover.lost_since)
            return
        if turn.has_started and turn.used >= self.budget():
            up = self.deadline()
            turn.is_late = up is not None and up <= self.now

    def deadline(self) -> datetime | None:
        """The moment at which the time is up, as far as one knows; None: the clock stands."""
        turn, left = self.turn, self.budget()
        if not turn.has_started:
            return None
        words = chain(turn.minutes[turn.granted_at :], self.coming())
        for minute, word in enumerate(words, turn.granted_at):
            if left == 0:
                moment = turn.since + minute * MINUTE
                left = self.quiet_minutes(moment)  # never in quiet hours, but when these end
                if left == 0:
                    return moment
            if word == RUNS:
                left -= 1
            elif word == "stands":
                return None
        raise AssertionError("Time does not end.")

    def coming(self) -> Iterator[str]:
        """What the next minutes will be if nobody does anything."""
        is_lost = self.mover.lost_since is not None and self.mover.bounce_minutes
        if self.is_paused or self.mover.is_away(self.now) or is_lost:
            yield "stands"
        if not self.free_weekends:
            yield from repeat(RUNS)
        moment = self.now
        while True:
            yield "weekend" if self.is_weekend(moment) else RUNS
            moment += MINUTE

    def is_weekend(self, moment: datetime) -> bool:
        return self.free_weekends and (moment.astimezone(ZoneInfo(self.turn.zone)).weekday() >= 5)

    def quiet_minutes(self, moment: datetime) -> int:
        """How many minutes it is still quiet."""
        if self.turn.quiet is None:
            return 0
        begin, end = self.turn.quiet
        local = moment.astimezone(ZoneInfo(self.turn.zone))
        minutes = 0
        while begin <= local.time() or local.time() < end:  # past midnight, in every example
            local += MINUTE
            minutes += 1
        return minutes

    # What people and operators do.

    def press(self, seat: int) -> None:
        self.players[seat].pressed_at = self.now
        self.players[seat].lost_since = None

    def move(self) -> None:
        turn = self.turn
        self.press(turn.seat)
        turn.is_late = turn.is_unreachable = False
        overdrawn = max(0, turn.used - self.own_grace() - self.given())
        left = max(0, self.own_bank() - overdrawn)
        turn.bank_left = max(left, min(left + self.increment, self.cap))
        turn.received_by_then = self.mover.received
        self.standing = [*self.standing, turn]
        self.turn = self.new_turn(1 - turn.seat)
        self.reached.append(self.standing)

    def take_back(self) -> None:
        """The last turn goes on; nobody knew that another had begun."""
        left, self.turn = self.turn, deepcopy(self.standing[-1])
        self.press(self.turn.seat)
        self.standing = self.standing[:-1]
        self.players[left.seat].received -= left.added
        self.mover.received += left.added
        self.turn.added += left.added
        self.turn.minutes += ["taken back"] * len(left.minutes)
        self.reached.append(self.standing)
        self.look()

    def go_back_to(self, ply: int) -> None:
        """The turn that was made at that ply begins anew."""
        self.standing = self.reached[ply]
        seat = 1 - self.standing[-1].seat if self.standing else self.first
        self.turn = self.new_turn(seat)
        self.reached.append(self.standing)
        self.look()

    def give(self, seat: int, minutes: int) -> None:
        self.press(1 - seat)
        player, turn = self.players[seat], self.turn
        if seat == turn.seat and (turn.is_late or turn.is_unreachable):
            player.lost_since = None
            if turn.is_late:
                turn.granted_from, turn.granted_at = player.received, len(turn.minutes)
                turn.count()
            turn.is_late = turn.is_unreachable = False
        player.received += minutes

    def give_all(self, minutes: int) -> None:
        if not self.turn.is_late:
            self.mover.received += minutes
            self.turn.added += minutes

    def letter_arrives(self) -> None:
        self.turn.has_started = True
        self.turn.letter_left_at = self.now
        if self.mover.lost_since is not None and self.now > self.mover.lost_since:
            self.mover.lost_since = None

    def letter_is_lost(self) -> None:
        """The minutes since it left were not theirs; nor since the turn began, if it never left."""
        since = self.turn.letter_left_at or self.turn.since
        pressed_at = self.mover.pressed_at
        if self.mover.lost_since is None and not (pressed_at and pressed_at > since):
            self.mover.lost_since, self.mover.has_run_out = since, False
            self.forget_minutes_since(since)
        self.look()

    def forget_minutes_since(self, moment: datetime) -> None:
        """Let no minute count from then on, as long as lost letters may stop the clock."""
        minutes = self.turn.minutes
        first = (moment - self.turn.since) // MINUTE
        for place in range(max(first, 0), len(minutes)):
            if self.turn.is_unreachable:
                minutes[place] = "unreachable" if minutes[place] == RUNS else minutes[place]
            elif minutes[place] in (RUNS, "weekend", "waits") and self.mover.bounce_minutes:
                minutes[place] = LOST
                self.lose_minute()
        self.turn.count()

    def lose_minute(self) -> None:
        self.mover.bounce_minutes -= 1
        self.mover.has_run_out = not self.mover.bounce_minutes
