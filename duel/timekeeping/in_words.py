"""Who is away, and which seats wait for somebody, in words."""

from collections.abc import Iterable

from django.utils import timezone
from django.utils.translation import gettext

from accounts.models import User
from duel.models import AnySeat, Vacation
from duel.words.naming import by_the_clock_of


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
