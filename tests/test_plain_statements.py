"""Each statement that is written out for speed brings what Django's ORM finds."""

import importlib
import inspect
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

import pytest
from django.db import transaction
from django.db.models import Model, Q

from accounts import selectors as people
from accounts.models import SenderAddress, User
from duel.models import (
    AddedTime,
    Game,
    GameSecret,
    LogEntry,
    Note,
    NoteMute,
    Notice,
    Outage,
    Seat,
    Vacation,
)
from duel.record import news, reading
from engine.kinds import ADVANCES, OUT, RETURNS, Kind
from lib.statements import Statement
from mail import sql as mail
from mail.models import InboundMail, Letter, Mute, Suppression
from tests.duel.tables import begin, play_on
from tests.test_raw_sql import STATEMENTS

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 11, 2, 9, tzinfo=UTC)
HOUR = timedelta(hours=1)


class World(NamedTuple):
    """What statements are tried on."""

    game: Game
    other: Game
    ada: User
    bruno: User
    eve: User


@pytest.fixture
def world(ada: User, bruno: User, eve: User) -> World:
    game, other = begin(ada, bruno), begin(eve, ada)
    play_on(game, 5)
    play_on(other, 2)
    return World(game, other, ada, bruno, eve)


def values(row: Model | None) -> dict[str, Any] | None:
    if row is None:
        return None
    return {field.name: getattr(row, field.attname) for field in row._meta.concrete_fields}


def plain(rows: list[Any]) -> list[Any]:
    """Return rows with each model as its values."""
    return [
        [values(part) if isinstance(part, Model) else part for part in row]
        if isinstance(row, tuple)
        else row
        for row in rows
    ]


def seats_of(game: Game) -> list[Seat]:
    return list(Seat.objects.filter(game=game).select_related("user", "game").order_by("number"))


def a_letter(key: str, **columns: Any) -> Letter:
    given = {"kind": "test", "to": "ada@duelpost.example", "message_id": key} | columns
    return Letter.objects.create(key=key, **given)


def a_mail(digest: str, **columns: Any) -> InboundMail:
    given = {"about": "game:a:0", "data": {"seat": 1}, "raw": b"7\xff", "received_at": NOW}
    return InboundMail.objects.create(digest=digest, **(given | columns))


Answers = Iterator[tuple[list[Any], list[Any]]]
"""What a statement brings, and what the ORM finds."""


def the_tables(world: World) -> Answers:
    for statement, key in ((reading._GAME, "game_id"), (reading._GAME_OF_SEAT, "pk")):
        seats = seats_of(world.game)
        found = statement.rows(getattr(seats[1], key))
        yield found, [(seat.game, seat, seat.user) for seat in seats]
        assert statement.rows(0) == []
    seats = seats_of(world.game)
    found = reading._GAME_NAMED.rows(world.game.public_id)
    yield found, [(seat.game, seat, seat.user) for seat in seats]
    assert reading._GAME_NAMED.rows("nobodys") == []


def the_seats(world: World) -> Answers:
    Seat.objects.filter(game=world.game, number=1).update(user=None)
    seats = seats_of(world.game)
    yield list(reading._SEATS.rows(world.game.pk)), [(seat, seat.user) for seat in seats]


def the_notice(world: World) -> Answers:
    notice = Notice.objects.filter(game=world.game).latest("pk")
    for has_notes in (False, True):
        seats = seats_of(world.game)
        found = [(notice, seat.game, seat, seat.user, has_notes) for seat in seats]
        yield list(reading._NOTICE.rows(notice.pk)), found
        Note.objects.get_or_create(game=world.game, seat=0, ply=1, defaults={"written_at": NOW})


def the_locks(world: World) -> Answers:
    game = Game.objects.get(pk=world.game.pk)
    with transaction.atomic():
        yield list(reading._LOCK_BY_NAME.rows(game.public_id)), [(game,)]
        yield list(reading._LOCK_BY_KEY.rows(game.pk)), [(game,)]
        yield list(reading._LOCK_IF_FREE.rows(game.pk)), [(game,)]
        yield list(reading._LOCK_BY_KEY.rows(0)), []


