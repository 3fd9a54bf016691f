"""The decision to take a player out of a game that the others play on; `decisions` has it."""

from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from duel.errors import HasLeft, Refused
from duel.notices.intents import cancel_waiting_letters
from duel.record.log import Log, refuse_if_over
from duel.timekeeping.leaving import go_on_without, retires, text_for, what_follows
from duel.timekeeping.newcomers import let_bot_play_on
from duel.words.terms import consequence_sentence
from engine.kinds import BOT, OPEN, OUT, Channel
from support.decisions.revoking import RevocableByGoingBack
from support.decisions.ruling import (
    DecisionNotice,
    Ruling,
    SeatForm,
    name_in,
    record_decision,
    tell_former_player,
)
from support.errors import CannotRevoke
from support.models import Act, Decision


class NotForTwo(Refused):
    """A game of two cannot go on without one of its players."""

    code = "not_for_two"
    sentence = _("Only from a game of three or four can a player be taken out.")


class Retire(RevocableByGoingBack):
    """Take a player out of the game; what becomes of it is what the players agreed on."""

    act = Act.RETIRE
    title = _("Take a player out of the game")
    form = SeatForm

    def fits(self, log: Log) -> bool:
        """Return whether others can play on."""
        return super().fits(log) and retires(log)

    def preview(self, log: Log, *, seat: int) -> list[str]:
        """Return who leaves and what becomes of the game."""
        refuse_if_over(log)
        words = {"name": name_in(log, seat)}
        if not retires(log):
            raise NotForTwo
        if seat in log.left_at:
            raise HasLeft
        sentence = gettext(
            "%(name)s can no longer play in this game, and sees what a spectator sees."
        )
        return [sentence % words, what_follows(log, seat)]

    def write(self, log: Log, ruling: Ruling, *, seat: int) -> Decision:
        """Return the decision by which the seat has left."""
        now = timezone.now()
        cancel_waiting_letters(log, now=now, seat=seat)
        text, former = text_for(log, seat), log.seats[seat].user
        log.append(self.act.value, seat=seat, text=text, channel=Channel.OPERATOR, time=now)
        replaced = former if text == BOT else None
        decision = record_decision(log, ruling, self.act, now=now, replaced=replaced)
        if text == BOT:
            let_bot_play_on(log, log.seats[seat], is_told=False, now=now)
            if former is not None:
                tell_former_player(decision, former, seat=seat)
        go_on_without(log, now=now)
        return decision

    def words(self, notice: DecisionNotice) -> list[str]:
        """Return which player an operator has taken out of the game."""
        if notice.is_about_viewer:
            out = gettext("An operator has taken you out of the game.")
        else:
            name = notice.decision.replaced or notice.name
            out = gettext("An operator has taken %(name)s out of the game.") % {"name": name}
        if notice.entry.text == OUT:
            return [out]
        return [out, consequence_sentence(notice.entry.text)]

    def preview_revoke(self, log: Log, decision: Decision) -> list[str]:
        """Return what bringing the player back does; a seat that is another's is given anew."""
        if log.entry(decision.seq).text in (OPEN, BOT):
            raise CannotRevoke
        return super().preview_revoke(log, decision)
