"""The state of the service in a few figures, each from one or two queries over an index.

Nothing is counted beyond `MOST`: on a million rows it is enough to know that there are many.

`support.status.in_words` and the metrics call it.
"""

import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.db import connection
from django.db.models import Exists, Model, OuterRef, QuerySet
from django.utils import timezone

from accounts.models import User
from duel.models import Divergence, Game, Outage, Status
from duel.timekeeping.front_door import shut_doors
from mail.access import LETTERS, MAILS
from mail.inbound.heartbeats import heartbeats, is_silent
from mail.models import InboundMail, Letter, Sweep
from support import lists
from support.conflicts import without_own
from support.disputes.selectors import disputes_open_to, unsettled_disputes
from support.models import Dispute

LEAST_FREE = 0.1
"""Below this part of the disk, operators are warned."""

_MAIL = InboundMail._meta.db_table
_SIZES = {
    "postgresql": f"SELECT pg_database_size(current_database()), pg_total_relation_size('{_MAIL}')",
    "sqlite": "SELECT page_count * page_size,"  # noqa: S608
    f" (SELECT COALESCE(SUM(LENGTH(raw)), 0) FROM {_MAIL})"
    " FROM pragma_page_count(), pragma_page_size()",
}


@dataclass(frozen=True, slots=True)
class DiskUse:
    """Bytes of the disk and of the database."""

    total: int
    free: int
    """On the disk of this process; a database may lie on another one."""
    database: int
    raw_mail: int
    """What the mail that came in takes of the database."""

    @property
    def is_fine(self) -> bool:
        """Whether enough of the disk is free."""
        return self.free >= LEAST_FREE * self.total


def free_bytes() -> int:
    """Return what is free on the disk of this process."""
    return shutil.disk_usage(settings.BASE_DIR).free


def disk_use() -> DiskUse:
    """Return how much room there is, by one query."""
    disk = shutil.disk_usage(settings.BASE_DIR)
    with connection.cursor() as cursor:
        cursor.execute(_SIZES[connection.vendor])
        database, raw_mail = cursor.fetchone()
    return DiskUse(disk.total, disk.free, database, raw_mail)


MOST = 100
"""From here on it is "more than 100"."""

LETTER_IS_LATE_AFTER = timedelta(minutes=10)
REPORT_IS_LATE_AFTER = timedelta(days=3)
A_DAY, A_WEEK = timedelta(days=1), timedelta(days=7)


