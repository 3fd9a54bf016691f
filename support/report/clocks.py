"""The clock of the present or last turn, in sentences; `support.report.diagnosis` calls it."""

from collections.abc import Iterator
from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext

from duel.clocks.turn_clock import LATEST_START, added_times, clock_of, unreachable_from
from duel.record.events import is_for_mail
from duel.record.read_only_log import ReadOnlyLog
from duel.timeline.entries import start_words
from duel.words.naming import duration, moment, span
from engine.kinds import Kind
from engine.record import Entry
from support.lists import SWEEP_PATIENCE
from support.report.game_report import Finding, GameReport
from support.report.people import Player


def clock_findings(
    report: GameReport, log: ReadOnlyLog, player: Player, *, now: datetime
) -> Iterator[Finding]:
    """Yield what is to be known about the clock of a running game, whose turn is the player's."""
    stopped = list(_why_stopped(log, player, now))
    yield from stopped or _running(log, player, now)
    if stopped and log.course.flagged is None and (clock := clock_of(log)) is not None:
        left = {"name": player.name, "time": span(clock.time_left(now))}
        yield _finding(gettext("Once it goes on, %(name)s has %(time)s left.") % left)
    yield from _changes(log, player)
    yield from _neglect(report, is_stopped=bool(stopped), now=now)


def last_turn_findings(log: ReadOnlyLog, player: Player) -> Iterator[Finding]:
    """Yield how the clock went in the last turn of a game that is over."""
    turn = log.history.turn
    words = {"name": player.name, "since": moment(turn.since)}
    yield _finding(gettext("The last turn, of %(name)s, had begun %(since)s.") % words)
    yield _started(log, player)
    yield from _changes(log, player)
    deadline = clock.deadline if (clock := clock_of(log)) else None
    if deadline is not None:
        words = {"when": moment(deadline)}
        yield _finding(gettext("The time for it was up, or would have been, %(when)s.") % words)


def _why_stopped(log: ReadOnlyLog, player: Player, now: datetime) -> Iterator[Finding]:
    """Yield why the clock stands still, or is of no matter any more."""
    if log.course.flagged is not None and log.history.is_unreachable(player.seat.number):
        sentence = gettext("Letters to %(name)s came back for seven days; the game may be claimed.")
        yield _bad_finding(sentence % {"name": player.name})
    elif log.course.flagged is not None:
        at = log.history.turn.flagged_at or now
        sentence = gettext("The time of %(name)s was up %(when)s; the game may be claimed.")
        yield _bad_finding(sentence % {"name": player.name, "when": moment(at)})
    for vacant in sorted(log.course.vacant):
        ends_at = log.open_until(vacant)
        sentence = gettext("All clocks stand still: a seat is offered to others until %(until)s.")
        yield _finding(sentence % {"until": moment(ends_at) if ends_at else "?"})
    if log.course.stopped:
        stop = [entry for entry in log.entries if entry.kind in (Kind.HOLD, Kind.PAUSE)][-1]
        when = {"when": moment(datetime.fromisoformat(stop.time))}
        yield _bad_finding(" ".join([_who_stopped(stop) % when, _until_when(stop)]))
    if log.history.is_on_vacation(player.seat.number):
        until = moment(player.vacation.ends_at) if player.vacation else gettext("nobody knows when")
        sentence = gettext("The clock stands still: %(name)s is on vacation until %(until)s.")
        yield _finding(sentence % {"name": player.name, "until": until})
    came_back_until = unreachable_from(log)
    if log.course.flagged is None and came_back_until is not None:
        sentence = gettext(
            "The clock stands still because letters to %(name)s come back, until %(until)s at most."
        )
        yield _bad_finding(sentence % {"name": player.name, "until": moment(came_back_until)})


def _who_stopped(stop: Entry) -> str:
    if is_for_mail(stop):
        return gettext("The service stopped the clocks %(when)s: a mail was not read yet.")
    if stop.kind == Kind.HOLD:
        return gettext("An operator stopped the clocks %(when)s, to look into the game.")
    return gettext("An operator stopped the clocks %(when)s.")


