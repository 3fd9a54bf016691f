"""The clock in words to one reader: the time left and what lengthened it; letters call it."""

from datetime import datetime, timedelta

from django.utils import timezone
from django.utils.translation import gettext

from accounts.models import User
from duel.clocks.history import Turn
from duel.clocks.turn_clock import added_times, clock_of
from duel.models import Vacation
from duel.perspective.perspective import Perspective, PlayerPerspective, log_behind
from duel.record.events import is_for_mail
from duel.record.read_only_log import ReadOnlyLog
from duel.record.selectors import player_names
from duel.timekeeping.in_words import away_sentences, vacancy_sentences, why_the_turn_is_longer
from duel.words.naming import DAY, HOUR, by_the_clock_of, duration, others
from duel.words.terms import in_full, leaving_sentences, terms_of
from engine.kinds import Channel, Kind
from engine.record import Entry


def expected_deadline(perspective: Perspective) -> datetime | None:
    """Return when the time is up if the clock runs or starts now (for letters); None if stopped."""
    clock = clock_of(log_behind(perspective), if_arrives_at=timezone.now())
    return clock.deadline if clock else None


def _newcomer_sentences(log: ReadOnlyLog, seat: int) -> list[str]:
    """Return who has taken the seat of a player who left, since the last turn of this one."""
    turn = log.history.turn
    last = turn.before if turn.seat == seat else None
    since = last.ended_at if last and last.ended_at else log.history.began_at
    return [
        gettext("%(name)s plays on in the seat of a player who left.")
        % {"name": log.seats[entry.seat].user}
        for entry in log.entries
        if entry.kind == Kind.REPLACE
        and entry.channel in (Channel.LOBBY, Channel.CLOCK)
        and entry.seat not in (None, seat)
        and datetime.fromisoformat(entry.time) >= since
    ]


def why_called_off(perspective: Perspective) -> str:
    """Return why a game was called off that nobody asked to end; nothing if it ended otherwise."""
    log, names, viewer = log_behind(perspective), perspective.names, perspective.number
    last = log.entries[-1] if log.entries else None
    late = log.history.turn.seat
    words = {"name": names[late]}
    if last is None or last.kind != Kind.CANCEL:
        return ""
    if last.text == "unplayed":
        if late == viewer:
            return gettext("You did not make your first turn in time.")
        return gettext("%(name)s did not make the first turn in time.") % words
    if last.text == "unreachable" and late != viewer:
        return gettext("Letters to %(name)s kept coming back.") % words
    return gettext("Letters to you kept coming back.") if last.text == "unreachable" else ""


def left_words(perspective: Perspective) -> str:
    """Return how much time the turn has left; nothing while its clock does not run."""
    now = timezone.now()
    clock = clock_of(log_behind(perspective))
    deadline = clock.deadline if clock else None
    return duration(_rough(deadline - now)) if deadline and deadline > now else ""


def clock_sentences(
    perspective: PlayerPerspective,
    reader: User,
    *,
    with_terms: bool = True,
    with_gifts: bool = True,
) -> list[str]:
    """Return what a player has to know about time beside the deadline, but what was said before."""
    log, seat = log_behind(perspective), perspective.number
    terms = terms_of(log.game)
    time = terms.time
    sentences: list[str] = []
    if with_terms:
        sentences += [*in_full(time, seats=terms.seats), *leaving_sentences(terms)]
    if time.bank or time.increment:
        bank = duration(log.seats[seat].bank_left)
        sentences.append(gettext("Your bank holds %(time)s.") % {"time": bank})
    return [
        *sentences,
        *vacancy_sentences(log.seats, reader),
        *_newcomer_sentences(log, seat),
        *away_sentences(_vacations_of_others(log, reader), reader),
        *_bounce_sentences(log, seat, reader),
        *(gifts_of_players(perspective) if with_gifts else []),
        *time_given_back(perspective, reader),
        *_report_sentences(log, seat),
        *_mail_sentences(log, seat),
    ]


def gifts_of_players(perspective: PlayerPerspective) -> list[str]:
    """Return what other players have given for the turn that the reader is making."""
    log, seat = log_behind(perspective), perspective.number
    turn = log.history.turn
    if log.course.outcome is not None or turn.seat != seat:
        return []
    since = turn.paid.ended_at if turn.paid and turn.paid.ended_at else log.history.began_at
    sentence = gettext("%(name)s has given you %(time)s for this turn.")
    return [
        sentence % {"name": giver_in(log, entry, seat), "time": duration(int(entry.text))}
        for entry in log.entries
        if (entry.kind, entry.seat) == (Kind.EXTEND, seat)
        and entry.person is not None
        and datetime.fromisoformat(entry.time) >= since
    ]


def gift_words(perspective: PlayerPerspective, seq: int) -> tuple[str, str]:
    """Return who has given the reader time by the entry of that number, and how much."""
    log = log_behind(perspective)
    given = log.entry(seq)
    return giver_in(log, given, perspective.number), duration(int(given.text))


