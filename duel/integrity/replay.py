"""Checks stored games: each is replayed from its seed and compared with all that is stored.

Sweeps and `replaygames` call it. A problem names its place, the expected and the found value, and
no secret or seed.
"""

import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.views.decorators.debug import sensitive_variables

from duel.integrity.beginnings import beginning_problems
from duel.integrity.clocks import ClockCheck
from duel.models import Beginning, Game, GameSecret, LogEntry, Notice, Seat, Status
from duel.record.log import Log
from duel.record.reading import (
    StoredEntry,
    header_of,
    secret_and_entries,
    stored_entry,
    was_written_since,
)
from duel.record.settlements import differences, settled_columns
from engine.course import Course
from engine.errors import BrokenRecord, EngineError
from engine.fairness import commitment
from engine.record import Entry, Problem, chain_problems
from engine.verify import bot_problems, word_problems

CHUNK = 50
"""How many games are in memory at a time, for each process."""


@dataclass(frozen=True)
class StoredGame:
    """A begun game with everything that is stored of it; the secret is None where it is lost."""

    game: Game
    seats: list[Seat]
    secret: bytes | None = field(repr=False)
    entries: list[Entry]
    beginning: Beginning | None = None
    notices: list[Notice] = field(default_factory=list)
    """What was told by letters that carried the head of the chain, and perhaps other notices."""

    @property
    def head(self) -> str:
        """The hash of the last entry that is there, or of what was settled before the first."""
        return self.entries[-1].hash if self.entries else header_of(self.game, self.seats).hash


class ClockProblem(Problem):
    """A wrong column of a clock. The game goes on: the next entry puts it right."""


@dataclass(frozen=True)
class Finding:
    """A game that is not as it was written, and in what."""

    key: int
    public_id: str
    problems: list[Problem]
    is_settled: bool = False
    """Whether operators know and have ended it, and nothing has happened to it since."""

    @property
    def is_damage(self) -> bool:
        """Whether nobody can go on from what is stored: more is wrong than a clock."""
        return any(not isinstance(problem, ClockProblem) for problem in self.problems)


@dataclass(frozen=True)
class CheckResult:
    """The games that were checked, by primary key, and those of them that are wrong."""

    keys: Sequence[int]
    findings: list[Finding]

    @property
    def games(self) -> int:
        """How many were checked."""
        return len(self.keys)

    @property
    def news(self) -> list[Finding]:
        """What nobody has dealt with yet."""
        return [finding for finding in self.findings if not finding.is_settled]


def begun_games(*, since: datetime | None = None) -> QuerySet[Game]:
    """Return the games that have begun, by columns or entries, or those written to since then."""
    entries = LogEntry.objects.filter(game=OuterRef("pk"))
    if since is not None:
        return Game.objects.filter(Q(began_at__gte=since) | Exists(entries.filter(time__gte=since)))
    begun = Q(status__in=[Status.RUNNING, Status.OVER]) | Q(began_at__isnull=False)
    return Game.objects.filter(begun | Exists(entries))


def key_chunks(games: QuerySet[Game]) -> Iterator[list[int]]:
    """Yield the primary keys in order, some at a time; each query begins where the last ended."""
    last = 0
    while keys := list(
        games.filter(pk__gt=last).order_by("pk").values_list("pk", flat=True)[:CHUNK]
    ):
        yield keys
        last = keys[-1]


def load_games(keys: Sequence[int]) -> Iterator[StoredGame]:
    """Yield the games of these primary keys; six queries bring them all."""
    seats: defaultdict[int, list[Seat]] = defaultdict(list)
    for seat in Seat.objects.filter(game__in=keys).order_by("number"):
        seats[seat.game_id].append(seat)
    entries = entries_of(keys)
    secrets = secrets_of(keys)
    beginnings = {row.game_id: row for row in Beginning.objects.filter(game__in=keys)}
    notices: defaultdict[int, list[Notice]] = defaultdict(list)
    for notice in Notice.objects.filter(game__in=keys).exclude(head="").order_by("pk"):
        notices[notice.game_id].append(notice)
    for key, game in Game.objects.select_related("settlement").in_bulk(keys).items():
        yield StoredGame(
            game,
            seats[key],
            secrets.get(key),
            entries.pop(key, []),
            beginnings.get(key),
            notices[key],
        )