def _until_when(stop: Entry) -> str:
    if is_for_mail(stop):
        return gettext("They go on when it is read, or when somebody resumes the game.")
    return gettext("They stand still until somebody resumes the game.")


def _running(log: ReadOnlyLog, player: Player, now: datetime) -> Iterator[Finding]:
    yield _started(log, player)
    clock = clock_of(log)
    deadline = clock.deadline if clock else None
    if deadline is None:
        return
    words = {"when": moment(deadline), "time": span(abs(deadline - now))}
    if deadline > now:
        yield _finding(gettext("Time left: %(time)s, until %(when)s.") % words)
    else:
        sentence = gettext("The time was up %(when)s, %(time)s ago, and nobody has noticed yet.")
        yield _bad_finding(sentence % words)


def _started(log: ReadOnlyLog, player: Player) -> Finding:
    turn = log.history.turn
    if player.seat.is_bot:
        return _finding(gettext("%(name)s is to move, and has no clock.") % {"name": player.name})
    if turn.started_at is None:
        latest = {"name": player.name, "when": moment(turn.since + LATEST_START)}
        sentence = gettext(
            "The clock of %(name)s has not started: it does when the letter has left, at the "
            "latest %(when)s."
        )
        return _finding(sentence % latest)
    why = next((entry.text for entry in reversed(log.entries) if entry.kind == Kind.CLOCK), "")
    words = {"when": moment(turn.started_at), "why": start_words(why), "name": player.name}
    if turn.was_granted:
        sentence = gettext("The clock of %(name)s has run anew since %(when)s: time was granted.")
        return _finding(sentence % words)
    return _finding(gettext("The clock of %(name)s started %(when)s: %(why)s.") % words)


def _changes(log: ReadOnlyLog, player: Player) -> Iterator[Finding]:
    """Yield what was given or given back in this turn."""
    turn, game = log.history.turn, log.game
    given = int(turn.given.total_seconds())
    if given:
        words = {"name": player.name, "time": duration(given)}
        yield _finding(gettext("For this turn %(name)s was given %(time)s more.") % words)
    for given_at, seconds in added_times(log, turn):
        words = {"when": moment(given_at), "time": duration(seconds)}
        yield _finding(gettext("Operators gave all games %(time)s more %(when)s.") % words)
    if turn.started_at is not None:
        until = turn.ended_at or game.ended_at or timezone.now()
        for began_at, ended_at in log.interruptions.outages:
            if ended_at <= turn.started_at or began_at >= until:
                continue
            words = {"begin": moment(began_at), "end": moment(ended_at)}
            sentence = gettext(
                "The service stood still from %(begin)s to %(end)s; it was given back."
            )
            yield _finding(sentence % words)
    if game.bank or game.increment:
        words = {"name": player.name, "time": duration(player.seat.clock_bank)}
        yield _finding(gettext("The bank of %(name)s held %(time)s when the turn began.") % words)


def _neglect(report: GameReport, *, is_stopped: bool, now: datetime) -> Iterator[Finding]:
    """Yield that the sweep does not do its work here."""
    alarm_at, deadline = report.alarm_at, report.game.deadline
    if alarm_at is None and deadline is None and not is_stopped:
        yield _bad_finding(
            gettext("Nothing is due: nobody will be reminded, and no time will be up.")
        )
    elif alarm_at is not None and deadline is not None and alarm_at > deadline:
        sentence = gettext(
            "The sweep could not work out the clock and left it alone until %(when)s."
        )
        yield _bad_finding(sentence % {"when": moment(alarm_at)})
    elif alarm_at is not None and alarm_at < now - SWEEP_PATIENCE:
        sentence = gettext("The sweep was to see to this game %(when)s and did not: does it run?")
        yield _bad_finding(sentence % {"when": moment(alarm_at)})


def _finding(sentence: str) -> Finding:
    return Finding(sentence, "clock")


def _bad_finding(sentence: str) -> Finding:
    return Finding(sentence, "clock", is_bad=True)
