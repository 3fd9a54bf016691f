"""What an operator sees of one person: games, letters, sessions, acts; for the admin."""

from dataclasses import dataclass
from datetime import datetime

from django.contrib.admin.models import LogEntry as AuditEntry
from django.contrib.contenttypes.models import ContentType
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext

from accounts.audit import with_names
from accounts.models import Session, User
from accounts.services.authority import role_of
from duel.models import KnownGame, NoteMute, Seat
from duel.timeline.letters import known_letters, report_words
from mail.access import LETTERS, reports_shown_to
from mail.models import DeliveryEvent, Letter, Suppression
from mail.mutes import mutes_of, name_of_kind
from mail.reports.suppression import suppression_of
from support.conflicts import games_known_to, own_games, play_together
from support.last_seen import SignOfLife, last_sign_of
from support.report.letters import LetterFate, fate_of

MOST_GAMES = 20
MOST_LETTERS = 15
MOST_REPORTS = 10
MOST_ACTS = 10


@dataclass(frozen=True)
class GameLine:
    """One game of the person, in a line."""

    game: KnownGame
    opponents: str
    is_to_move: bool


@dataclass(frozen=True)
class PersonSheet:
    """All that the page about one person shows beside its form. Read in a few queries."""

    person: User
    role: str
    waiting: list[GameLine]
    games: list[GameLine]
    suppression: Suppression | None
    muted: list[str]
    letters: list[LetterFate]
    reports: list[tuple[datetime, str]]
    """When something was reported about letters to the address, and what."""
    last_sign: SignOfLife | None
    """When and by what they were last seen: a fetched link does not count."""
    note_mutes: list[str]
    """Where operators keep their notes back."""
    sessions: list[Session]
    acts: list[tuple[AuditEntry, str]]
    """What operators did about the person, each with the operator's name."""


def person_sheet(person: User, *, reader: User) -> PersonSheet:
    """Return what this operator sees of the person; nothing that tells that they were reported."""
    # Of their own games they see what a player may know.
    lines = _lines(person, reader)
    letters = LETTERS.shown_to(reader, Letter.objects.filter(to=person.email))
    letters = known_letters(letters, (line.game for line in lines)).order_by("-id")
    events = reports_shown_to(reader, DeliveryEvent.objects.filter(address=person.email))
    events = events.order_by("-id")
    sessions = Session.objects.filter(user=person, expire_date__gt=timezone.now())
    return PersonSheet(
        person=person,
        role=role_of(person),
        waiting=[line for line in lines if line.is_to_move],
        games=[line for line in lines if not line.is_to_move],
        suppression=suppression_of(person.email),
        muted=[_muted(mute.kind, mute.topic) for mute in mutes_of(person.email)],
        letters=[
            fate_of(letter, []) for letter in letters.prefetch_related("events")[:MOST_LETTERS]
        ],
        reports=[(event.happened_at, report_words(event)) for event in events[:MOST_REPORTS]],
        last_sign=last_sign_of(person, reader=reader),
        note_mutes=_note_mutes(person, reader),
        sessions=list(sessions.order_by("-last_seen_at")),
        acts=with_names(_acts_about(person, reader).order_by("-id")[:MOST_ACTS]),
    )


def _note_mutes(person: User, reader: User) -> list[str]:
    """Return where the person's notes are kept back; not of games that the reader plays in."""
    mutes = NoteMute.objects.filter(user=person).exclude(game__in=own_games(reader))
    return [
        mute.game.public_id if mute.game else gettext("all games")
        for mute in mutes.select_related("game").order_by("since")
    ]


def _acts_about(person: User, reader: User) -> QuerySet[AuditEntry]:
    """Return what operators did about the person."""
    # About oneself, and about opponents of now and before, only one's own acts: the reasons of the
    # others may tell what was reported.
    kind = ContentType.objects.get_for_model(User)
    acts = AuditEntry.objects.filter(content_type=kind, object_id=str(person.pk))
    if person == reader or play_together(reader, person.email, also_ended=True):
        acts = acts.filter(user=reader)
    return acts.select_related("user")


def _lines(person: User, operator: User) -> list[GameLine]:
    """Return the games in which it is the person's turn, then the others, newest first."""
    seats = Seat.objects.filter(user=person).select_related("game")
    to_move = list(seats.filter(is_to_move=True).order_by("game__deadline")[:MOST_GAMES])
    recent = list(seats.filter(is_to_move=False).order_by("-game_id")[:MOST_GAMES])
    found = [*to_move, *recent]
    others: dict[int, list[str]] = {}
    at_the_table = Seat.objects.filter(game__in=[seat.game_id for seat in found])
    for seat in at_the_table.exclude(user=person).select_related("user").order_by("number"):
        others.setdefault(seat.game_id, []).append(_name(seat))
    known = games_known_to(operator, [seat.game for seat in found])
    return [
        GameLine(game, ", ".join(others.get(game.pk, [])), game.to_move == seat.number)
        for seat, game in zip(found, known, strict=True)
    ]


def _name(seat: Seat) -> str:
    if seat.user is not None:
        return str(seat.user)
    return seat.invited_address or gettext("a player who left")


def _muted(kind: str, topic: str) -> str:
    return " · ".join(filter(None, [name_of_kind(kind) if kind else "", topic])) or gettext(
        "all letters"
    )
