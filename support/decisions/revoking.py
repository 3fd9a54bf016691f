"""Taking a decision back by a later one; the admin's pages call it, kinds of decisions inherit."""

from collections.abc import Collection
from dataclasses import replace

from django.db import transaction

from duel.errors import UnknownGame
from duel.lobby.checks import lock_players
from duel.record.log import Log, log_before
from engine.kinds import Kind
from support.decisions.base import DecisionKind, kind_of
from support.decisions.consequences import (
    goes_on_sentences,
    refuse_if_running,
    refuse_if_shown,
)
from support.decisions.restoring import preview_restoring, restore_end
from support.decisions.ruling import Ruling, deciding, first_entry_of, is_in_effect
from support.errors import AlreadyRevoked, CannotRevoke, Superseded
from support.models import Act, Decision


def can_be_revoked(decision: Decision) -> bool:
    """Return whether a decision is of a kind that can be taken back, and was not yet."""
    is_entry = decision.settlement_id is None  # what stands beside the log stays
    is_revoked = getattr(decision, "revoked_by", None) is not None
    return is_entry and kind_of(decision.act).can_be_revoked and not is_revoked


def preview_revoke(log: Log, *, decision: Decision) -> list[str]:
    """Return what taking this decision back will do."""
    if decision.game_id != log.game.pk:
        raise UnknownGame
    kind = kind_of(decision.act)
    if not kind.can_be_revoked or decision.settlement_id is not None:
        raise CannotRevoke
    if Decision.objects.filter(revokes=decision).exists():
        raise AlreadyRevoked
    return kind.preview_revoke(log, decision)


def preview_taking_back(log: Log, *, decision: Decision) -> list[str]:
    """Return what taking a decision back will do and who gets letters; raise if it cannot."""
    foreseen = preview_revoke(log, decision=decision)
    return [*foreseen, *kind_of(decision.act).recipients_of_revoking(log, decision)]


@transaction.atomic
def revoke(ruling: Ruling, *, decision: Decision) -> Decision:
    """Return the decision that takes this one back."""
    # It is all written to one log: columns that another one wrote meanwhile would be overwritten.
    if decision.replaced is not None:  # who gets the seat again
        lock_players(ruling.public_id, newcomer=decision.replaced)
    with deciding(ruling) as log:
        preview_revoke(log, decision=decision)
        return kind_of(decision.act).revoke(log, replace(ruling, revokes=decision), decision)


def refuse_if_superseded(log: Log, decision: Decision, *, by: Collection[Kind]) -> None:
    """Raise if a later entry of one of these kinds has decided the same otherwise."""
    if any(Kind(entry.kind) in by for entry in log.entries[decision.seq :]):
        raise Superseded


class RevocableByGoingBack(DecisionKind):
    """A decision that is taken back by letting the game stand as it stood before."""

    can_be_revoked = True

    def preview_revoke(self, log: Log, decision: Decision) -> list[str]:
        """Return what it means that the game stands as it stood before the decision."""
        refuse_if_shown(log)
        prior = _log_before(log, decision)
        if prior.course.outcome is not None:
            # A newcomer does not lose a game that the player before has lost.
            refuse_if_superseded(log, decision, by={Kind.REPLACE})
            return preview_restoring(log, prior)
        if log.course.ply != prior.course.ply:
            return kind_of(Act.ROLLBACK).preview(log, ply=prior.course.ply)
        return goes_on_sentences(log)

    def revoke(self, log: Log, ruling: Ruling, decision: Decision) -> Decision:
        """Return the decision by which the game stands as it stood before."""
        prior = _log_before(log, decision)
        if prior.course.outcome is not None:
            return restore_end(ruling, log, prior)
        if log.course.ply != prior.course.ply:
            return kind_of(Act.ROLLBACK).write(log, ruling, ply=prior.course.ply)
        return kind_of(Act.REOPEN).write(log, ruling)


class RevocableWhileInEffect(RevocableByGoingBack):
    """The same, as long as the game has ended or goes on by this decision and no later one."""

    def preview_revoke(self, log: Log, decision: Decision) -> list[str]:
        """Return what it means that the game stands as before; raise Superseded otherwise."""
        if not is_in_effect(log, decision):
            raise Superseded
        return super().preview_revoke(log, decision)


class RevocableEnd(RevocableWhileInEffect):
    """The same, for a decision that has ended the game."""

    def preview_revoke(self, log: Log, decision: Decision) -> list[str]:
        """Return what it means that the game has not ended so; raise NotOver if it goes on."""
        refuse_if_running(log)
        return super().preview_revoke(log, decision)


def _log_before(log: Log, decision: Decision) -> Log:
    """Return the log as it was when the decision was made."""
    return log_before(log, first_entry_of(log, decision))
