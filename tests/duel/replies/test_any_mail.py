"""Whatever comes in whenever and is read however late, no clock beats a mail that came in time.

Through the real receipt, reading and sweeps, against a model that remembers every minute of the
turn and forgets those that must not count: while a mail of the player lay unread, while the clocks
were stopped, while no mail could come in.
"""

import re
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import count

import hypothesis
import pytest
import time_machine
from django.core.cache import cache
from django.db import transaction
from hypothesis import HealthCheck, Phase
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from pytest_django.fixtures import Settings

from accounts.models import User
from duel.clocks.turn_clock import clock_of
from duel.errors import Refused
from duel.models import Game, Seat
from duel.record.log import read_log
from duel.timekeeping.clocks import claim
from duel.timekeeping.mail import MailIsWaiting, NoMailComesIn
from engine.kinds import Channel
from engine.record import Entry
from mail.addresses import reply_address
from mail.inbound.heartbeats import beat
from mail.inbound.processing import read_mail
from mail.inbound.receipt import receive
from mail.inbound.services import read_again
from mail.models import InboundMail
from support.decisions import Ruling
from tests.duel.clocks.ticking import MONDAY, begin_with, everybody_has_moved, start_clock, sweep_at
from tests.duel.replies.mailing import key_of, raw_mail
from tests.duel.tables import assert_sound, legal_moves, submit
from tests.support.decisions.verbs import hold, pause, resume

EXAMPLES, STEPS = 40, 25
MINUTE, HOUR = timedelta(minutes=1), timedelta(hours=1)
GRACE = 24 * HOUR
SILENT_AFTER, HELD_AFTER, SILENT_AT_MOST = 10 * MINUTE, 2 * HOUR, 12 * HOUR
HELD_AT_MOST = 24 * HOUR
MOST_TURNS = 8
"""For so many turns there are tokens to take, and nobody has too many."""
WAYS = {"smtp": "mailserver", "imap": "imap"}
STRANGER = "stranger@elsewhere.example"
ENDS = ("flag", "timeout", "cancel", "claim")
WATCHED = (
    *("ended", "held", "resumed", "silent", "played late", "given back"),
    *("claimed", "claimed in vain", "lay in a silence", "hold ended"),
)
"""What has to happen in some example."""

seats = st.integers(0, 1)
passing = st.sampled_from([0, 1, 2, 9, 30, 60, 119, 121, 600, 719, 721, 1435, 1440, 2000])
which_game = st.sampled_from([0, 0, 0, 1])
"""Where late players may be claimed there is more to see than where they lose at once."""
texts = st.sampled_from(["move", "move", "garbage"])
_numbers = count(1)


@dataclass
class Sent:
    """A mail that somebody wrote, and what is known of it."""

    seat: int
    ply: int
    move: str
    to: str = field(repr=False)
    raw: bytes = field(repr=False)
    received_at: datetime
    is_owner: bool = True
    pk: int = 0
    has_failed: bool = False
    is_read: bool = False

    @property
    def is_unread(self) -> bool:
        return self.waits or self.has_failed

    @property
    def waits(self) -> bool:
        return bool(self.pk) and self.is_owner and not self.is_read and not self.has_failed


@dataclass
class SlowTurn:
    """The turn that is being made: each of its minutes, and whether it counts."""

    seat: int
    since: datetime
    minutes: dict[datetime, bool] = field(default_factory=dict)

    def forget(self, begin: datetime, end: datetime) -> None:
        for minute in self.minutes:
            if begin <= minute < end:
                self.minutes[minute] = False

    @property
    def left(self) -> timedelta:
        return GRACE - sum(self.minutes.values()) * MINUTE

    @property
    def deadline(self) -> datetime | None:
        """When its time was up, if it is."""
        counted = [minute for minute, counts in self.minutes.items() if counts]
        needed = GRACE // MINUTE
        return counted[needed - 1] + MINUTE if len(counted) >= needed else None


