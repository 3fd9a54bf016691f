"""The position of a game at any ply: drawn as a spectator may see it, or laid open."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from duel.games.registry import presentation_of
from duel.record.log import Log


@dataclass(frozen=True)
class Drawing:
    """The position at a ply, for the game's own template."""

    ply: int
    turn: int
    drawn: Any
    template: str


@dataclass(frozen=True)
class HiddenCards:
    """What no player sees whole at a ply, for the game's own template."""

    ply: int
    drawn: Any
    template: str


def drawing_at(log: Log, ply: int, names: Sequence[str]) -> Drawing:
    """Return the position at a ply of the log; nothing hidden is in it."""
    presentation = presentation_of(log.game)
    view = log.course.game.view(log.course.position_at(ply), None)
    drawn = presentation.drawing(view, names)
    return Drawing(ply, view["turn"], drawn, f"{presentation.templates}/admin.html")


def hidden_at(log: Log, ply: int, names: Sequence[str]) -> HiddenCards:
    """Return what is hidden at a ply. Only whoever has been written down as asking may see it."""
    presentation, rules = presentation_of(log.game), log.course.game
    position = log.course.position_at(ply)
    drawn = presentation.hidden(rules.dump(position), rules.view(position, None), names)
    return HiddenCards(ply, drawn, f"{presentation.templates}/hidden.html")
