"""What the games may ask of operators, as `duel.operators.Desk` has it; Django installs it."""

from collections.abc import Mapping
from typing import Any

from django.db.models import QuerySet

from accounts.models import User
from duel.models import AnyGame
from support.conflicts import has_seen_hidden
from support.decisions.ending import settle_for_leaver
from support.disputes.handling import erase_reports
from support.disputes.receipt import receive_report
from support.disputes.respites import lengthen_respites, waits_with_respite
from support.disputes.selectors import reports_from
from support.models import Decision

__all__ = [
    "decisions_by_entry",
    "forget_player",
    "has_seen_hidden",
    "lengthen_respites",
    "receive_report",
    "replaced_players",
    "reports_from",
    "settle_for_leaver",
    "waits_with_respite",
]


def decisions_by_entry(game: AnyGame) -> Mapping[int, Decision]:
    """Return the decisions about a game by the seq of their entries."""
    made = Decision.objects.filter(game=game.pk, settlement=None)
    return {decision.seq: decision for decision in made}


def replaced_players(game: AnyGame) -> "QuerySet[Any, Any]":
    """Return the keys of those whose seats in the game were given to others."""
    return Decision.objects.filter(game=game.pk, replaced__isnull=False).values("replaced")


def forget_player(user: User) -> None:
    """Erase what was written about and by somebody whose account is deleted."""
    # Operators may have named the person in their messages.
    Decision.objects.filter(game__seats__user=user).exclude(message="").update(message="")
    erase_reports(user)
