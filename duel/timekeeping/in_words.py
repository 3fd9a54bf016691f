"""What lengthens a turn, in words: absences, seats that wait, time that a report gives its seat.

Letters, pages and the reports of operators call it. The time for a report is an `extend` entry with
a channel of its own, which all players can see.
"""

from collections.abc import Iterable
from datetime import timedelta

from django.utils import timezone
from django.utils.translation import gettext

from accounts.models import User
from duel.models import AnyGame, AnySeat, LogEntry, Vacation
from duel.operators import desk
from duel.words.naming import by_the_clock_of, duration
from engine.kinds import Channel, Kind


def vacations_at(seats: Iterable[AnySeat], reader: User | None) -> list[str]:
    """Return when the others at the table are away, now or later, by the reader's clock."""
    if reader is None:
        return []
    playing = (seat for seat in seats if seat.left_at is None)
    others = {seat.user_id: seat.user for seat in playing if seat.user not in (None, reader)}
    away = Vacation.objects.filter(user__in=list(others), ends_at__gt=timezone.now())
    return away_sentences(
        [(others[each.user_id], each) for each in away.order_by("begins_at")], reader
    )


def vacancy_sentences(seats: Iterable[AnySeat], reader: User | None) -> list[str]:
    """Return which seats wait for somebody, and until when by the reader's clock."""
    sentence = gettext(
        "%(name)s has left, and the seat is offered to others until %(when)s at the latest. Until "
        "somebody takes it, all clocks stand still."
    )
    return [
        sentence
        % {
            "name": seat.user or gettext("A player"),
            "when": by_the_clock_of(reader, seat.open_until),
        }
        for seat in seats
        if seat.open_until is not None and reader is not None and seat.user != reader
    ]


def away_sentences(vacations: Iterable[tuple[User | None, Vacation]], reader: User) -> list[str]:
    """Return who is on vacation or will be, by the reader's clock."""
    now = timezone.now()
    sentences = []
    for name, vacation in vacations:
        if vacation.ends_at <= now:
            continue
        end = by_the_clock_of(reader, vacation.ends_at)
        if vacation.begins_at <= now:
            words = {"name": name, "when": end}
            sentence = gettext(
                "%(name)s is on vacation until %(when)s; until then the clock stands still."
            )
        else:
            begin = by_the_clock_of(reader, vacation.begins_at)
            words = {"name": name, "begin": begin, "end": end}
            sentence = gettext("%(name)s will be on vacation from %(begin)s to %(end)s.")
        sentences.append(sentence % words)
    return sentences


MOST = timedelta(days=7)
"""What reports give to one seat of a game in all."""


def given_for_reports(game: AnyGame, seat: int) -> timedelta:
    """Return all the time that reports have given to the seat so far."""
    entries = LogEntry.objects.filter(
        game=game.pk, kind=Kind.EXTEND, channel=Channel.REPORT, seat=seat
    )
    return timedelta(seconds=sum(int(text) for text in entries.values_list("text", flat=True)))


def given_in_words(game: AnyGame, seat: int) -> str:
    """Return how much time reports have given to the seat so far, as in “4 days”."""
    return duration(int(given_for_reports(game, seat).total_seconds()))


def why_the_turn_is_longer(game: AnyGame, *, name: str, is_own: bool) -> list[str]:
    """Return why the turn that is being made has more time than was agreed on, if by a report.

    All players read it, so it says that there is a report and nothing of what it says. `name` is
    who makes the turn.
    """
    if game.to_move is None:
        return []
    given = given_for_reports(game, game.to_move)
    if not given:
        return []
    waits = desk().waits_with_respite(game, game.to_move)
    if not waits and not _was_given_in_this_turn(game):
        return []
    words = {"name": name, "time": duration(int(given.total_seconds()))}
    return [_sentence(waits=waits, is_own=is_own) % words]


def _was_given_in_this_turn(game: AnyGame) -> bool:
    """Return whether a report gave time since the last move: what came before is used up."""
    entries = LogEntry.objects.filter(
        game=game.pk, kind=Kind.EXTEND, channel=Channel.REPORT, seat=game.to_move
    )
    return game.moved_at is None or entries.filter(time__gte=game.moved_at).exists()


def _sentence(*, waits: bool, is_own: bool) -> str:
    if waits and is_own:
        return gettext(
            "Your report is not answered yet. You were given %(time)s meanwhile, and get more when "
            "less than a day is left: until it is answered, seven days in all at most."
        )
    if waits:
        return gettext(
            "%(name)s has reported something about this game to us. So that nobody loses on time "
            "while that waits, the service gave %(time)s, and gives more when less than a day is "
            "left: until we have answered, seven days in all at most."
        )
    if is_own:
        return gettext("You were given %(time)s while your report waited for its answer.")
    return gettext(
        "%(name)s has reported something about this game to us, and was given %(time)s while that "
        "waited for its answer."
    )
