"""Readers: when somebody was last seen. Opening a link proves no reader; a press does.

What counts: moves and other entries of one's own, pressed buttons, notes; for a person also
signing in and what a browser did in which they are signed in.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Max
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.models import Session, User
from duel.models import Game, LinkUse, LogEntry, Note, Seat
from duel.operators.conflicts import own_games
from engine.kinds import Kind

NEWEST_GAMES = 40
"""In so many games of a person presses are looked for."""


@dataclass(frozen=True)
class Sign:
    """A sign of life: when, and of what kind."""

    at: datetime
    how: str | Promise


def last_sign_in(game: Game, seat: Seat) -> Sign | None:
    """Return the last sign of whoever sits there now in this game; None if there is none.

    `game` may be one that hides a turn: what came with that turn is left out.
    """
    return max(_signs_in(game, seat), key=lambda sign: sign.at, default=None)


def last_sign_of(person: User, *, reader: User) -> Sign | None:
    """Return the last sign of a person; of games that the reader plays in, none is told."""
    return max(_signs_of(person, reader), key=lambda sign: sign.at, default=None)


def _signs_in(game: Game, seat: Seat) -> Iterator[Sign]:
    entries = LogEntry.objects.filter(game=game, seq__lte=game.seq)
    since = entries.filter(kind=Kind.REPLACE, seat=seat.number).aggregate(at=Max("time"))["at"]
    uses = LinkUse.objects.filter(game=game, seat=seat.number, is_press=True)
    notes = Note.objects.filter(game=game, seat=seat.number)
    if since is not None:  # what came before was somebody else's
        uses, notes = uses.filter(last_at__gt=since), notes.filter(written_at__gt=since)
    if game.hides_turn_of == seat.number:
        uses, notes = uses.filter(ply__lt=game.ply), notes.filter(ply__lt=game.ply)
    own = entries.filter(person=seat.person)
    yield from _at(own.aggregate(at=Max("time"))["at"], _("an act in this game"))
    yield from _at(uses.aggregate(at=Max("last_at"))["at"], _("a pressed button in this game"))
    yield from _at(notes.aggregate(at=Max("written_at"))["at"], _("a note"))


def _signs_of(person: User, reader: User) -> Iterator[Sign]:
    browsers = Session.objects.filter(user=person).aggregate(at=Max("last_seen_at"))["at"]
    yield from _at(browsers, _("a page in a browser in which they are signed in"))
    yield from _at(person.last_login, _("signing in"))
    seats = Seat.objects.filter(user=person).exclude(game__in=own_games(reader))
    newest = dict(seats.order_by("-game_id").values_list("game_id", "number")[:NEWEST_GAMES])
    presses = LinkUse.objects.filter(game__in=newest, is_press=True)
    found = presses.values_list("game_id", "seat").annotate(at=Max("last_at"))
    moments = [at for game, seat, at in found if newest[game] == seat]
    yield from _at(max(moments, default=None), _("a pressed button in a game"))


def _at(moment: datetime | None, how: Promise) -> Iterator[Sign]:
    if moment is not None:
        yield Sign(moment, how)
