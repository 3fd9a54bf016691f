"""A turn composed step by step before it is played: what it does, and what may follow.

The API calls it. Everything is played on a shadow of the position (`Game.foresee`), which holds
nothing that its player cannot know: so no question to it can show anything hidden.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from duel.errors import IllegalMove, NotYourTurn, Stale, Unreadable
from duel.games.base import Choice
from duel.perspective.perspective import Perspective
from engine import errors as engine_errors
from engine.contract import Foresight

MOST_STEPS = 60
"""No turn of any game has so many."""


@dataclass(frozen=True)
class Ahead:
    """What a turn comes to after some steps."""

    ply: int
    steps: tuple[str, ...]
    words: tuple[str, ...]
    """What the steps do, a sentence or more for each."""
    choices: tuple[Choice, ...]
    """What may follow; nothing once the turn is over or depends on what nobody has seen yet."""
    asked: str
    ended: bool
    again: bool
    unknown: bool
    final: str
    """Why the turn cannot be taken back once it is sent; nothing if it can."""
    view: dict[str, Any]

    @property
    def notation(self) -> str:
        """The turn as it can be written in a reply."""
        return ", ".join(self.steps)


def look_ahead(
    perspective: Perspective, steps: Sequence[str] = (), *, ply: int | None = None
) -> Ahead:
    """Return what these steps come to, writing nothing; raise NotYourTurn, Stale or a refusal."""
    seat, game = perspective.viewer, perspective.game
    if ply is not None and ply != game.ply:
        raise Stale(perspective.events_since(ply))
    if seat is None or not perspective.is_to_move:
        raise NotYourTurn
    presentation, names = perspective.presentation, perspective.names
    ahead, words, final = perspective.foresee(), [], ""
    view, legal = perspective.view, perspective.legal
    for step in steps:
        if ahead.ended or ahead.unknown:
            raise IllegalMove
        if step in legal:  # what is not has no words
            words += presentation.move_sentences(step, view, names)
            final = final or presentation.final_words(step, view, names)
        _play(ahead, step)
        view, legal = ahead.view(), ahead.legal()
    if ahead.ended:
        legal = []
    wins = (
        perspective.wins if not steps else perspective.wins_after(steps, legal) if not final else {}
    )
    return Ahead(
        ply=game.ply,
        steps=tuple(steps),
        words=tuple(words),
        choices=tuple(presentation.choices(view, legal, seat, names, wins=wins)),
        asked="" if ahead.ended else presentation.prompt(view, legal, seat, names),
        ended=ahead.ended,
        again=ahead.again,
        unknown=ahead.unknown,
        final=final,
        view=view,
    )


def _play(ahead: Foresight, step: str) -> None:
    try:
        ahead.play(step)
    except engine_errors.Unreadable as error:
        raise Unreadable from error
    except engine_errors.Illegal as error:
        raise IllegalMove from error
