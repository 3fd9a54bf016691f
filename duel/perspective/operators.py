"""`OperatorPerspective`: a game as an operator may know it, also where its record is broken.

Operators know all that is stored but hidden cards. Of a game in which they play, or have played,
they know no more than a player. Their reports and lists of games are made from what is here.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Self

from django.db.models import Q
from django.utils.translation import gettext
from django.views.decorators.debug import sensitive_variables

from accounts.models import User
from duel.errors import NotRunning
from duel.integrity.replay import StoredGame
from duel.models import Game, KnownGame, LinkUse, Note, Seat, Status
from duel.play.orders import plies_by_order
from duel.record.events import plies_taken_back
from duel.record.finality import game_known_to, is_note_known, is_waiting
from duel.record.links import Purpose
from duel.record.log import Log
from duel.record.read_only_log import ReadOnlyLog
from duel.record.reading import Surroundings, surroundings
from duel.record.selectors import player_names
from engine.course import Course
from engine.errors import BrokenRecord, EngineError
from engine.kinds import changes_position
from engine.record import Entry

_COLUMNS_OF_A_TURN = (
    *("seq", "ply", "head", "turn", "to_move"),
    *("moved_at", "unsent_seat", "deadline"),
)


@dataclass(frozen=True)
class OperatorPerspective:
    """A game as an operator may know it, and what of its log can be replayed."""

    game: KnownGame
    seats: list[Seat]
    """In a game of the reader's own, copies: never saved, and as they were before a hidden turn."""
    entries: list[Entry] = field(default_factory=list)
    log: ReadOnlyLog | None = None
    """As far as the entries can be replayed; None for a game that has not begun."""
    is_own: bool = False
    """Whether its reader plays in the game, or has played in it: then they see less."""
    has_left: bool = False
    """Whether its reader has played in the game and does no longer."""
    withheld: Collection[int] = ()
    """Plies that its reader may not look at: moves that an opponent of theirs has taken back.

    What an opponent may still take back is left out altogether."""
    final_ply: int | None = None
    """The last ply that is final, if what was played since is not."""

    @classmethod
    @sensitive_variables()
    def of(cls, stored: StoredGame, *, reader: User | None, is_own: bool, **more: Any) -> Self:
        """Return the game as the reader may know it; None: an operator who has no part in it."""
        game, seats, entries = stored.game, stored.seats, stored.entries
        if game.status not in (Status.RUNNING, Status.OVER):
            return cls(KnownGame.of(game), seats, is_own=is_own, **more)
        theirs = [seat for seat in seats if reader is not None and seat.user_id == reader.pk]
        own = {seat.number for seat in theirs}
        is_running = game.status == Status.RUNNING
        known = game_known_to(game, own) if is_own else KnownGame.of(game)
        if known.hides_turn_of is not None:
            entries = entries[: known.seq]
            seats = [_as_before_the_turn(seat, known) for seat in seats]
        return cls(
            known,
            seats,
            entries,
            _replay(stored, known, seats, entries, is_own=is_own),
            is_own,
            is_own and all(seat.left_at is not None for seat in theirs),
            _taken_back_by_others(entries, own) if is_own and is_running else (),
            game.known_ply if is_waiting(known) else None,
            **more,
        )

    @cached_property
    def names(self) -> list[str]:
        """The names of the players, by seat."""
        return names_in(self.seats)

    @property
    def has_begun(self) -> bool:
        """Whether there is a log."""
        return self.game.status in (Status.RUNNING, Status.OVER)

    @cached_property
    def taken_back(self) -> set[int]:
        """The plies of moves that their players have taken back."""
        return _taken_back(self.entries)

    @cached_property
    def by_order(self) -> set[int]:
        """The plies that standing orders have played; none to who plays: orders are secret."""
        return set() if self.is_own else plies_by_order(self.seats)

    @cached_property
    def plies(self) -> list[int | None]:
        """The ply that each entry has led to, None for those that change no position."""
        return [ply for _, ply in _with_plies(self.entries)]

    @property
    def last_ply(self) -> int:
        """The last ply that can be shown."""
        return self.log.course.ply if self.log else 0

    @cached_property
    def shown_plies(self) -> list[int]:
        """The plies whose position the reader may look at, from 0."""
        return [ply for ply in range(self.last_ply + 1) if not self.is_withheld(ply)]

    def view_at(self, ply: int) -> dict[str, Any]:
        """Return the position at a ply as a spectator may see it: nothing hidden is in it."""
        if self.log is None:
            raise NotRunning
        course = self.log.course
        return course.game.view(course.position_at(ply), None)

    def is_withheld(self, ply: int | None) -> bool:
        """Return whether the reader may not know what was played there."""
        return ply is not None and ply in self.withheld

    def is_unsent(self, ply: int | None) -> bool:
        """Return whether what was played there is not final: its player can take it back."""
        return ply is not None and self.final_ply is not None and ply > self.final_ply

    @property
    def shown_hashes(self) -> list[str]:
        """The hash of each entry, empty where it could tell what is withheld.

        Legal moves are few: with the hash one could try each. Every later hash rests on it.
        """
        hashes, is_sealed = [], False
        for entry, ply in zip(self.entries, self.plies, strict=True):
            is_sealed = is_sealed or self.is_withheld(ply)
            hashes.append("" if is_sealed else entry.hash)
        return hashes

    @cached_property
    def notes(self) -> list[Note]:
        """What was written along with moves that the reader may know, the first first.

        A reader who plays sees no words to one player alone, not even to themselves; one who has
        left the game sees none at all.
        """
        notes = Note.objects.filter(game=self.game.pk).order_by("written_at", "pk")
        # It goes with a move made at its ply, or was written after the one that led there.
        return [
            note
            for note in notes
            if is_note_known(self.game, note)
            and not {note.ply, note.ply + 1} & set(self.withheld)
            and not (self.has_left or (self.is_own and note.recipients))
        ]

    @cached_property
    def link_uses(self) -> list[LinkUse]:
        """The uses of links, the first first, but for those by which a turn left out was made.

        A reader who plays does not see presses that report trouble either.
        """
        uses = LinkUse.objects.filter(game=self.game.pk).order_by("first_at", "pk")
        if self.game.hides_turn_of is not None:
            uses = uses.exclude(Q(seat=self.game.hides_turn_of, ply__gte=self.game.ply))
        trouble = Purpose.TROUBLE.name.lower()
        return [use for use in uses if not self.is_own or use.purpose != trouble]

    @cached_property
    def surroundings(self) -> Surroundings:
        """What stopped all clocks since the game began, and when its players are away."""
        if self.log is not None:
            return self.log.surroundings
        people = {seat.user_id for seat in self.seats if seat.user_id is not None}
        return surroundings(since=self.game.began_at or self.game.proposed_at, people=people)


