"""When somebody was last seen: opening a link does not count, a press does.

What counts: moves and other entries of one's own, pressed buttons, notes, mails; for a person also
signing in and what a browser did in which they are signed in.

The pages of games and people call it.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Max
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.models import Session, User
from duel.models import Game, LinkUse, LogEntry, Note, Seat
from duel.record.links import about_seat
from engine.kinds import Kind
from engine.record import Entry as EngineEntry
from mail.inbound.selectors import mail_by_owners
from support.conflicts import own_games

Entry = LogEntry | EngineEntry
"""An entry as it is stored, or as the engine has it."""

NEWEST_GAMES = 40
"""In so many games of a person presses are looked for."""


@dataclass(frozen=True)
class SignOfLife:
    """A sign of life: when, and of what kind."""

    at: datetime
    how: str | Promise


def last_sign_in(game: Game, seat: Seat) -> SignOfLife | None:
    """Return the last sign in this game of the player in the seat now, if there is any."""
    entries = LogEntry.objects.filter(game=game).order_by("seq")
    uses = LinkUse.objects.filter(game=game, is_press=True)
    mail = mail_by_owners([about_seat(game.public_id, seat.number)])
    written = mail.values_list("received_at", flat=True)
    return last_sign_among(seat, entries, uses, Note.objects.filter(game=game), written)


def last_sign_among(
    seat: Seat,
    entries: Iterable[Entry],
    uses: Iterable[LinkUse],
    notes: Iterable[Note],
    mails: Iterable[datetime],
) -> SignOfLife | None:
    """Return the same from what was read of the game; of mails of the player, when they came."""
    moments = [(entry, _time(entry)) for entry in entries if _is_about(entry, seat)]
    # What came before the seat was given to somebody was another person's.
    since = max((time for entry, time in moments if entry.kind == Kind.REPLACE), default=None)
    own = [time for entry, time in moments if entry.person == seat.person]
    presses = [use.last_at for use in uses if use.seat == seat.number and use.is_press]
    written = [note.written_at for note in notes if note.seat == seat.number]
    signs = [
        *(SignOfLife(at, _("an act in this game")) for at in own),
        *(SignOfLife(at, _("a pressed button in this game")) for at in presses),
        *(SignOfLife(at, _("a note")) for at in written),
        *(SignOfLife(at, _("a mail")) for at in mails),
    ]
    known = (sign for sign in signs if since is None or sign.at > since)
    return max(known, key=lambda sign: sign.at, default=None)


def last_sign_of(person: User, *, reader: User) -> SignOfLife | None:
    """Return the last sign of a person; signs in games that the reader plays in do not count."""
    return max(_signs_of(person, reader), key=lambda sign: sign.at, default=None)


def _is_about(entry: Entry, seat: Seat) -> bool:
    is_handed_over = entry.kind == Kind.REPLACE and entry.seat == seat.number
    return is_handed_over or (entry.person is not None and entry.person == seat.person)


def _time(entry: Entry) -> datetime:
    time = entry.time
    return time if isinstance(time, datetime) else datetime.fromisoformat(time)


def _signs_of(person: User, reader: User) -> Iterator[SignOfLife]:
    browsers = Session.objects.filter(user=person).aggregate(at=Max("last_seen_at"))["at"]
    yield from _at(browsers, _("a page in a browser in which they are signed in"))
    yield from _at(person.last_login, _("signing in"))
    seats = Seat.objects.filter(user=person).exclude(game__in=own_games(reader))
    latest = seats.order_by("-game_id").values_list("game_id", "number", "game__public_id")
    rows = list(latest[:NEWEST_GAMES])
    newest = {game: number for game, number, public_id in rows}
    presses = LinkUse.objects.filter(game__in=newest, is_press=True)
    found = presses.values_list("game_id", "seat").annotate(at=Max("last_at"))
    moments = [at for game, seat, at in found if newest[game] == seat]
    yield from _at(max(moments, default=None), _("a pressed button in a game"))
    mail = mail_by_owners([about_seat(public_id, number) for game, number, public_id in rows])
    written = mail.aggregate(at=Max("received_at"))["at"]
    yield from _at(written, _("a mail"))


def _at(moment: datetime | None, how: Promise) -> Iterator[SignOfLife]:
    if moment is not None:
        yield SignOfLife(moment, how)
