"""What became of the new game in the place of a void one, once a decision lets that one count."""

from datetime import datetime

from django.utils.translation import gettext

from duel.models import Act, Decision, Game, Settlement, Status
from duel.record.ends import first_entry_of, settled_by
from duel.record.log import Log
from engine.kinds import Kind


def withdrawal_sentences(decision: Decision, log: Log) -> list[str]:
    """Return whether the invitation to a new game is withdrawn, or that game goes on.

    Nothing if the game was not void before the decision, or no new one was proposed since then.
    """
    void = settled_by(log, before=first_entry_of(log, decision))
    if void is None or void.kind != Kind.VOID or decision.act == Act.VOID:
        return []
    return _since(log.game, datetime.fromisoformat(void.time))


def withdrawal_by_settlement(settlement: Settlement) -> list[str]:
    """Return the same where the record is broken, and settlements stand beside it."""
    earlier = settlement.game.settlements.filter(number__lt=settlement.number)
    void = earlier.order_by("-number").first()
    if void is None or void.act != Act.VOID or settlement.act == Act.VOID:
        return []
    return _since(settlement.game, void.made_at)


def _since(game: Game, moment: datetime) -> list[str]:
    proposed = game.rematches.filter(proposed_at__gte=moment).order_by("proposed_at")
    return [told for again in proposed if (told := _gone(again))]


def _gone(again: Game) -> str:
    if again.status == Status.RUNNING:
        return gettext(
            "The new game on the same terms, which was to take its place, has begun and goes on "
            "beside this one."
        )
    if again.off_because == "withdrawn":
        return gettext("The invitation to a new game on the same terms is withdrawn.")
    return ""