@dataclass(frozen=True, slots=True)
class StatusFigure:
    """One figure: how many (at the most one above `MOST`), since when, and whether that is well.

    Of a sweep `since` is when it last came to its end, of a way in for replies when it was last
    well, and `number` is 1 if that is too long ago. Of the disk it is 1 if little of it is free.
    """

    name: str
    number: int
    is_fine: bool
    since: datetime | None = None
    disk: DiskUse | None = None
    """The sizes, if this is about the disk."""

    @property
    def is_more(self) -> bool:
        """Whether there are more than were counted."""
        return self.number > MOST


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked about the service, and which permission its answer needs.

    It is asked about a moment, and for a reader: an operator, or None for a machine.
    """

    permission: str
    answer: Callable[[datetime, User | None], Iterator[StatusFigure]]


def status_figures(*, reader: User | None) -> list[StatusFigure]:
    """Return all that this reader may know; None, a machine, may know all."""
    now = timezone.now()
    return [
        figure
        for question in QUESTIONS
        if reader is None or reader.has_perm(question.permission)
        for figure in question.answer(now, reader)
    ]


def due_letters(now: datetime) -> QuerySet[Letter]:
    """Return the letters that could leave now, the longest due first."""
    due = Letter.objects.filter(status=Letter.Status.WAITING, next_attempt_at__lte=now)
    return due.order_by("next_attempt_at")


def retried_letters() -> QuerySet[Letter]:
    """Return the letters that are tried again after an error."""
    waiting = Letter.objects.filter(status=Letter.Status.WAITING)
    return waiting.exclude(last_error="").order_by("next_attempt_at")


def limited_letters() -> QuerySet[Letter]:
    """Return the letters that wait because as many as allowed have left today."""
    return Letter.objects.filter(status=Letter.Status.WAITING, reason=Letter.Reason.LIMIT)


def given_up_letters(now: datetime) -> QuerySet[Letter]:
    """Return the letters that were given up in the last day."""
    return Letter.objects.filter(status=Letter.Status.FAILED, claimed_at__gte=now - A_DAY)


def unread_mail() -> QuerySet[InboundMail]:
    """Return the mails that came in and could not be read, the first first: they wait for us."""
    return InboundMail.objects.filter(status=InboundMail.Status.FAILED).defer("raw").order_by("pk")


def unattended_games(now: datetime) -> QuerySet[Game]:
    """Return the games whose alarm has passed and that no sweep has processed."""
    missed = now - _patience()
    return Game.objects.filter(status=Status.RUNNING, alarm_at__lt=missed).order_by("alarm_at")


def open_divergences() -> QuerySet[Divergence]:
    """Return what the replay found wrong and has not found right since, the oldest first."""
    # A game whose record is broken and that operators have ended is no news any more.
    ended = Game.objects.filter(pk=OuterRef("game"), status=Status.OVER, settlement__isnull=False)
    # Looked up for each that is open, which are few: games are many.
    return Divergence.objects.filter(~Exists(ended), gone_at=None).order_by("found_at")


def _letters(now: datetime, reader: User | None) -> Iterator[StatusFigure]:
    due = _shown(due_letters(now), reader)
    oldest = _first(due, "next_attempt_at")
    is_fine = oldest is None or now - oldest <= LETTER_IS_LATE_AFTER
    yield StatusFigure("letters_due", _counted(due), is_fine, oldest)
    yield _none_of("letters_retried", _shown(retried_letters(), reader))
    yield _none_of("letters_given_up", _shown(given_up_letters(now), reader))
    if settings.MAIL_DAILY_MOST:
        yield _none_of("letters_over_limit", _shown(limited_letters(), reader))


def _shown(letters: QuerySet[Letter], reader: User | None) -> QuerySet[Letter]:
    """Return these letters without those that the reader must not know of: also to be counted."""
    return letters if reader is None else LETTERS.shown_to(reader, letters)


def _sweeps(now: datetime, _reader: User | None) -> Iterator[StatusFigure]:
    ran = dict(Sweep.objects.filter(name__in=settings.SWEEPS).values_list("name", "ran_at"))
    for name in settings.SWEEPS:
        last = ran.get(name)
        is_late = last is None or now - last > _patience()
        yield StatusFigure(f"sweep:{name}", int(is_late), not is_late, last)


def _ways_in(now: datetime, _reader: User | None) -> Iterator[StatusFigure]:
    for way in heartbeats():
        silent = is_silent(way, now)
        yield StatusFigure(f"way_in:{way.name}", int(silent), not silent, way.last_sign)


def _mail(_now: datetime, reader: User | None) -> Iterator[StatusFigure]:
    unread = unread_mail()
    shown = unread if reader is None else MAILS.shown_to(reader, unread)
    received = list(shown.values_list("received_at", flat=True)[: MOST + 1])
    yield StatusFigure("mail_unread", len(received), not received, min(received, default=None))


def _games(now: datetime, reader: User | None) -> Iterator[StatusFigure]:
    yield _none_of("games_unattended", without_own(reader, unattended_games(now)))
    yield _none_of("games_stuck", without_own(reader, lists.stuck()))
    # Nothing is wrong with them: players and opponents decide what comes of a late turn.
    overdue = without_own(reader, lists.overdue())
    yield StatusFigure("games_overdue", _counted(overdue), is_fine=True)


def _disputes(now: datetime, reader: User | None) -> Iterator[StatusFigure]:
    unsettled = unsettled_disputes()
    if reader is not None:
        unsettled = disputes_open_to(reader, unsettled)
    oldest = _first(unsettled, "reported_at")
    untaken = unsettled.filter(state=Dispute.State.OPEN).exists()
    is_late = oldest is not None and now - oldest > REPORT_IS_LATE_AFTER
    yield StatusFigure("disputes", _counted(unsettled), not untaken and not is_late, oldest)


def _divergences(_now: datetime, reader: User | None) -> Iterator[StatusFigure]:
    yield _none_of("divergences", without_own(reader, open_divergences(), game="game"))


def _outages(now: datetime, _reader: User | None) -> Iterator[StatusFigure]:
    recent = Outage.objects.filter(ended_at__gte=now - A_WEEK).order_by("-ended_at")
    ended = list(recent.values_list("ended_at", flat=True)[: MOST + 1])
    last = ended[0] if ended else None
    is_fine = last is None or now - last > A_DAY
    yield StatusFigure("outages", len(ended), is_fine, last)


def _doors(now: datetime, _reader: User | None) -> Iterator[StatusFigure]:
    shut = shut_doors(now)
    yield StatusFigure("front_door", len(shut), not shut, min(shut.values(), default=None))


def _disk(_now: datetime, _reader: User | None) -> Iterator[StatusFigure]:
    use = disk_use()
    yield StatusFigure("disk", int(not use.is_fine), use.is_fine, disk=use)


QUESTIONS = (
    Question("mail.view_letter", _letters),
    Question("mail.view_letter", _sweeps),
    Question("mail.view_letter", _ways_in),
    Question("mail.view_inboundmail", _mail),
    Question("mail.view_inboundmail", _disk),
    Question("duel.view_game", _games),
    Question("support.view_dispute", _disputes),
    Question("duel.view_divergence", _divergences),
    Question("duel.view_outage", _outages),
    Question("duel.view_outage", _doors),
)


def _none_of(name: str, rows: QuerySet[Model]) -> StatusFigure:
    """Return a figure that is well only as long as it is nothing."""
    number = _counted(rows)
    return StatusFigure(name, number, is_fine=not number)


def _counted(rows: QuerySet[Model]) -> int:
    return rows[: MOST + 1].count()


def _first(rows: QuerySet[Model], column: str) -> datetime | None:
    moment: datetime | None = rows.values_list(column, flat=True).first()
    return moment


def _patience() -> timedelta:
    return timedelta(seconds=settings.SWEEP_PATIENCE_SECONDS)
