"""Decisions about how a game ends: award, void, cancel, resign for a player, reopen.

`support.decisions` registers them.
"""

from collections.abc import Collection
from typing import Any

from django import forms
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from duel.errors import Refused
from duel.games.results import result_sentence
from duel.integrity.broken_table import Table, broken_table
from duel.notices.intents import cancel_waiting_letters, notice_end, notice_turn_again
from duel.record.log import Log, refuse_if_over
from duel.timekeeping.leaving import retires
from support.decisions.consequences import (
    goes_on_sentences,
    keep_proposer,
    propose_again,
    refuse_if_running,
    refuse_if_shown,
    rematch_sentence,
    replaced_result,
    secret_stays_closed,
    withdraw_rematch,
    withdrawal_sentences,
)
from support.decisions.restoring import ended_again
from support.decisions.revoking import RevocableEnd, RevocableWhileInEffect
from support.decisions.ruling import (
    DecisionNotice,
    Ruling,
    RulingForm,
    SeatForm,
    deciding,
    name_in,
    names_at,
    write_decision,
)
from support.decisions.settling import write_settlement
from support.errors import NobodyWins, NotEndedByTheClock
from support.models import Act, Decision


class Ending(RevocableEnd):
    """A decision that ends the game, or lets it have ended otherwise."""

    def _result(self, table: Table, **arguments: Any) -> str:
        """Return how the game ends by it."""
        result = {"winners": self.winners(table, **arguments), "by": [self.act.value]}
        return result_sentence(table.game, result, names_at(table), None)

    def _end(
        self, log: Log, ruling: Ruling, *, seat: int | None = None, text: str = ""
    ) -> Decision:
        now = timezone.now()
        cancel_waiting_letters(log, now=now)
        decision = write_decision(log, ruling, self.act, seat=seat, text=text, now=now)
        notice_end(log, now=now)
        return decision


class AwardForm(RulingForm):
    """Who wins."""

    winners = forms.TypedMultipleChoiceField(
        label=_("Who wins"), coerce=int, widget=forms.CheckboxSelectMultiple
    )
    field_order = ["winners", "reason", "message"]

    def __init__(self, *args: Any, log: Table, **kwargs: Any) -> None:
        super().__init__(*args, log=log, **kwargs)
        self.fields["winners"].choices = self._seats()  # type: ignore[attr-defined]

    def arguments(self) -> dict[str, Any]:
        """Return the seats that win."""
        return {"winners": self.cleaned_data["winners"]}


class Award(Ending):
    """Let these seats win, whether the game still runs or ended otherwise."""

    act = Act.AWARD
    title = _("Award the game")
    form = AwardForm

    def fits(self, log: Log) -> bool:
        """Return True: it can also take the place of another end."""
        return True

    def winners(self, table: Table, *, winners: Collection[int]) -> list[int]:
        """Return the chosen seats; raise if there are none, or if a seat does not exist."""
        if not winners or not set(winners) <= {seat.number for seat in table.seats}:
            raise NobodyWins
        return sorted(set(winners))

    def preview(self, log: Log, *, winners: Collection[int]) -> list[str]:
        """Return who wins, and what that takes the place of."""
        refuse_if_shown(log)
        sentence = self._result(log, winners=winners)
        return [*replaced_result(log), sentence, secret_stays_closed(), *withdrawal_sentences(log)]

    def write(self, log: Log, ruling: Ruling, *, winners: Collection[int]) -> Decision:
        """Return the decision by which these seats win."""
        withdraw_rematch(log)
        text = " ".join(map(str, self.winners(log, winners=winners)))
        return self._end(log, ruling, text=text)

    def words(self, notice: DecisionNotice) -> list[str]:
        """Return who wins."""
        result = {"winners": [int(seat) for seat in notice.entry.text.split()], "by": ["award"]}
        return [result_sentence(notice.log.game, result, notice.names, notice.viewer)]


class VoidForm(RulingForm):
    """Whether a game that does not count is to be played again."""

    rematch = forms.BooleanField(
        label=_("Propose a new game on the same terms at once"), required=False
    )
    field_order = ["rematch", "reason", "message"]

    def arguments(self) -> dict[str, Any]:
        """Return whether a new game is proposed."""
        return {"rematch": self.cleaned_data["rematch"]}