def giver_in(log: ReadOnlyLog, given: Entry, seat: int) -> str:
    """Return who has given time to this seat, also if somebody else sits there by now."""
    names = player_names(log.seats)
    givers = [each.number for each in log.seats if each.person == given.person]
    if givers:
        return names[givers[0]]
    return others(names, seat)[0] if len(names) == 2 else gettext("a player who left")


def _report_sentences(log: ReadOnlyLog, seat: int) -> list[str]:
    """Return that a report has lengthened the turn, for the player who makes it."""
    is_own = log.course.outcome is None and log.history.turn.seat == seat
    was_given = any(entry.channel == Channel.REPORT for entry in log.entries)
    return why_the_turn_is_longer(log.game, name="", is_own=True) if is_own and was_given else []


def _mail_sentences(log: ReadOnlyLog, seat: int) -> list[str]:
    """Return that the turn is longer by the time for which its player's mail lay unread."""
    turn = log.history.turn
    if log.course.outcome is not None or turn.seat != seat:
        return []
    given = (
        int(entry.text)
        for entry in log.entries
        if entry.kind == Kind.EXTEND
        and is_for_mail(entry)
        and datetime.fromisoformat(entry.time) >= turn.since
    )
    if not (seconds := sum(given)):
        return []
    sentence = gettext("A mail of yours lay unread for %(time)s. That time was given back.")
    return [sentence % {"time": duration(seconds)}]


def _vacations_of_others(log: ReadOnlyLog, reader: User) -> list[tuple[User | None, Vacation]]:
    playing = [log.seats[number].user for number in log.course.playing]
    others = {player for player in playing if player is not None and player != reader}
    away: list[tuple[User | None, Vacation]] = [
        (person, each) for person in others for each in log.vacations_of(person)
    ]
    return sorted(away, key=lambda one: one[1].begins_at)


def _bounce_sentences(log: ReadOnlyLog, seat: int, reader: User) -> list[str]:
    """Return that letters with the seat's turn were lost, and what that meant for its clock."""
    turn = log.history.turn
    bounces = log.history.bounces.get(seat, []) if turn.seat == seat else []
    sentences = []
    for begin, end in bounces:
        if (end or timezone.now()) <= turn.since or log.course.flagged is not None:
            continue
        words = {"begin": by_the_clock_of(reader, begin)}
        if end is None:
            sentence = gettext(
                "An earlier letter with this turn did not reach you. The clock has stood still "
                "since %(begin)s, for seven days in a game at most, and goes on with this letter."
            )
        else:
            words["end"] = by_the_clock_of(reader, end)
            sentence = gettext(
                "Letters did not reach you from %(begin)s to %(end)s. The clock stood still "
                "meanwhile, for seven days in a game at most."
            )
        sentences.append(sentence % words)
    return sentences


def time_given_back(perspective: PlayerPerspective, reader: User) -> list[str]:
    """Return which outages and which time for all games have lengthened the reader's turn."""
    log, seat = log_behind(perspective), perspective.number
    sentences = []
    for began_at, ended_at in _outages_of(log, seat):
        words = {
            "begin": by_the_clock_of(reader, began_at),
            "end": by_the_clock_of(reader, ended_at),
        }
        sentences.append(
            gettext("The service did not work from %(begin)s to %(end)s. That time was given back.")
            % words
        )
    for given_at, seconds in _added_to(log, seat):
        added = {"when": by_the_clock_of(reader, given_at), "time": duration(seconds)}
        sentences.append(
            gettext("On %(when)s an operator added %(time)s to the turn, as in every game.") % added
        )
    return sentences


def _added_to(log: ReadOnlyLog, seat: int) -> list[tuple[datetime, int]]:
    """Return what operators have added to all games during the turn or the one before it."""
    return sorted({added for turn in _latest_of(log, seat) for added in added_times(log, turn)})


def _outages_of(log: ReadOnlyLog, seat: int) -> list[tuple[datetime, datetime]]:
    """Return the outages in which the clock of the seat's turn or of the one before it ran."""
    ran = [
        (turn.started_at, turn.ended_at or timezone.now())
        for turn in _latest_of(log, seat)
        if turn.started_at is not None
    ]
    return [
        (began_at, ended_at)
        for began_at, ended_at in log.interruptions.outages
        if any(ended_at > start and began_at < end for start, end in ran)
    ]


def _latest_of(log: ReadOnlyLog, seat: int) -> list[Turn]:
    """Return the turn that the seat is making and its last one; nothing if another is to move."""
    turn = log.history.turn
    return [each for each in (turn, turn.before) if each] if turn.seat == seat else []


def _rough(left: timedelta) -> int:
    """Return the seconds in whole hours, and on the last day in whole minutes."""
    seconds = int(left.total_seconds())
    return seconds - seconds % HOUR if seconds >= DAY else seconds - seconds % 60