def the_log(world: World) -> Answers:
    secret = bytes(GameSecret.objects.get(game=world.game).secret)
    entries = LogEntry.objects.filter(game=world.game).order_by("seq")
    for most in (reading.MOST_ENTRIES, 3):
        rows = entries.filter(seq__lte=most).values_list(*reading.StoredEntry._fields)
        yield list(reading._LOG.rows(most, world.game.pk)), [(secret, row) for row in rows]
    yield list(reading._LOG.rows(0, world.game.pk)), [(secret, None)]


def the_interruptions(world: World) -> Answers:
    for hours in (9, 2):
        Outage(began_at=NOW - hours * HOUR, ended_at=NOW - (hours - 1) * HOUR).save()
        AddedTime(given_at=NOW - (hours + 1) * HOUR, seconds=60).save()
        for person in (world.ada, world.bruno, world.eve):
            begins = NOW - hours * HOUR - person.pk * timedelta(seconds=1)
            Vacation.objects.create(user=person, begins_at=begins, ends_at=NOW - HOUR)
    for keys in ([], [world.ada.pk], [world.ada.pk, world.eve.pk]):
        for since in (NOW - 20 * HOUR, NOW - 3 * HOUR, NOW - HOUR, NOW):
            found = reading._interruptions(len(keys)).rows(since, since, since, *keys)
            outages = Outage.objects.filter(ended_at__gt=since).values_list("began_at", "ended_at")
            added = AddedTime.objects.filter(given_at__gte=since)
            away = Vacation.objects.filter(ends_at__gt=since, user__in=keys)
            expected = [
                *((0, began, ended, 0) for began, ended in outages),
                *((0, each.given_at, each.given_at, each.seconds) for each in added),
                *((each.user_id, each.begins_at, each.ends_at, 0) for each in away),
            ]
            assert [row.begins_at for row in found] == sorted(row.begins_at for row in found)
            yield sorted(found), sorted(expected)


def the_notices_that_wait(world: World) -> Answers:
    Notice.objects.filter(game=world.game).update(not_before=NOW + HOUR)
    Notice.objects.filter(game=world.game, ply=1).update(cancelled_at=NOW)
    kinds = sorted(set(Notice.objects.values_list("kind", flat=True)))
    assert kinds
    for ply, now in ((9, NOW), (3, NOW), (9, NOW + HOUR)):
        rows = reading._notices_waiting(len(kinds)).rows(world.game.pk, ply, now, *kinds)
        waiting = Notice.objects.filter(game=world.game, cancelled_at=None, kind__in=kinds)
        waiting = waiting.filter(ply__lt=ply, not_before__gt=now)
        yield (
            sorted(rows, key=lambda row: row.notice.pk),
            [(row,) for row in waiting.order_by("pk")],
        )