class Void(Ending):
    """Declare that the game does not count; with a rematch, a new one is proposed at once."""

    act = Act.VOID
    title = _("Declare the game void")
    form = VoidForm

    def fits(self, log: Log) -> bool:
        """Return whether the game still counts."""
        return log.course.result is None or log.course.result["by"] != ["void"]

    def winners(self, table: Table, *, rematch: bool = False) -> list[int]:
        """Return nobody."""
        return []

    def preview(self, log: Log, *, rematch: bool = False) -> list[str]:
        """Return that the game does not count, and what becomes of a new one."""
        refuse_if_shown(log)
        sentences = [*replaced_result(log), self._result(log), secret_stays_closed()]
        return [*sentences, rematch_sentence(log)] if rematch else sentences

    @transaction.atomic
    def carry_out(self, ruling: Ruling, *, rematch: bool = False) -> Decision:
        """Return the decision; the new game is proposed once this one is over."""
        if rematch:
            keep_proposer(ruling.public_id)
        with deciding(ruling) as log:
            self.preview(log, rematch=rematch)
            decision = self.write(log, ruling)
        if rematch:
            propose_again(log)
        return decision

    def write(self, log: Log, ruling: Ruling) -> Decision:
        """Return the decision by which the game does not count."""
        return self._end(log, ruling)

    def words(self, notice: DecisionNotice) -> list[str]:
        """Return that the game does not count."""
        void = {"winners": [], "by": ["void"]}
        return [result_sentence(notice.log.game, void, notice.names, notice.viewer)]


class Cancel(Ending):
    """Call a running game off; nobody wins."""

    act = Act.CANCEL
    title = _("Cancel the game")

    def preview(self, log: Log) -> list[str]:
        """Return that nobody wins."""
        refuse_if_over(log)
        return [self._result(log)]

    def write(self, log: Log, ruling: Ruling) -> Decision:
        """Return the decision by which the game is called off."""
        return self._end(log, ruling, text="operator")

    def words(self, notice: DecisionNotice) -> list[str]:
        """Return that an operator has called the game off."""
        return [gettext("An operator has called your game off; nobody won.")]


class OnlyForTwo(Refused):
    """A larger game goes on when a player leaves it."""

    code = "only_for_two"
    sentence = _("Only a game of two can be resigned; from a larger one, take the player out.")


class Resign(Ending):
    """Resign for a player who has asked for it; they get the letter as well."""

    act = Act.RESIGN
    title = _("Resign for a player")
    form = SeatForm

    def fits(self, log: Log) -> bool:
        """Return whether there are but two: a larger game goes on without a player (`Retire`)."""
        return super().fits(log) and not retires(log)

    def winners(self, table: Table, *, seat: int) -> list[int]:
        """Return all other seats that have not left; raise if there is no such seat."""
        name_in(table, seat)
        playing = [each.number for each in table.seats if each.left_at is None]
        return [other for other in playing if other != seat]

    def preview(self, log: Log, *, seat: int) -> list[str]:
        """Return who wins by it."""
        refuse_if_over(log)
        if retires(log):
            raise OnlyForTwo
        return [self._result(log, seat=seat)]

    def write(self, log: Log, ruling: Ruling, *, seat: int) -> Decision:
        """Return the decision by which the player has given up."""
        return self._end(log, ruling, seat=seat)

    def words(self, notice: DecisionNotice) -> list[str]:
        """Return which player an operator has resigned for."""
        if notice.is_about_viewer:
            return [gettext("An operator has resigned the game for you.")]
        return [gettext("An operator has resigned the game for %(name)s.") % {"name": notice.name}]


@transaction.atomic
def settle_for_leaver(public_id: str, *, seat: int) -> None:
    """End a game whose record is broken and one of whose players leaves: they resign."""
    table = broken_table(public_id)
    if table is not None and not table.is_over:
        winners = Resign().winners(table, seat=seat)
        write_settlement(table, Act.RESIGN, winners, operator=None, now=timezone.now())


class Reopen(RevocableWhileInEffect):
    """Let a game go on that the clock has ended, or a player by leaving; with full time again."""

    act = Act.REOPEN
    title = _("Reopen the game")

    def fits(self, log: Log) -> bool:
        """Return whether the clock has ended the game, or that a player left it."""
        return (log.course.result or {}).get("by") in (["timeout"], ["score"])

    def preview(self, log: Log) -> list[str]:
        """Return how the game goes on."""
        refuse_if_running(log)
        refuse_if_shown(log)
        if not self.fits(log):
            raise NotEndedByTheClock
        return goes_on_sentences(log)

    def write(self, log: Log, ruling: Ruling) -> Decision:
        """Return the decision by which a game that is over goes on, however it ended."""
        now = timezone.now()
        withdraw_rematch(log)
        decision = write_decision(log, ruling, self.act, now=now)
        cancel_waiting_letters(log, now=now)
        notice_turn_again(log, now=now)
        return decision

    def words(self, notice: DecisionNotice) -> list[str]:
        """Return that the game goes on."""
        return [
            gettext(
                "An operator has reopened your game: it goes on, and the turn has its full time "
                "again."
            )
        ]


class Timeout(RevocableEnd):
    """A game lost on time: never decided; it comes back when what took its place is taken back."""

    act = Act.TIMEOUT
    title = _("Let the game be lost on time")

    def fits(self, log: Log) -> bool:
        """Return False: that somebody is out of time is for the clock to say."""
        return False

    def preview(self, log: Log) -> list[str]:
        """Raise: it cannot be decided."""
        raise Refused

    def words(self, notice: DecisionNotice) -> list[str]:
        """Return that the game has ended again as it had ended before."""
        return ended_again(notice)