@sensitive_variables()
def load_game(key: int) -> StoredGame:
    """Return one game with all that is stored of it, in four queries; raise Game.DoesNotExist."""
    game = Game.objects.select_related("settlement", "beginning", "divergence").get(pk=key)
    seats = list(Seat.objects.filter(game=key).select_related("user").order_by("number"))
    secret, entries = secret_and_entries(game)
    if secret is None:  # they were to come along with it
        entries = entries_of([key])[key]
    notices = list(Notice.objects.filter(game=key).order_by("pk"))
    return StoredGame(game, seats, secret, entries, getattr(game, "beginning", None), notices)


@sensitive_variables()
def secrets_of(keys: Sequence[int]) -> dict[int, bytes]:
    """Return the secrets of these games, by primary key, as far as they are there."""
    rows = GameSecret.objects.filter(game__in=keys).values_list("game", "secret")
    return {key: bytes(secret) for key, secret in rows}


def entries_of(keys: Sequence[int]) -> defaultdict[int, list[Entry]]:
    """Return the logs of these games, by primary key."""
    entries: defaultdict[int, list[Entry]] = defaultdict(list)
    rows = LogEntry.objects.filter(game__in=keys).order_by("game_id", "seq")
    for key, *row in rows.values_list("game_id", *StoredEntry._fields):
        entries[key].append(stored_entry(StoredEntry._make(row)))
    return entries


def load_at_one_moment(key: int) -> StoredGame:
    """Return one game, all of one moment, without a lock: read again if written to meanwhile."""
    stored = load_game(key)
    while was_written_since(stored.game):
        stored = load_game(key)
    return stored


def load_under_lock(key: int) -> StoredGame:
    """Return one game, read while nobody can write to it: all of it is of one moment."""
    with transaction.atomic():
        Game.objects.select_for_update().get(pk=key)
        return load_game(key)


def check_games(keys: Sequence[int]) -> CheckResult:
    """Return what is found in the games of these primary keys, in a constant number of queries."""
    findings = []
    clocks = ClockCheck.now()
    for stored in load_games(keys):
        if _finding(stored, clocks) and (finding := _finding_under_lock(stored.game.pk)):
            findings.append(finding)
    return CheckResult(keys, findings)


def _finding(stored: StoredGame, clocks: ClockCheck) -> Finding | None:
    """Return what is wrong with a game: of one that operators have settled, only what is new."""
    game = stored.game
    if not game.is_settled:
        # Clocks stopped by a settlement or by damage are checked once the log has that stop.
        is_stopped = game.settlement is not None or game.is_damaged
        problems = problems_of(stored, None if is_stopped else clocks)
        return Finding(game.pk, game.public_id, problems) if problems else None
    news = [
        _difference(None, *found)
        for found in differences(game, seq=len(stored.entries), head=stored.head)
    ]
    return Finding(game.pk, game.public_id, news or problems_of(stored), is_settled=not news)


def problems_of(stored: StoredGame, clocks: ClockCheck | None = None) -> list[Problem]:
    """Return everything in which a stored game contradicts itself or its rules.

    `clocks` checks the columns of its clock. A wrong one does not stop the game, as the next entry
    puts it right.
    """
    game = stored.game
    if not isinstance(game.options, dict):
        return [Problem(None, "options", "is not an object")]
    header = header_of(game, stored.seats)
    problems = list(chain_problems(header, stored.entries))
    problems.extend(bot_problems(header, stored.entries))
    for found in beginning_problems(stored.beginning, game, stored.seats, stored.entries):
        problems.append(_difference(None, *found))
    problems.extend(_mailed_problems(stored))
    if stored.secret is None:
        problems.append(Problem(None, "secret", "is missing"))
    elif commitment(stored.secret) != game.commitment:
        problems.append(Problem(None, "commitment", "does not match the secret"))
    else:
        problems.extend(word_problems(header, stored.secret))
        problems.extend(_replay_problems(stored, stored.secret, clocks))
    return problems