def the_news(world: World) -> Answers:
    game = world.game
    first, second = seats_of(game)
    Seat.objects.filter(pk=first.pk).update(taken_at=NOW - HOUR)
    Seat.objects.filter(pk=second.pk).update(left_at=NOW + HOUR)
    marks = [(kind, seat, text) for kind in Kind for seat in (0, 1, None) for text in ("", OUT)]
    for seq, (kind, seat, text) in enumerate(marks, start=1000):
        entry = LogEntry(game=game, seq=seq, kind=kind, seat=seat, text=text, time=NOW)
        entry.save()
    for ply, hours in enumerate((-2, -1, 0, 1, 2)):
        for seat in (0, 1):
            for readers in ("", str(1 - seat), "2"):
                at = NOW + hours * HOUR
                Note(game=game, seat=seat, ply=ply, recipients=readers, written_at=at).save()
    columns: dict[str, Any] = {
        "unsent_seat": 0,
        "unsent_since": NOW,
        "unsent_until": NOW + HOUR,
        "known_seq": 1003,
    }
    seqs: list[dict[str, Any]] = [{"known_seq": seq} for seq in range(1000, 1000 + len(marks), 7)]
    changes: list[dict[str, Any]] = [{}, columns, *seqs, {"status": "over"}]
    for changed in changes:
        Game.objects.filter(pk=game.pk).update(**changed)
        for now in (NOW, NOW + HOUR):
            found = news._STATEMENT.rows(now, game.public_id)
            yield list(found), news_by_the_orm(Game.objects.get(pk=game.pk), now)
    for of_game in (world.other, None, game):
        NoteMute.objects.create(user=world.bruno, game=of_game, since=NOW)
        expected = news_by_the_orm(Game.objects.get(pk=game.pk), NOW)
        yield list(news._STATEMENT.rows(NOW, game.public_id)), expected


def news_by_the_orm(game: Game, now: datetime) -> list[Any]:
    hidden = game.unsent_seat
    clocks_of_others = Q(kind__in=[Kind.CLOCK, Kind.FLAG]) & ~Q(seat=hidden or 0)
    beside = LogEntry.objects.filter(game=game, seq__gt=game.known_seq).exclude(
        Q(kind__in=ADVANCES | RETURNS) | Q(kind=Kind.RETIRE, text=OUT) | clocks_of_others
    )
    muted = Q(user__note_mutes__game=game) | Q(
        user__note_mutes__isnull=False, user__note_mutes__game=None
    )
    silent = Seat.objects.filter(muted, game=game).values("number")
    rows = []
    for seat in seats_of(game):
        readers = Q(recipients="") | Q(recipients__contains=str(seat.number))
        notes = Note.objects.filter(readers, game=game).exclude(seat=seat.number)
        notes = notes.exclude(seat__in=silent)
        if seat.left_at:
            notes = notes.filter(written_at__lte=seat.left_at)
        if seat.taken_at:
            notes = notes.filter(written_at__gt=seat.taken_at)
        if hidden is not None and game.status == "running" and (game.unsent_until or now) > now:
            notes = notes.exclude(seat=hidden, written_at__gte=game.unsent_since)
        count = 0 if hidden is None else beside.count()
        rows.append((seat.game, seat, seat.user, count, notes.count()))
    return rows


def the_person(world: World) -> Answers:
    email = world.ada.email
    yield list(people._PERSON_AT.rows(email)), [(User.objects.get(email=email),)]
    yield list(people._PERSON_AT.rows("nobody@duelpost.example")), []


def further_addresses(world: World) -> Answers:
    for address in ("ada@work.example", world.eve.email, world.ada.email):
        SenderAddress.objects.create(user=world.ada, address=address)
    others = User.objects.exclude(pk=world.ada.pk).values("email")
    own = SenderAddress.objects.filter(user=world.ada).exclude(address__in=others)
    yield sorted(people._FURTHER.rows(world.ada.pk)), sorted(own.values_list("address"))


def the_claimed_letter(world: World) -> Answers:
    due = a_letter("due", next_attempt_at=NOW, reason="limit", data={"a": 1})
    later = a_letter("later", next_attempt_at=NOW + HOUR)
    sent = a_letter("sent", next_attempt_at=NOW, status=Letter.Status.SENT, sent_at=NOW)
    for letter in (due, later, sent):
        is_due = Letter.objects.filter(pk=letter.pk, status="waiting", next_attempt_at__lte=NOW)
        keys = list(is_due.values_list("pk", flat=True))
        found = mail.CLAIM_LETTER.rows(Letter.Status.SENDING, NOW, letter.pk, "waiting", NOW)
        yield list(found), [(Letter.objects.get(pk=pk),) for pk in keys]
    changed = {"status": "sending", "claimed_at": NOW, "attempts": 1, "reason": ""}
    yield [values(Letter.objects.get(pk=due.pk))], [(values(due) or {}) | changed]


