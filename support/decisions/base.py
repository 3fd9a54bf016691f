"""What every kind of decision brings, the register of all kinds, and deciding by one.

A kind of decision is a class: its title, what it asks for, when it fits, what it will do, the
doing, what players read of it, and how it is taken back. Pages, letters and services know it only
by what is declared here.

Pages and letters of decisions call it.
"""

from collections.abc import Sequence
from functools import partial
from typing import Any, ClassVar

from django.utils.functional import Promise
from django.utils.translation import gettext

from accounts.models import User
from duel.errors import BrokenGame
from duel.integrity.broken_table import BrokenTable, Table
from duel.record.events import restores_an_end
from duel.record.log import Log
from duel.record.selectors import secret_is_open
from support.decisions.consequences import recipient_sentences
from support.decisions.restoring import ended_again
from support.decisions.ruling import DecisionNotice, Ruling, RulingForm, deciding
from support.decisions.settling import SETTLES, fits_without_log, preview_settlement, settle
from support.errors import CannotRevoke
from support.models import Act, Decision


class DecisionKind:
    """What operators can decide; its methods take what its form asks for besides the reason."""

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
    """Whether the letter about it gives the player to move the new deadline."""
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
        """Return who gets a letter about it, and who cannot be reached."""
        return recipient_sentences(table)

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
        """Return who gets a letter when it is taken back, and who cannot be reached."""
        return recipient_sentences(log)

    def winners(self, table: Table, *args: Any, **arguments: Any) -> list[int]:
        """Return the seats that win by it."""
        return []


KINDS: dict[Act, DecisionKind] = {}


def register(*kinds: type[DecisionKind]) -> None:
    """Make these the kinds of decisions that there are, in the order in which they are offered."""
    KINDS.update({kind.act: kind() for kind in kinds})


def kind_of(act: Act | str) -> DecisionKind:
    """Return the kind of decision that is stored as this."""
    return KINDS[Act(act)]


def preview(act: Act, table: Log | BrokenTable, *, operator: User, **arguments: Any) -> list[str]:
    """Return what the decision will do and who gets letters; raise Refused if it cannot be made."""
    kind = kind_of(act)
    if isinstance(table, BrokenTable):
        winners, rematch = partial(kind.winners, **arguments), bool(arguments.get("rematch"))
        foreseen = preview_settlement(kind.act, table, winners, rematch=rematch)
        return [*foreseen, *recipient_sentences(table)]
    return [*kind.preview_for(operator, table, **arguments), *kind.recipients(table, **arguments)]


def decide(act: Act, ruling: Ruling, **arguments: Any) -> Decision:
    """Return the decision after carrying it out; the arguments are what its form asks for."""
    # Where the record is broken, it is a settlement beside the log, if it can be decided so.
    kind = kind_of(act)
    try:
        return kind.carry_out(ruling, **arguments)
    except BrokenGame:
        if act not in SETTLES:
            raise
        winners, rematch = partial(kind.winners, **arguments), bool(arguments.get("rematch"))
        return settle(kind.act, ruling, winners, rematch=rematch)


def fitting_acts(table: Log | BrokenTable) -> list[Act]:
    """Return what it makes sense to decide where the game stands now."""
    if isinstance(table, BrokenTable):
        return [act for act in KINDS if fits_without_log(act, table)]
    if secret_is_open(table.game) or table.game.is_settled:
        return []
    return [act for act, kind in KINDS.items() if kind.fits(table)]


def decision_sentences(
    decision: Decision, log: Log, names: Sequence[str], viewer: int | None
) -> list[str]:
    """Return what was decided, as the player in that seat may know it (None: a spectator)."""
    notice = DecisionNotice(decision, log.entry(decision.seq), log, names, viewer)
    kind = kind_of(decision.act)
    if decision.revokes is None:
        return kind.words(notice)
    words = {"decision": decision.revokes.get_act_display()}
    is_end = restores_an_end(decision, notice.entry)
    return [
        gettext("An operator takes a decision back (%(decision)s).") % words,
        *(ended_again(notice) if is_end else kind.words(notice)),
    ]