class AnyMail(RuleBasedStateMachine):
    """One game, lived through by the service and by the model."""

    traveller: time_machine.Traveller
    settings: Settings
    games: list[Game]
    operator: User
    seen: dict[str, int]
    """How often what must not be missed has happened in all examples."""

    def __init__(self) -> None:
        super().__init__()
        self.savepoint = transaction.atomic()
        # As Django marks its own: mail is committed within it.
        self.savepoint._from_testcase = True  # type: ignore[attr-defined]
        self.savepoint.__enter__()
        self.traveller.move_to(MONDAY)
        cache.clear()  # of how many mails came lately

    def teardown(self) -> None:
        transaction.set_rollback(True)
        self.savepoint.__exit__(None, None, None)

    @initialize(number=which_game, ways=st.sets(st.sampled_from(sorted(WAYS))))
    def begin(self, number: int, ways: set[str]) -> None:
        self.settings.WAYS_IN = ["webhook", *sorted(ways)]
        self.now = MONDAY
        self.mails: list[Sent] = []
        self.mailbox: list[Sent] = []
        self.alive, self.good_at = set(ways), dict.fromkeys(ways, MONDAY)
        self.silent_since: datetime | None = None
        self.stopped_by = ""
        self.resumed_at: datetime | None = None
        self.held_at = MONDAY
        self.last_read: dict[int, datetime] = {}
        self.late: int | None = None
        self.turns = 0
        self.game = self.games[number]
        self.signs_of_life()
        self.turn_begins()

    # What both of them look at.

    @property
    def runs(self) -> bool:
        return self.game.result is None

    @property
    def entries(self) -> list[Entry]:
        return read_log(Game.objects.get(pk=self.game.pk)).entries

    def seat(self, number: int) -> Seat:
        return Seat.objects.select_related("game", "user").get(game=self.game, number=number)

    def turn_begins(self) -> None:
        """Let the letter that brings the turn arrive at once."""
        start_clock(self.game)
        assert self.game.to_move is not None
        self.turn = SlowTurn(self.game.to_move, self.now)
        self.late = None

    def signs_of_life(self) -> None:
        for way in self.alive:
            self.good_at[way] = self.now
            beat(WAYS[way], at=self.now)

    def silence(self) -> datetime | None:
        last = (at for at in self.good_at.values() if self.now - at > SILENT_AFTER)
        return min(last, default=None)

    def unread(self, seat: int, before: datetime) -> list[Sent]:
        mails = [each for each in self.mails if each.waits and each.seat == seat]
        return sorted(
            (each for each in mails if each.received_at <= before),
            key=lambda each: (each.received_at, each.pk),
        )

    def waited_for(self, seat: int, before: datetime) -> list[Sent]:
        """The unread ones, but for those for which an operator has decided not to wait."""
        resumed_at = self.resumed_at
        mails = self.unread(seat, before)
        return [each for each in mails if resumed_at is None or each.received_at > resumed_at]

    def may_end(self, deadline: datetime) -> bool:
        """Whether the time of the turn may end now, which was up at the deadline."""
        if self.waited_for(self.turn.seat, deadline):
            return False
        if self.now >= deadline + SILENT_AT_MOST:
            return True
        is_polled = "imap" not in self.good_at or self.good_at["imap"] > deadline
        return is_polled and self.silence() is None

    # Time.

    @precondition(lambda self: self.runs)
    @rule(minutes=passing, is_swept=st.booleans())
    def time_passes(self, minutes: int, is_swept: bool) -> None:
        for _ in range(minutes):
            self.turn.minutes[self.now] = not self.stopped_by and self.late is None
            self.now += MINUTE
        self.traveller.move_to(self.now)
        self.signs_of_life()
        if is_swept:
            self.sweep()

    @precondition(lambda self: self.runs and not self.stopped_by and self.late is None)
    @rule(
        text=texts,
        before=st.sampled_from([1, 5, 90, 700]),
        after=st.sampled_from([0, 1, 119, 130, 800]),
        is_read=st.booleans(),
    )
    def a_mail_comes_in_time(self, text: str, before: int, after: int, is_read: bool) -> None:
        """And lies there while the time runs out."""
        if (early := self.turn.left // MINUTE - before - 1) > 0:
            self.time_passes(early, is_swept=True)
        if self.runs and self.late is None:
            self.somebody_writes(self.turn.seat, text, at_once=False)
            self.time_passes(before + after, is_swept=True)
        if self.runs and is_read:
            self.mails_are_read()

    @precondition(lambda self: self.runs)
    @rule(after=st.sampled_from([0, 1, 60, 721]))
    def the_time_runs_out(self, after: int) -> None:
        if self.turn.left > timedelta(0):
            self.time_passes(self.turn.left // MINUTE + after, is_swept=True)

    @precondition(lambda self: self.runs and self.stopped_by == "service")
    @rule(more=st.sampled_from([0, 1, 60]))
    def nobody_reads_the_mail_for_a_day(self, more: int) -> None:
        self.time_passes(HELD_AT_MOST // MINUTE + more, is_swept=True)

    def sweep(self) -> None:
        self.save_silence()
        before = len(self.entries)
        ends_hold = self.end_hold()
        deadline = self.turn.deadline
        sweep_at(self.now, self.traveller)
        self.game.refresh_from_db()
        written = [each.kind for each in self.entries[before:] if each.kind != "clock"]
        assert ("resume" in written) == ends_hold
        written = [kind for kind in written if kind not in ("resume", "extend")]
        if self.stopped_by or self.late is not None or deadline is None:
            assert not set(written) & {*ENDS, "hold"}
        elif self.may_end(deadline):
            assert written == ["flag" if self.game.late_may_be_claimed else "timeout"]
        elif self.is_to_be_held(deadline):
            assert written == ["hold"]
        else:
            assert not written
        if set(written) & set(ENDS):
            assert deadline is not None
            assert self.may_end(deadline)
            self.seen["ended"] += 1
            self.late = self.turn.seat
        if "hold" in written:
            assert deadline is not None
            assert self.is_to_be_held(deadline)
            self.seen["held"] += 1
            self.stopped_by, self.held_at = "service", self.now

    def end_hold(self) -> bool:
        """Whether a game that is held for a mail goes on without it; then its time comes back."""
        if self.stopped_by != "service":
            return False
        seat = self.held_for
        mails = self.waited_for(seat, self.now)
        if mails and self.now < self.held_at + HELD_AT_MOST:
            return False
        came_at = min([self.held_at - HELD_AFTER, *(each.received_at for each in mails)])
        self.give_back(seat, came_at)
        self.stopped_by, self.resumed_at = "", self.now
        self.seen["hold ended"] += 1
        return True

    def give_back(self, seat: int, received_at: datetime) -> bool:
        """Whether the turn has the time back since a mail of the seat came in.

        But for the time in which earlier ones of the same player were being read.
        """
        turn = self.turn
        since = max(received_at, self.last_read.get(seat, received_at))
        is_of_turn = seat == turn.seat and turn.since < received_at
        if self.late is not None:
            return is_of_turn and self.comes_back_in_time(received_at)
        if not is_of_turn or self.now - since <= MINUTE:
            return False
        turn.forget(since, self.now)
        return True

    def comes_back_in_time(self, received_at: datetime) -> bool:
        """Whether a mail that was given up and is read again had come before the time was up."""
        self.turn.forget(received_at, self.now)
        if self.turn.left <= timedelta(0):
            return False
        self.late = None
        return True

    def is_to_be_held(self, deadline: datetime) -> bool:
        mails = self.waited_for(self.turn.seat, deadline)
        return bool(mails) and self.now >= mails[0].received_at + HELD_AFTER

    def save_silence(self) -> None:
        since = self.silence()
        if since is not None:
            self.silent_since = self.silent_since or since
            self.seen["silent"] += 1
        elif self.silent_since is not None:
            if self.late is None:
                self.turn.forget(max(self.silent_since, self.now - SILENT_AT_MOST), self.now)
            self.silent_since = None

    # Ways in.

    @precondition(lambda self: self.runs and self.good_at)
    @rule(data=st.data())
    def a_way_falls_silent_or_comes_back(self, data: st.DataObject) -> None:
        self.alive ^= {data.draw(st.sampled_from(sorted(self.good_at)))}
        self.look_into_the_mailbox()
        self.signs_of_life()

    def look_into_the_mailbox(self) -> None:
        if "imap" in self.alive:
            for mail in self.mailbox:
                self.take_in(mail, "imap")
            self.mailbox.clear()

    @precondition(lambda self: self.runs and self.good_at and self.late is None)
    @rule(
        before=st.sampled_from([0, 11, 600]),
        lies=st.sampled_from([2, 60, 700]),
        after=st.sampled_from([0, 11, 300, 720]),
        is_swept=st.booleans(),
    )
    def a_mail_lies_in_a_silence(self, before: int, lies: int, after: int, is_swept: bool) -> None:
        """It has come by a way that is well, and both begin and end at any time."""
        self.alive.clear()
        self.time_passes(before, is_swept=is_swept)
        if self.runs and self.late is None:
            self.time_passes(1, is_swept=False)
            self.take_in(self.written(self.turn.seat, "garbage"), "webhook")
            self.time_passes(lies, is_swept=is_swept)
        if self.runs:
            self.mails_are_read()
            self.time_passes(after, is_swept=is_swept)
        self.alive = set(self.good_at)
        self.look_into_the_mailbox()
        self.time_passes(1, is_swept=True)
        self.seen["lay in a silence"] += 1

    # Mail.

    @precondition(lambda self: self.runs)
    @rule(seat=seats, text=texts, at_once=st.booleans())
    def somebody_writes(self, seat: int, text: str, at_once: bool) -> None:
        self.time_passes(1, is_swept=False)  # no two things come in at the very same moment
        mail = self.written(seat, text)
        if "imap" in self.good_at and "imap" not in self.alive:
            self.mailbox.append(mail)
            return
        self.take_in(mail, "smtp")
        if at_once and not self.waits_behind(mail):
            self.read(mail)

    @precondition(lambda self: self.runs)
    @rule(seat=seats, is_read=st.booleans(), is_machine=st.booleans())
    def not_the_player_writes(self, seat: int, is_read: bool, is_machine: bool) -> None:
        """Somebody else, or a machine in the name of the player."""
        mail = self.written(seat, "move", sender="" if is_machine else STRANGER)
        mail.is_owner = False
        if is_machine:
            mail.raw = b"Auto-Submitted: auto-replied\n" + mail.raw
        before = len(self.entries)
        self.take_in(mail, "smtp")
        if is_machine or is_read:
            read_mail(mail.pk)
            outcome = InboundMail.objects.get(pk=mail.pk).outcome
            # Empty: it waits behind an earlier one, which nobody reads.
            assert outcome in (["machine"] if is_machine else ["foreign", ""])
        assert len(self.entries) == before

    def written(self, number: int, text: str, *, sender: str = "") -> Sent:
        seat = self.seat(number)
        move = self.takes()[0] if text == "move" and self.turns < MOST_TURNS else ""
        assert seat.user is not None
        key = key_of(self.game, seat)
        words = move or f"what a lovely day, number {next(_numbers)}"
        raw = raw_mail(key, words, sender=sender or seat.user.email)
        return Sent(number, self.game.ply, move, reply_address(key), raw, self.now)

    def takes(self) -> list[str]:
        """The moves by which one token is taken."""
        return [move for move in legal_moves(self.game) if re.fullmatch("take ..", move)]

    def take_in(self, mail: Sent, way: str) -> None:
        receipt = receive(mail.raw, recipients=[mail.to], way=way, received_at=mail.received_at)
        assert receipt.pks
        mail.pk = receipt.pks[0]
        self.mails.append(mail)

    def waits_behind(self, mail: Sent) -> bool:
        return self.unread(mail.seat, mail.received_at)[0] is not mail

    @precondition(lambda self: self.runs and any(each.waits for each in self.mails))
    @rule()
    def mails_are_read(self) -> None:
        """Those that are in the queue, each once its forerunners of the same seat were read."""
        for mail in sorted(self.mails, key=lambda each: (each.received_at, each.pk)):
            if mail.waits and self.runs:
                self.read(mail)

    @precondition(lambda self: self.runs and any(each.is_unread for each in self.mails))
    @rule(data=st.data())
    def a_mail_cannot_be_read_or_is_taken_up(self, data: st.DataObject) -> None:
        """Of one that broke its reader no clock knows any more, until it is read again."""
        mail = data.draw(st.sampled_from([each for each in self.mails if each.is_unread]))
        if mail.has_failed:
            assert read_again(InboundMail.objects.get(pk=mail.pk))
        else:
            InboundMail.objects.filter(pk=mail.pk).update(status="failed")
        mail.has_failed = not mail.has_failed

    @precondition(lambda self: not self.runs)
    @rule()
    def mail_changes_nothing_after_the_end(self) -> None:
        before = len(self.entries)
        for mail in self.mails:
            read_mail(mail.pk)
        assert len(self.entries) == before

    def read(self, mail: Sent) -> None:
        before, turn = len(self.entries), self.turn
        can_be_played = mail.move and (mail.ply, mail.seat) == (self.game.ply, turn.seat)
        held_for = turn.seat if self.stopped_by != "service" else self.held_for
        read_mail(mail.pk)
        after = len(self.entries)
        assert read_mail(mail.pk) is None, "It is read once."
        assert len(self.entries) == after
        mail.is_read = True
        self.game.refresh_from_db()
        outcome = InboundMail.objects.get(pk=mail.pk).outcome
        written = self.entries[before:]
        moves = [each for each in written if each.kind == "move"]
        is_late = self.now - mail.received_at > MINUTE
        if can_be_played:
            assert outcome == "played"
            assert [(each.seat, each.text) for each in moves] == [(mail.seat, mail.move)]
            assert datetime.fromisoformat(moves[0].time) == mail.received_at
            self.seen["played late"] += is_late
            self.moved()
        else:
            assert not moves
            assert outcome in ("stale", "repeated", "refused", "asked", "thanks")
            if is_late and self.give_back(mail.seat, mail.received_at):
                self.seen["given back"] += 1
        self.last_read[mail.seat] = self.now
        kinds = [each.kind for each in written]
        goes_on = is_late and not self.unread(held_for, self.now)
        assert ("resume" in kinds) == (self.stopped_by == "service" and goes_on)
        if "resume" in kinds:
            self.stopped_by, self.resumed_at = "", self.now
            self.seen["resumed"] += 1

    @property
    def held_for(self) -> int:
        entries = self.entries
        last = max(each.seq for each in entries if each.kind == "hold")
        moves = [each.seat for each in entries if each.seq > last and each.kind == "move"]
        return moves[0] if moves and moves[0] is not None else self.turn.seat

    def moved(self) -> None:
        self.turns += 1
        self.turn_begins()

    # Players and operators.

    @precondition(lambda self: self.runs and self.turns < MOST_TURNS)
    @rule()
    def moves_by_link(self) -> None:
        self.time_passes(1, is_swept=False)
        submit(self.game, self.takes()[-1])
        self.moved()

    @precondition(lambda self: self.runs and self.late is not None)
    @rule()
    def claims(self) -> None:
        assert self.late is not None
        waits = self.waited_for(self.late, self.now)
        try:
            claim(public_id=self.game.public_id, seat=1 - self.late, channel=Channel.LINK)
        except MailIsWaiting:
            assert waits
            self.seen["claimed in vain"] += 1
        except NoMailComesIn:
            assert not waits
            assert self.silence() is not None
        except Refused:
            assert self.stopped_by
        else:
            assert not waits
            assert not self.stopped_by
            self.seen["claimed"] += 1
        self.game.refresh_from_db()

    @precondition(lambda self: self.runs and not self.stopped_by and self.late is None)
    @rule(text=texts)
    def the_late_player_writes_before_the_claim(self, text: str) -> None:
        self.the_time_runs_out(721)
        if self.runs and self.late is not None:
            self.somebody_writes(self.late, text, at_once=False)
            self.claims()

    @precondition(lambda self: self.runs)
    @rule(is_hold=st.booleans())
    def an_operator_stops_the_clocks_or_lets_them_go_on(self, is_hold: bool) -> None:
        ruling = Ruling(self.operator, self.game.public_id, "It is needed.", self.game.seq)
        if self.stopped_by:
            resume(ruling)
            self.stopped_by, self.resumed_at = "", self.now
        else:
            (hold if is_hold else pause)(ruling)
            self.stopped_by = "operator"
        self.game.refresh_from_db()

    @invariant()
    def no_clock_beats_a_mail(self) -> None:
        if not hasattr(self, "turn"):
            return
        assert_sound(self.game)
        log = read_log(self.game)
        assert log.course.stopped == bool(self.stopped_by)
        if not self.runs:
            return
        assert log.history.turn.seat == self.turn.seat
        assert log.course.flagged == self.late
        clock = clock_of(log)
        if self.late is not None or clock is None:
            assert self.late is not None
            return
        assert clock.budget - clock.time_used(self.now) == self.turn.left


@pytest.mark.only_on("postgresql")  # random input
def test_no_clock_beats_any_mail_that_came_in_time(
    traveller: time_machine.Traveller,
    ada: User,
    bruno: User,
    olga: User,
    settings: Settings,
) -> None:
    settings.UNSEND_SECONDS = 0
    games = [
        begin_with(ada, bruno, grace=86400, late_may_be_claimed=is_claimed)
        for is_claimed in (True, False)
    ]
    for game in games:
        everybody_has_moved(game)
    AnyMail.traveller, AnyMail.settings, AnyMail.games = traveller, settings, games
    AnyMail.operator = olga
    AnyMail.seen = dict.fromkeys(WATCHED, 0)
    run_state_machine_as_test(
        AnyMail,
        settings=hypothesis.settings(
            max_examples=EXAMPLES,
            stateful_step_count=STEPS,
            suppress_health_check=list(HealthCheck),
            phases=[Phase.generate],  # to look for a shorter example would take very long
        ),
    )
    never = [what for what, times in AnyMail.seen.items() if not times]
    assert not never, "The machine has missed what it is for."