def the_objections(world: World) -> Answers:
    address = "ada@duelpost.example"
    for topic in ("", "game:1", "game:2"):
        for kind in ("", "test", "other"):
            Mute.objects.create(address=address, kind=kind, topic=topic, since=NOW + HOUR)
    aside = Suppression.objects.create(address=address, reason="bounced", since=NOW)
    for _ in range(2):
        mutes = Mute.objects.filter(
            address=address, kind__in=["", "test"], topic__in=["", "game:1"]
        )
        reasons = Suppression.objects.filter(address=address, lifted_at=None)
        expected = [
            *(("muted", mute.since) for mute in mutes),
            *reasons.values_list("reason", "since"),
        ]
        yield sorted(mail.OBJECTIONS.rows(address, address, "test", "game:1")), sorted(expected)
        Suppression.objects.filter(pk=aside.pk).update(lifted_at=NOW)


def letters_about(world: World) -> Answers:
    for number, topic in enumerate(["game:1", "game:1", "game:1", "game:2"]):
        letter = a_letter(f"{number}", topic=topic)
        Letter.objects.filter(pk=letter.pk).update(created_at=NOW + number * HOUR)
    about = Letter.objects.filter(to="ada@duelpost.example", kind="test", topic="game:1")
    expected = about.filter(created_at__gt=NOW).values_list("pk")
    found = mail.LETTERS_ABOUT.rows("ada@duelpost.example", "test", "game:1", NOW, 10)
    yield sorted(found), sorted(expected)
    assert len(mail.LETTERS_ABOUT.rows("ada@duelpost.example", "test", "game:1", NOW, 1)) == 1


def letters_cancelled(world: World) -> Answers:
    letters = [
        a_letter("waits"),
        a_letter("may have left", may_have_left_at=NOW),
        a_letter("sent", status=Letter.Status.SENT, sent_at=NOW),
        a_letter("other"),
    ]
    expected = [(values(letter) or {}) | {"reason": "untrue"} for letter in letters[:2]]
    expected[0]["status"], expected[1]["status"] = "dropped", "unsure"
    found = mail.letter_cancellation(3).rows("untrue", "waiting", "waits", "may have left", "sent")
    yield sorted(found), [("dropped",), ("unsure",)]
    keys = [letter.pk for letter in letters]
    yield (
        [values(letter) for letter in Letter.objects.filter(pk__in=keys).order_by("pk")],
        [*expected, values(letters[2]), values(letters[3])],
    )


def mails(world: World) -> list[InboundMail]:
    given: list[dict[str, Any]] = [
        {},
        {"received_at": NOW - HOUR, "is_owner": True},
        {"received_at": NOW + HOUR, "message_id": "<same>"},
        {"received_at": NOW + HOUR, "message_id": "<same>", "status": "read"},
        {"about": "game:b:1", "message_id": "<same>", "status": "read"},
        {"about": "game:b:1", "attempts": 3},
        {"about": "game:c:1", "attempts": 4},
        {"about": "game:d:1", "next_attempt_at": NOW + HOUR},
        {"received_at": NOW - HOUR},
    ]
    return [
        a_mail(f"{number}", **({"next_attempt_at": NOW} | columns))
        for number, columns in enumerate(given)
    ]


def the_claimed_mails(world: World) -> Answers:
    claimed = 0
    for row in mails(world):
        due = InboundMail.objects.filter(pk=row.pk, status="waiting", next_attempt_at__lte=NOW)
        before = InboundMail.objects.filter(
            Q(received_at__lt=row.received_at) | Q(received_at=row.received_at, pk__lt=row.pk),
            about=row.about,
            status="waiting",
            is_owner=row.is_owner,
        )
        is_ours = due.filter(attempts__lt=4).exists() and not before.exists()
        found = mail.CLAIM_MAIL.rows(NOW + HOUR, row.pk, "waiting", NOW, 4)
        yield list(found), [(InboundMail.objects.get(pk=row.pk),)] if is_ours else []
        claimed += is_ours
        changed = {"attempts": row.attempts + 1, "next_attempt_at": NOW + HOUR, "handed_at": None}
        now_stored = values(InboundMail.objects.get(pk=row.pk))
        yield [now_stored], [(values(row) or {}) | (changed if is_ours else {})]
    assert claimed == 3


