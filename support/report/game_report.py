"""All that is stored of one game, read once, for the page on which operators look at it.

It opens also where the log is broken: that is when it is needed most.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property

from django.db.models import Q
from django.utils.translation import gettext
from django.views.decorators.debug import sensitive_variables

from accounts.models import User
from duel.integrity.broken_table import BrokenTable
from duel.integrity.replay import StoredGame, load_at_one_moment, load_game, problems_of
from duel.models import FormerPlayer, Game, KnownGame, Leaving, LinkUse, Note, Notice, Seat, Status
from duel.play.orders import plies_by_order
from duel.record.events import plies_taken_back
from duel.record.finality import game_known_to, is_note_known, is_waiting
from duel.record.links import Purpose
from duel.record.log import Log
from duel.record.reading import Surroundings, surroundings
from duel.record.selectors import player_names
from duel.timeline.letters import letters_of
from engine.course import Course
from engine.errors import BrokenRecord, EngineError
from engine.kinds import changes_position
from engine.record import Entry, Problem
from mail.models import Letter
from support.conflicts import as_known
from support.disputes.selectors import ReportedDispute, reports_about
from support.models import Decision, Settlement
from support.report.mail import REVEAL_MAIL, CameIn, mail_of


@dataclass(frozen=True)
class GameReport:
    """A game, who sits in it, its entries, and what the replay says about them."""

    game: Game
    seats: list[Seat]
    entries: list[Entry] = field(default_factory=list)
    log: Log | None = None
    """As far as the entries can be replayed; None for a game that has not begun."""
    problems: list[Problem] = field(default_factory=list)
    """Everything in which what is stored contradicts itself or the rules."""
    is_own: bool = False
    """Whether its reader plays in the game, or has played in it: then they are told less."""
    withheld: Collection[int] = ()
    """Plies that its reader may not look at: moves that an opponent of theirs has taken back.

    What an opponent may still take back is left out altogether."""
    decisions: list[Decision] = field(default_factory=list)
    """What operators decided, the first first, with who did and what it took back."""
    notices: list[Notice] = field(default_factory=list)
    """What the players were to be told."""
    mail_reader: User | None = None
    """The operator who reads it, if they may read what people write by mail."""
    has_left: bool = False
    """Whether its reader has played in the game and does no longer."""
    reads_notes: bool = False
    """Whether its reader has said why they read what players write to each other."""
    known: KnownGame | None = None
    """What the reader knows of a game of their own in which a turn is left out."""

    @cached_property
    def names(self) -> list[str]:
        """The names of the players, by seat."""
        return names_in(self.seats)

    @cached_property
    def taken_back(self) -> set[int]:
        """The plies of moves that their players have taken back."""
        return _taken_back(self.entries)

    @property
    def has_begun(self) -> bool:
        """Whether there is a log."""
        return self.game.status in (Status.RUNNING, Status.OVER)

    @cached_property
    def is_broken(self) -> bool:
        """Whether the record is not as it was written: nothing can be added to the log.

        So does a record that was mended, until the next check has found that it is whole.
        """
        return self.has_begun and (bool(self.problems) or self.game.is_damaged)

    def table(self) -> Log | BrokenTable | None:
        """Return what decisions are made about; None if the game has not begun."""
        if not self.is_broken:
            return self.log
        head = self.entries[-1].hash if self.entries else ""
        return BrokenTable(self.game, self.seats, len(self.entries), head)

    @property
    def last_ply(self) -> int:
        """The last ply that can be shown."""
        return self.log.course.ply if self.log else 0

    def plies(self) -> list[int | None]:
        """Return the ply that each entry has led to, None for those that change no position."""
        reached = 0
        plies: list[int | None] = []
        for entry in self.entries:
            changes = changes_position(entry.kind, entry.text)
            reached += changes
            plies.append(reached if changes else None)
        return plies

    @cached_property
    def by_order(self) -> set[int]:
        """The plies that standing orders have played; none to who plays: orders are secret."""
        return set() if self.is_own else plies_by_order(self.seats)

    def is_withheld(self, ply: int | None) -> bool:
        """Return whether the reader may not know what was played there."""
        return ply is not None and ply in self.withheld

    def is_unsent(self, ply: int | None) -> bool:
        """Return whether what was played there is not final: its player can take it back."""
        return ply is not None and is_waiting(self.game) and ply > self.game.known_ply

    def notes(self) -> list[Note]:
        """Return what was written along with moves that the reader may know, the first first.

        Whoever plays is shown here no words to one player alone, be it themselves; whoever does no
        longer, none at all.
        """
        return self._notes

    def text_of(self, note: Note) -> str:
        """Return what the note says, if a player reported it or the reader said why; else nothing.

        It was written to players: that a note was written is known to operators, not its words.
        """
        return note.text if self.reads_notes or note.pk in self._reported_notes else ""

    @cached_property
    def _reported_notes(self) -> set[int]:
        return {key for reported in self.reports for key in reported.notes}

    @cached_property
    def _notes(self) -> list[Note]:
        notes = Note.objects.filter(game=self.game).order_by("written_at", "pk")
        # It goes with a move made at its ply, or was written after the one that led there.
        return [
            note
            for note in notes
            if (self.known is None or is_note_known(self.known, note))
            and not {note.ply, note.ply + 1} & set(self.withheld)
            and not (self.has_left or (self.is_own and note.recipients))
        ]

    @cached_property
    def known_uses(self) -> list[LinkUse]:
        """The uses of links, the first first, but for those by which a turn left out was made.

        Who plays is not told of presses that report trouble either.
        """
        uses = self.game.link_uses.order_by("first_at", "pk")
        if self.known is not None:
            hidden = Q(seat=self.known.hides_turn_of, ply__gte=self.known.ply)
            uses = uses.exclude(hidden)
        trouble = Purpose.TROUBLE.name.lower()
        return [use for use in uses if not self.is_own or use.purpose != trouble]

    @cached_property
    def letters(self) -> list[Letter]:
        """The letters about the game that the reader may know of, the first first."""
        return list(letters_of(self.known or self.game))

    @cached_property
    def mail(self) -> list[CameIn]:
        """The mail that came in for the seats, the first first; none to who plays."""
        return [] if self.is_own else mail_of(self.game, self.seats, reader=self.mail_reader)

    def mail_of_player(self, seat: int) -> list[CameIn]:
        """Return the mail of whoever sits there, from an address of theirs."""
        return [came for came in self.mail if came.is_own and came.seat == seat]

    @cached_property
    def reports(self) -> list[ReportedDispute]:
        """What players reported, the first first; none to who plays: it is not for them."""
        return [] if self.is_own else reports_about(self.game)

    @cached_property
    def settlements(self) -> list[Settlement]:
        """What was decided beside the log, the first first."""
        # A hold that the columns no longer follow has its decision; they follow all others.
        are_known = self.game.settlement_id or any(made.settlement_id for made in self.decisions)
        if not are_known and not self.is_broken:
            return []
        return list(self.game.settlements.order_by("number"))

    @cached_property
    def surroundings(self) -> Surroundings:
        """What stopped all clocks since the game began, and when its players are away."""
        if self.log is not None:
            return self.log.surroundings
        people = {seat.user_id for seat in self.seats if seat.user_id is not None}
        return surroundings(since=self.game.began_at or self.game.proposed_at, people=people)


@sensitive_variables()
def report_of(game: Game, *, reader: User | None = None) -> GameReport:
    """Return what is stored of the game; an operator who plays in it is not told everything."""
    return report_by_key(game.pk, reader=reader)


@sensitive_variables()
def report_by_key(key: int, *, reader: User | None) -> GameReport:
    """Return the same of the game of that key; raises Game.DoesNotExist."""
    stored, decisions = load_game(key), _decisions(key)
    has_begun = stored.game.status in (Status.RUNNING, Status.OVER)
    if has_begun and problems_of(stored):  # perhaps only a move that came between two queries
        stored, decisions = load_at_one_moment(key), _decisions(key)
    is_own = reader is not None and _has_part(reader, stored, decisions)
    if not has_begun:
        return GameReport(
            stored.game,
            stored.seats,
            is_own=is_own,
            decisions=decisions,
            mail_reader=_reads_mail(reader),
        )
    problems = problems_of(stored)
    known = None
    if is_own:
        stored, known = _known_to(stored, reader)
    return GameReport(
        stored.game,
        stored.seats,
        stored.entries,
        _as_far_as_it_goes(stored),
        problems,
        is_own,
        _withheld(stored, reader) if is_own else (),
        decisions,
        stored.notices,
        _reads_mail(reader),
        is_own and not any(s.user == reader and s.left_at is None for s in stored.seats),
        known=known,
    )


def _reads_mail(reader: User | None) -> User | None:
    return reader if reader is not None and reader.has_perm(REVEAL_MAIL) else None


def _decisions(key: int) -> list[Decision]:
    made = Decision.objects.filter(game=key).order_by("made_at", "pk")
    return list(made.select_related("operator", "revokes", "revoked_by"))


def _has_part(person: User, stored: StoredGame, decisions: list[Decision]) -> bool:
    """Return whether the person sits in the game, or sat there before somebody else did."""
    if any(seat.user_id == person.pk for seat in stored.seats):
        return True
    if any(decision.replaced_id == person.pk for decision in decisions):
        return True
    is_offered = stored.game.leaving == Leaving.OPEN  # else nobody takes a seat by themselves
    return is_offered and FormerPlayer.objects.filter(game=stored.game, user=person).exists()


@sensitive_variables()
def _as_far_as_it_goes(stored: StoredGame) -> Log | None:
    """Return the log up to the first entry that cannot have happened; None if nothing can be."""
    if stored.secret is None or not isinstance(stored.game.options, dict):
        return None
    followed = 0

    def count(entry: Entry, course: Course) -> None:
        nonlocal followed
        followed += 1

    game, seats, secret = stored.game, stored.seats, stored.secret
    try:
        return Log(game, seats, secret, stored.entries, after_each=count)
    except BrokenRecord:
        return Log(game, seats, secret, stored.entries[:followed])
    except (EngineError, ValueError):
        return None


def _known_to(stored: StoredGame, reader: User | None) -> tuple[StoredGame, KnownGame | None]:
    """Return the game without a turn that the reader's opponent can still take back.

    And what is left out of it; None: nothing is.
    """
    known = game_known_to(stored.game, _own(stored, reader))
    if known.hides_turn_of is None:
        return stored, None
    game = as_known(stored.game, known)
    for seat in stored.seats:  # never saved, as little as the game
        seat.is_to_move = seat.number == game.to_move
        if seat.is_to_move:
            seat.bank_left = seat.clock_bank  # what the turn has cost is no more known than it
    return replace(stored, game=game, entries=stored.entries[: game.seq]), known


def _own(stored: StoredGame, reader: User | None) -> set[int]:
    return {seat.number for seat in stored.seats if reader and seat.user_id == reader.pk}


def _withheld(stored: StoredGame, reader: User | None) -> set[int]:
    """Return the plies of what the reader's opponent took back, while they play."""
    if stored.game.status != Status.RUNNING:
        return set()
    own = _own(stored, reader)
    reached, hidden = 0, set[int]()
    taken_back = _taken_back(stored.entries)
    for entry in stored.entries:
        if changes_position(entry.kind, entry.text):
            reached += 1
            if reached in taken_back and entry.seat not in own:
                hidden.add(reached)
    return hidden


def _taken_back(entries: list[Entry]) -> set[int]:
    try:
        return plies_taken_back(entries)
    except ValueError:  # an entry that is none: the problems name it
        return set()


@dataclass(frozen=True)
class Finding:
    """Something that an operator should know first, and what it is about."""

    sentence: str
    sort: str
    """`clock`, `letter`, `player` or `operator`."""
    is_bad: bool = False
    """Whether it may be why somebody is unhappy."""
    page: str = ""
    """The name of the admin's page that tells more, if there is one, and of whom."""
    key: int | None = None


def names_in(seats: Iterable[Seat]) -> list[str]:
    """Return the names of the players, by seat, as players read them.

    Where nobody has sat down yet, that is the address.
    """
    seats = list(seats)
    return [
        name
        if seat.user
        else seat.invited_address
        or (gettext("a player who left") if seat.joined_at else gettext("nobody yet"))
        for seat, name in zip(seats, player_names(seats), strict=True)
    ]
