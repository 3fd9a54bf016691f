"""Decisions about time: hold, pause, resume, give time. `support.decisions` registers them."""

from datetime import timedelta
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from duel.errors import BadTime
from duel.notices.intents import ABOUT_LATENESS, cancel_waiting_letters, notice_turn_again
from duel.record.log import Log, refuse_if_over
from duel.timekeeping.clocks import LEAST_GIVEN, MOST_GIVEN
from duel.timekeeping.mail import hold_for_mail
from duel.words.naming import duration
from engine.kinds import Kind
from support.decisions.base import DecisionKind, kind_of
from support.decisions.revoking import refuse_if_superseded
from support.decisions.ruling import (
    MOST_HOURS,
    DecisionNotice,
    Ruling,
    SeatForm,
    name_in,
    write_decision,
)
from support.deliverability import turn_sentences
from support.errors import AlreadyStopped, ClocksRun
from support.models import Act, Decision


class _RevocableByOpposite(DecisionKind):
    """A decision about the clocks; another one takes it back, unless a third came since."""

    opposite: Act
    can_be_revoked = True

    def preview_revoke(self, log: Log, decision: Decision) -> list[str]:
        """Return what the opposite will do."""
        refuse_if_superseded(log, decision, by={Kind.HOLD, Kind.PAUSE, Kind.RESUME})
        return kind_of(self.opposite).preview(log)

    def revoke(self, log: Log, ruling: Ruling, decision: Decision) -> Decision:
        """Return the opposite."""
        return kind_of(self.opposite).write(log, ruling)


class _Stop(_RevocableByOpposite):
    """A decision by which the clocks stand still."""

    opposite = Act.RESUME

    def fits(self, log: Log) -> bool:
        """Return whether the clocks run."""
        return super().fits(log) and not log.course.stopped

    def write(self, log: Log, ruling: Ruling) -> Decision:
        """Return the decision by which the clocks stand still."""
        now = timezone.now()
        cancel_waiting_letters(log, now=now, kinds=ABOUT_LATENESS)
        return write_decision(log, ruling, self.act, now=now)

    def _refuse_if_stopped(self, log: Log) -> None:
        refuse_if_over(log)
        if log.course.stopped:
            raise AlreadyStopped

    def _nothing_falls_due(self) -> str:
        return gettext(
            "Nobody is reminded, runs out of time or can claim the game until you resume it; moves "
            "can still be made."
        )


class Hold(_Stop):
    """Stop the clocks and tell all players that somebody is looking into their game."""

    act = Act.HOLD
    title = _("Hold the game")
    usual_reason = _("We are looking into it.")

    def preview(self, log: Log) -> list[str]:
        """Return that the clocks stop, and what the letter says."""
        self._refuse_if_stopped(log)
        return [
            gettext("The clocks stop at once, and the letter says that we are looking into it."),
            self._nothing_falls_due(),
        ]

    def words(self, notice: DecisionNotice) -> list[str]:
        """Return that somebody is looking into the game."""
        return [gettext("The clocks of your game stand still: we are looking into it.")]


class Pause(_Stop):
    """Stop the clocks until the game is resumed."""

    act = Act.PAUSE
    title = _("Pause the game")

    def preview(self, log: Log) -> list[str]:
        """Return that the clocks stop."""
        self._refuse_if_stopped(log)
        return [gettext("The clocks stop."), self._nothing_falls_due()]

    def words(self, notice: DecisionNotice) -> list[str]:
        """Return that the game is paused."""
        return [gettext("An operator has paused your game: the clocks stand still.")]


class Resume(_RevocableByOpposite):
    """Let the clocks run again."""

    act = Act.RESUME
    title = _("Resume the game")
    opposite = Act.PAUSE

    def fits(self, log: Log) -> bool:
        """Return whether the clocks stand still."""
        return super().fits(log) and log.course.stopped

    def preview(self, log: Log) -> list[str]:
        """Return that the clocks run on, and who is to move."""
        refuse_if_over(log)
        if not log.course.stopped:
            raise ClocksRun
        sentences = [
            gettext("The clocks run on from where they stood."),
            *_mail_not_waited_for(log),
        ]
        late = log.course.flagged
        if late is not None:
            sentence = gettext("%(name)s is still out of time, so the game can be claimed again.")
            sentences.append(sentence % {"name": name_in(log, late)})
        else:
            seat = log.history.turn.seat
            sentence = gettext("%(name)s is to move; the turn is brought once more.")
            sentences.append(sentence % {"name": name_in(log, seat)})
            sentences += turn_sentences(log.seats[seat].user, log.game)
        return sentences

    def write(self, log: Log, ruling: Ruling) -> Decision:
        """Return the decision by which the clocks run again."""
        now = timezone.now()
        decision = write_decision(log, ruling, self.act, now=now)
        if log.course.flagged is None:
            notice_turn_again(log, now=now)
        return decision

    def words(self, notice: DecisionNotice) -> list[str]:
        """Return that the clocks run again."""
        return [gettext("The clocks of your game run again.")]


def _mail_not_waited_for(log: Log) -> list[str]:
    """Return what it means for a game that the service holds because of a mail."""
    if hold_for_mail(log) is None:
        return []
    sentence = gettext(
        "A mail of %(name)s that came in time is not read yet, and is not waited for any more. If "
        "their time is up by now, give them time first."
    )
    return [sentence % {"name": name_in(log, log.history.turn.seat)}]


class ExtendForm(SeatForm):
    """Time for one player."""

    hours = forms.IntegerField(label=_("Hours"), initial=24, min_value=1, max_value=MOST_HOURS)

    def arguments(self) -> dict[str, Any]:
        """Return whose time it is and how much."""
        return {**super().arguments(), "seconds": int(self.cleaned_data["hours"]) * 3600}


class Extend(DecisionKind):
    """Give a seat more time, as an opponent could, so that it is not late; cannot be revoked."""

    act = Act.EXTEND
    title = _("Give time")
    form = ExtendForm
    gives_time = True

    def preview(self, log: Log, *, seat: int, seconds: int) -> list[str]:
        """Return whose time it is, and for which turn."""
        refuse_if_over(log)
        name = name_in(log, seat)
        if not LEAST_GIVEN <= timedelta(seconds=seconds) <= MOST_GIVEN:
            raise BadTime
        words = {"name": name, "time": duration(seconds)}
        if log.course.flagged == seat:
            sentence = gettext(
                "%(name)s is out of time and gets %(time)s from now on, and nothing else."
            )
        elif log.history.turn.seat == seat:
            sentence = gettext("%(name)s gets %(time)s more for the turn that is being made.")
        else:
            sentence = gettext("%(name)s gets %(time)s more for the next turn.")
        return [sentence % words, gettext("Time that was given cannot be taken back.")]

    def write(self, log: Log, ruling: Ruling, *, seat: int, seconds: int) -> Decision:
        """Return the decision by which the seat has more time."""
        now = timezone.now()
        return write_decision(log, ruling, self.act, seat=seat, text=str(seconds), now=now)

    def words(self, notice: DecisionNotice) -> list[str]:
        """Return who has got more time."""
        words = {"time": duration(int(notice.entry.text)), "name": notice.name}
        if notice.is_about_viewer:
            return [gettext("An operator has given you %(time)s more.") % words]
        return [gettext("An operator has given %(name)s %(time)s more.") % words]