def _mailed_problems(stored: StoredGame) -> Iterator[Problem]:
    """Yield heads that letters carried and that are not the hash of an entry or the header now."""
    hashes = {entry.hash for entry in stored.entries}
    hashes.add(header_of(stored.game, stored.seats).hash)
    for notice in stored.notices:
        if notice.head and notice.head not in hashes:
            where = f"head mailed to seat {notice.seat} at ply {notice.ply}"
            yield Problem(None, where, f"is not in the log: {notice.head}")


def _replay_problems(
    stored: StoredGame, secret: bytes, clocks: ClockCheck | None
) -> Iterator[Problem]:
    hashes: list[str] = []

    def keep_hash(entry: Entry, course: Course) -> None:
        hashes.append(course.state_hash)

    log: Log | None = None
    broken: list[Problem] = []
    try:
        log = Log(stored.game, stored.seats, secret, stored.entries, after_each=keep_hash)
    except BrokenRecord as error:
        seq = stored.entries[len(hashes)].seq
        broken.append(Problem(seq, "replay", str(error.__cause__ or error)))
    except EngineError as error:
        broken.append(Problem(None, "game", str(error)))
    # Where the replay breaks off, the entries before are still checked; the columns are not.
    for entry, expected in zip(stored.entries, hashes, strict=False):
        if entry.state_hash != expected:
            yield _difference(entry.seq, "state_hash", expected, entry.state_hash)
    yield from broken
    if log is None:
        return
    if len(log.entries) != stored.game.seq:  # the columns cannot be checked
        yield _difference(None, "seq", len(log.entries), stored.game.seq)
        yield _difference(None, "head", log.head, stored.game.head)
        return
    yield from _derived_problems(log)
    if clocks is not None:
        since = stored.beginning.seq if stored.beginning else 0
        for column, wanted, found in clocks.differences(log, banks_since=since):
            yield ClockProblem(None, column, _expected(wanted, found))


def _derived_problems(log: Log) -> Iterator[Problem]:
    """Yield where the columns of game and seats are not what the log makes them."""
    game, derived = log.game, log.derived()
    if game.settlement is not None and game.is_settled:
        derived |= settled_columns(game.settlement)
    else:
        yield from _opening_problems(log)
    for name, expected in derived.items():
        if getattr(game, name) != expected:
            yield _difference(None, name, expected, getattr(game, name))
    if len(log.seats) != game.seat_count:
        yield _difference(None, "seat_count", len(log.seats), game.seat_count)
    for seat, person in zip(log.seats, log.course.persons, strict=True):
        wanted = {
            "is_to_move": seat.number == derived["to_move"] and seat.number not in log.left_at,
            "left_at": log.left_at.get(seat.number),
            "open_until": log.open_until(seat.number),
        }
        for name, expected in wanted.items():
            if getattr(seat, name) != expected:
                found = getattr(seat, name)
                yield _difference(None, f"{name} of seat {seat.number}", expected, found)
        if person not in (None, seat.person):
            yield _difference(None, f"person of seat {seat.number}", person, seat.person)


def _opening_problems(log: Log) -> Iterator[Problem]:
    """Yield what is wrong with the moment from which the secret may be shown.

    How long a dispute period was when the game ended is not stored, so only that there may be one.
    """
    opens_at, ended_at = log.game.secret_opens_at, log.ended_at
    if ended_at is None or log.course.ended_over_the_board:
        if opens_at != ended_at:
            yield _difference(None, "secret_opens_at", ended_at, opens_at)
    elif opens_at is None or opens_at < ended_at:
        yield _difference(None, "secret_opens_at", f"{ended_at} or later", opens_at)


def _difference(seq: int | None, field: str, expected: object, found: object) -> Problem:
    return Problem(seq, field, _expected(expected, found))


def _expected(expected: object, found: object) -> str:
    return f"expected {_words(expected)}, found {_words(found)}"


def _words(value: object) -> str:
    if isinstance(value, dict | list):
        return json.dumps(value, sort_keys=True)
    return "nothing" if value in (None, "") else str(value)


def _finding_under_lock(key: int) -> Finding | None:
    """Return what is wrong with a game under its lock: a write between queries looks wrong once."""
    with transaction.atomic():
        return _finding(load_under_lock(key), ClockCheck.now())