def names_in(seats: Iterable[Seat]) -> list[str]:
    """Return the names of the players, by seat; an address where nobody has sat down yet."""
    seats = list(seats)
    return [
        name
        if seat.user
        else seat.invited_address
        or (gettext("a player who left") if seat.joined_at else gettext("nobody yet"))
        for seat, name in zip(seats, player_names(seats), strict=True)
    ]


def games_known_to_operator(
    games: Sequence[Game], own_seats: Callable[[], Mapping[int, Collection[int]]]
) -> list[KnownGame]:
    """Return the games as an operator may know them.

    In a game of their own they do not see what another player can take back. `own_seats` returns
    the seats that they have now in each game in which they have a part; most lists need not ask.
    """
    own = own_seats() if any(is_waiting(game) for game in games) else {}
    return [
        game_known_to(game, own[game.pk]) if game.pk in own else KnownGame.of(game)
        for game in games
    ]


def row_as_known(game: Game, known: KnownGame) -> Game:
    """Return a copy of the row, never saved, with columns its reader knows, for admin lists."""
    shown = copy(game)
    for name in _COLUMNS_OF_A_TURN:
        setattr(shown, name, getattr(known, name))
    return shown


def _as_before_the_turn(seat: Seat, game: KnownGame) -> Seat:
    """Return a copy of the seat: what a hidden turn has cost is no more known than the turn."""
    seat = copy(seat)
    seat.is_to_move = seat.number == game.to_move
    if seat.is_to_move:
        seat.bank_left = seat.clock_bank
    return seat


@sensitive_variables()
def _replay(
    stored: StoredGame,
    known: KnownGame,
    seats: Sequence[Seat],
    entries: Sequence[Entry],
    *,
    is_own: bool,
) -> ReadOnlyLog | None:
    """Return the log up to the first entry that cannot have happened; None if nothing can be.

    It can be decided about by all who have no part in the game: to them it is a `Log`.
    """
    secret = stored.secret
    if secret is None or not isinstance(known.options, dict):
        return None
    followed = 0

    def count(entry: Entry, course: Course) -> None:
        nonlocal followed
        followed += 1

    def replay(entries: Sequence[Entry]) -> ReadOnlyLog:
        if is_own:
            return ReadOnlyLog(known, seats, secret, entries, after_each=count)
        return Log(stored.game, seats, secret, entries, after_each=count)

    try:
        return replay(entries)
    except BrokenRecord:
        return replay(entries[:followed])
    except (EngineError, ValueError):
        return None


def _taken_back_by_others(entries: Sequence[Entry], own: Collection[int]) -> set[int]:
    """Return the plies of what the reader's opponents took back."""
    taken_back = _taken_back(entries)
    return {
        ply
        for entry, ply in _with_plies(entries)
        if ply is not None and ply in taken_back and entry.seat not in own
    }


def _with_plies(entries: Iterable[Entry]) -> list[tuple[Entry, int | None]]:
    """Return each entry with the ply that it has led to, None if it changes no position."""
    reached = 0
    pairs: list[tuple[Entry, int | None]] = []
    for entry in entries:
        changes = changes_position(entry.kind, entry.text)
        reached += changes
        pairs.append((entry, reached if changes else None))
    return pairs


def _taken_back(entries: Sequence[Entry]) -> set[int]:
    try:
        return plies_taken_back(entries)
    except ValueError:  # an entry that makes no sense: the problems name it
        return set()
