"""What every kind of decision brings, and the register of all of them.

A kind of decision is a class: its title, what it asks for, when it fits, what it will do, the
doing, what players read of it, and how it is taken back. Pages, letters and services know it only
by what stands here.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from django.utils.functional import Promise

from accounts.models import User
from duel.integrity.broken_table import Table
from duel.record.log import Log
from engine.record import Entry
from support.decisions.consequences import told_sentences
from support.decisions.ruling import Ruling, RulingForm, deciding
from support.errors import CannotRevoke
from support.models import Act, Decision


@dataclass(frozen=True)
class DecisionNotice:
    """A decision with its entry, and who is told of it."""

    decision: Decision
    entry: Entry
    log: Log
    names: Sequence[str]
    viewer: int | None
    """The seat that is told of it; None: a spectator."""

    @property
    def is_about_viewer(self) -> bool:
        """Whether the entry names that very seat."""
        return self.entry.seat is not None and self.entry.seat == self.viewer

    @property
    def name(self) -> str:
        """The name of the player whom the entry names."""
        return self.names[self.entry.seat or 0]


class DecisionKind:
    """One thing that operators can decide about a game.

    The arguments of its methods are what its form asks for besides the reason.
    """

    act: ClassVar[Act]
    """The stored value; its label is on the button and in lists."""
    title: ClassVar[str | Promise]
    """The heading of the page on which it is decided."""
    form: ClassVar[type[RulingForm]] = RulingForm
    """What the operator fills in; the plain form asks for the reason alone."""
    template: ClassVar[str] = "admin/duel/game/decide.html"
    usual_reason: ClassVar[str | Promise] = ""
    """The reason that the form begins with."""
    tells_what_comes: ClassVar[bool] = False
    """Whether its letters tell what a move turns up: then nobody is shown them beforehand."""
    gives_time: ClassVar[bool] = False
    """Whether the letter about it tells whoever is to move their new deadline."""
    can_be_revoked: ClassVar[bool] = False

    def fits(self, log: Log) -> bool:
        """Return whether it makes sense where the game stands now; most need a running game."""
        return log.course.result is None

    def preview(self, log: Log, *args: Any, **arguments: Any) -> list[str]:
        """Return what it will do; raise Refused if it cannot be done."""
        raise NotImplementedError

    def preview_for(self, operator: User, log: Log, *args: Any, **arguments: Any) -> list[str]:
        """Return what it will do as this operator may know it, where that makes a difference."""
        return self.preview(log, **arguments)

    def carry_out(self, ruling: Ruling, *args: Any, **arguments: Any) -> Decision:
        """Return the decision, made in one transaction; raise what its preview raises."""
        with deciding(ruling) as log:
            self.preview_for(ruling.operator, log, **arguments)
            return self.write(log, ruling, **arguments)

    def write(self, log: Log, ruling: Ruling, *args: Any, **arguments: Any) -> Decision:
        """Return the decision after writing its entries and the notices that follow from it."""
        raise NotImplementedError

    def recipients(self, table: Table, *args: Any, **arguments: Any) -> list[str]:
        """Return who gets a letter about it, and whom none reaches."""
        return told_sentences(table)

    def words(self, notice: DecisionNotice) -> list[str]:
        """Return what was decided, in sentences to a player; nothing that they may not know."""
        raise NotImplementedError

    def preview_revoke(self, log: Log, decision: Decision) -> list[str]:
        """Return what taking such a decision back will do; raise Refused if it cannot be."""
        raise CannotRevoke

    def revoke(self, log: Log, ruling: Ruling, decision: Decision) -> Decision:
        """Return the decision that takes such a decision back."""
        raise CannotRevoke

    def recipients_of_revoking(self, log: Log, decision: Decision) -> list[str]:
        """Return who gets a letter when it is taken back, and whom none reaches."""
        return told_sentences(log)

    def winners(self, table: Table, *args: Any, **arguments: Any) -> list[int]:
        """Return the seats that win by it."""
        return []


_KINDS: dict[Act, DecisionKind] = {}


def register(*kinds: type[DecisionKind]) -> None:
    """Make these the kinds of decisions that there are, in the order in which they are offered."""
    _KINDS.update({kind.act: kind() for kind in kinds})


def kind_of(act: Act | str) -> DecisionKind:
    """Return the kind of decision that is stored as this."""
    return _KINDS[Act(act)]


def every_kind() -> list[DecisionKind]:
    """Return all kinds of decisions, in the order in which they are offered."""
    return list(_KINDS.values())
