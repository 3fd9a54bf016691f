"""The decision to give a seat to another person. `support.decisions` registers it."""

from typing import Any

from django import forms
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from duel.errors import AlreadySits, HasSeenHidden, PlayerHasLeft, Refused
from duel.integrity.broken_table import Table
from duel.lobby.checks import lock_active_user, lock_players
from duel.notices.intents import notice_turn_again
from duel.record.log import Log, refuse_if_over
from duel.timekeeping.newcomers import seat_newcomer
from engine.kinds import Channel
from mail.addresses import normal_address
from support.conflicts import has_seen_hidden
from support.decisions.base import DecisionKind
from support.decisions.consequences import recipients_of_replacing
from support.decisions.ruling import (
    DecisionNotice,
    Ruling,
    SeatForm,
    name_in,
    record_decision,
    tell_former_player,
)
from support.deliverability import turn_sentences
from support.errors import NobodyOfThatAddress, OwnGame, Superseded
from support.models import Act, Decision


class HasLeftForGood(Refused):
    """A seat that is out of the game is nobody's any more."""

    code = "has_left_for_good"
    sentence = _("This player is out of the game; the others play on without the seat.")


class ReplaceForm(SeatForm):
    """Who plays on in a seat."""

    address = forms.EmailField(
        label=_("Address of the new player"),
        help_text=_("Somebody with an account, who has agreed to play on."),
    )

    def clean_address(self) -> str:
        """Return the address, if somebody has an account with it."""
        address = normal_address(self.cleaned_data["address"])
        self.person = User.objects.filter(email=address, is_active=True).first()
        if self.person is None:
            raise forms.ValidationError(str(NobodyOfThatAddress()))
        return address

    def arguments(self) -> dict[str, Any]:
        """Return whose seat it is and who gets it."""
        return {**super().arguments(), "by": self.person}


class Replace(DecisionKind):
    """Let another person play on in a seat; the player before has no more part in the game."""

    act = Act.REPLACE
    title = _("Replace a player")
    form = ReplaceForm
    can_be_revoked = True

    def preview(self, log: Log, *, seat: int, by: User) -> list[str]:
        """Return what giving the seat to this person will do."""
        refuse_if_over(log)
        words = {"old": name_in(log, seat), "new": str(by)}
        if seat in log.left_at and seat not in log.course.vacant:
            raise HasLeftForGood
        if not (by.is_active or by.is_bot):  # a bot only gets back what was its own
            raise NobodyOfThatAddress
        if any(each.user == by for each in log.seats) and not by.is_bot:
            raise AlreadySits
        if has_seen_hidden(by, log.game):
            raise HasSeenHidden
        sentences = [
            gettext("%(new)s plays on in place of %(old)s, and sees the cards of that seat.")
            % words,
            gettext(
                "All links that %(old)s has got are dead, and the notes of that seat are erased."
            )
            % words,
            gettext("What %(old)s has written by mail in this game is erased.") % words,
        ]
        if seat in log.course.vacant:
            sentences.append(gettext("The seat is no longer offered, and the clocks go on."))
        if log.history.turn.seat == seat:
            sentence = gettext("%(name)s is to move and has the full time of the turn.")
            sentences += [sentence % {"name": by}, *turn_sentences(by, log.game)]
        return sentences

    def recipients(self, table: Table, *, seat: int, by: User) -> list[str]:
        """Return who reads what; the former player does not read who sits there now."""
        return recipients_of_replacing(table, seat=seat, by=by)

    @transaction.atomic
    def carry_out(self, ruling: Ruling, *, seat: int, by: User) -> Decision:
        """Return the decision; people are locked before the game, as everywhere."""
        lock_players(ruling.public_id, newcomer=by)
        return super().carry_out(ruling, seat=seat, by=by)

    def write(self, log: Log, ruling: Ruling, *, seat: int, by: User) -> Decision:
        """Return the decision by which this person has the seat; nobody can leave the game now."""
        now = timezone.now()
        if by == ruling.operator:
            raise OwnGame
        if not lock_active_user(by):  # gone since the operator looked them up
            raise NobodyOfThatAddress
        taken = log.seats[seat]
        former, was_vacant = taken.user, seat in log.course.vacant
        seat_newcomer(log, taken, by, channel=Channel.OPERATOR, now=now)
        decision = record_decision(log, ruling, self.act, now=now, replaced=former)
        if former is not None and not former.is_bot:
            tell_former_player(decision, former, seat=seat)
        if log.course.position.to_move == seat or was_vacant:
            notice_turn_again(log, now=now)
        return decision

    def words(self, notice: DecisionNotice) -> list[str]:
        """Return who plays now, and whose place it was."""
        former = str(notice.decision.replaced or gettext("a player who left"))
        words = {"old": former, "new": notice.name}
        if notice.is_about_viewer:
            return [gettext("An operator has given you the seat of %(old)s in this game.") % words]
        return [gettext("From now on %(new)s plays in place of %(old)s.") % words]

    def preview_revoke(self, log: Log, decision: Decision) -> list[str]:
        """Return what giving the seat back to the player before will do."""
        entry = log.entry(decision.seq)
        former = _former_player(decision)
        if log.seats[entry.seat or 0].person != entry.text:
            raise Superseded
        return self.preview(log, seat=entry.seat or 0, by=former)

    def revoke(self, log: Log, ruling: Ruling, decision: Decision) -> Decision:
        """Return the decision by which the player before has the seat again."""
        seat = log.entry(decision.seq).seat or 0
        return self.write(log, ruling, seat=seat, by=_former_player(decision))

    def recipients_of_revoking(self, log: Log, decision: Decision) -> list[str]:
        """Return who reads what when the seat is given back."""
        seat = log.entry(decision.seq).seat or 0
        return self.recipients(log, seat=seat, by=_former_player(decision))


def _former_player(decision: Decision) -> User:
    """Return whose seat was given away; raise if they have left."""
    if decision.replaced is None:
        raise PlayerHasLeft
    return decision.replaced