def mails_that_are_there(world: World) -> Answers:
    rows = mails(world)
    for row in rows:
        same = InboundMail.objects.filter(digest=row.digest)
        yield list(mail.MAIL_OF_DIGEST.rows(row.digest)), [(each,) for each in same]
        for attempts in (0, 3):
            ours = InboundMail.objects.filter(pk=row.pk, status="waiting", attempts=attempts)
            with transaction.atomic():
                found = mail.LOCK_CLAIMED_MAIL.rows(row.pk, "waiting", attempts)
            yield list(found), list(ours.values_list("pk"))
        alike = InboundMail.objects.filter(message_id=row.message_id, about=row.about)
        earlier = alike.filter(status="read").exclude(pk=row.pk).order_by("pk").values_list("pk")
        found = mail.EARLIER_MAIL.rows(row.message_id, row.about, "read", row.pk)
        yield list(found), list(earlier[:1])
        waiting = InboundMail.objects.filter(about=row.about, is_owner=row.is_owner)
        waiting = waiting.filter(status="waiting").order_by("received_at", "pk")
        found = mail.NEXT_MAIL.rows(row.about, row.is_owner, "waiting")
        yield list(found), list(waiting.values_list("pk")[:1])


COMPARED: dict[Callable[[World], Answers], list[str]] = {
    the_tables: ["reading._GAME", "reading._GAME_NAMED", "reading._GAME_OF_SEAT"],
    the_seats: ["reading._SEATS"],
    the_notice: ["reading._NOTICE"],
    the_locks: ["reading._LOCK_BY_NAME", "reading._LOCK_BY_KEY", "reading._LOCK_IF_FREE"],
    the_log: ["reading._LOG"],
    the_interruptions: ["reading._interruptions"],
    the_notices_that_wait: ["reading._notices_waiting"],
    the_news: ["news._STATEMENT"],
    the_person: ["selectors._PERSON_AT"],
    further_addresses: ["selectors._FURTHER"],
    the_claimed_letter: ["sql.CLAIM_LETTER"],
    the_objections: ["sql.OBJECTIONS"],
    letters_about: ["sql.LETTERS_ABOUT"],
    letters_cancelled: ["sql.letter_cancellation"],
    the_claimed_mails: ["sql.CLAIM_MAIL"],
    mails_that_are_there: [
        "sql.MAIL_OF_DIGEST",
        "sql.LOCK_CLAIMED_MAIL",
        "sql.EARLIER_MAIL",
        "sql.NEXT_MAIL",
    ],
}


@pytest.mark.parametrize("compare", COMPARED, ids=lambda compare: compare.__name__)
def test_a_statement_brings_what_the_orm_finds(
    compare: Callable[[World], Answers], world: World
) -> None:
    answers = 0
    for found, expected in compare(world):
        assert plain(found) == plain(expected)
        answers += bool(expected)
    assert answers


def test_every_statement_is_compared() -> None:
    names = set()
    for path in STATEMENTS:
        module = importlib.import_module(path.removesuffix(".py").replace("/", "."))
        for name, value in vars(module).items():
            makes_one = inspect.unwrap(value) if callable(value) else None
            returned = getattr(makes_one, "__annotations__", {}).get("return")
            if isinstance(value, Statement) or getattr(returned, "__origin__", None) is Statement:
                names.add(f"{module.__name__.rpartition('.')[2]}.{name}")
    assert names == {name for compared in COMPARED.values() for name in compared}
