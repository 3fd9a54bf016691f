"""`Task`, one line of the work list. All modules beside it call it."""

from dataclasses import dataclass

from django.urls import reverse

from duel.models import Game
from support.models import Act

MOST_OF_A_KIND = 10
"""How many rows of each kind are shown."""

ADJUDICATE = "duel.adjudicate_game"


@dataclass(frozen=True, slots=True)
class Task:
    """Something to be done: what it is, why, where to look, and what may settle it, and where."""

    what: str
    why: str
    url: str
    decision: str = ""
    decision_url: str = ""


def page_of(game: Game) -> str:
    """Return the admin's page of a game."""
    return reverse("admin:duel_game_change", args=[game.pk])


def decide_at(game: Game, act: Act) -> str:
    """Return where a decision about the game is made."""
    return reverse("admin:duel_game_decide", args=[game.pk, act])
