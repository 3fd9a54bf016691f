"""All that is stored of one game, broken logs too, read once for operators and the reports here."""

from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property

from django.views.decorators.debug import sensitive_variables

from accounts.models import User
from duel.integrity.broken_table import BrokenTable
from duel.integrity.replay import StoredGame, load_at_one_moment, load_game, problems_of
from duel.models import Divergence, FormerPlayer, Game, Leaving, Note, Notice, Status
from duel.perspective.operators import OperatorPerspective
from duel.record.log import Log
from duel.timeline.letters import letters_of
from engine.record import Problem
from mail.models import Letter
from support.disputes.selectors import ReportedDispute, reports_about
from support.models import Decision, Settlement
from support.report.mail import REVEAL_MAIL, ReceivedMail, mail_of


@dataclass(frozen=True)
class GameReport(OperatorPerspective):
    """A game as an operator may know it, with what was decided, reported and written about it."""

    problems: list[Problem] = field(default_factory=list)
    """Everything in which what is stored contradicts itself or the rules."""
    table: Log | BrokenTable | None = None
    """What decisions are made about; None if the game has not begun, or is the reader's own."""
    divergence: Divergence | None = None
    """What the last check of all games found; nothing of the reader's own games."""
    alarm_at: datetime | None = None
    """When the sweep looks at the clocks of the game next."""
    decisions: list[Decision] = field(default_factory=list)
    """What operators decided, the first first, with who did and what it took back."""
    notices: list[Notice] = field(default_factory=list)
    """The notices to players that were written."""
    mail_reader: User | None = None
    """The operator who reads it, if they may read what people write by mail."""
    reads_notes: bool = False
    """Whether its reader has said why they read what players write to each other."""

    @cached_property
    def is_broken(self) -> bool:
        """Whether the record is not as it was written: nothing can be added to the log."""
        # A mended record counts as broken until the next check has found it whole.
        return self.has_begun and (bool(self.problems) or self.game.is_damaged)

    def text_of(self, note: Note) -> str:
        """Return the words of a reported note, or if the reader said why; else nothing."""
        # It was written to players: operators know that there is a note, not its words.
        return note.text if self.reads_notes or note.pk in self._reported_notes else ""

    @cached_property
    def _reported_notes(self) -> set[int]:
        return {key for reported in self.reports for key in reported.notes}

    @cached_property
    def letters(self) -> list[Letter]:
        """The letters about the game that the reader may know of, the first first."""
        return list(letters_of(self.game))

    @cached_property
    def mail(self) -> list[ReceivedMail]:
        """The mail that came in for the seats, the first first; none to who plays."""
        return [] if self.is_own else mail_of(self.game, self.seats, reader=self.mail_reader)

    def mail_of_player(self, seat: int) -> list[ReceivedMail]:
        """Return the mail of the player in that seat, from an address of theirs."""
        return [mail for mail in self.mail if mail.is_own and mail.seat == seat]

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
        return list(Settlement.objects.filter(game=self.game.pk).order_by("number"))


@sensitive_variables()
def report_of(key: int, *, reader: User | None = None) -> GameReport:
    """Return what is stored of the game of that key; raises Game.DoesNotExist."""
    # To an operator who plays in it, it does not show everything.
    stored, decisions = load_game(key), _decisions(key)
    has_begun = stored.game.status in (Status.RUNNING, Status.OVER)
    problems = problems_of(stored) if has_begun else []
    if problems:  # perhaps only a move that came between two queries
        stored, decisions = load_at_one_moment(key), _decisions(key)
        problems = problems_of(stored)
    is_own = reader is not None and _has_part(reader, stored, decisions)
    report = GameReport.of(
        stored,
        reader=reader,
        is_own=is_own,
        problems=problems,
        divergence=None if is_own else getattr(stored.game, "divergence", None),
        alarm_at=stored.game.alarm_at,
        decisions=decisions,
        notices=stored.notices if has_begun else [],
        mail_reader=reader if reader is not None and reader.has_perm(REVEAL_MAIL) else None,
    )
    return report if is_own else replace(report, table=_table(report, stored.game))


def _table(report: GameReport, game: Game) -> Log | BrokenTable | None:
    if report.is_broken:
        head = report.entries[-1].hash if report.entries else ""
        return BrokenTable(game, report.seats, len(report.entries), head)
    return report.log if isinstance(report.log, Log) else None


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


@dataclass(frozen=True)
class Finding:
    """Something that an operator should know first, and what it is about."""

    sentence: str
    sort: str
    """`clock`, `letter`, `player` or `operator`."""
    is_bad: bool = False
    """Whether it may be why somebody is unhappy."""
    page: str = ""
    """The name of the admin's page that shows more, if any; `key` is its row."""
    key: int | None = None
