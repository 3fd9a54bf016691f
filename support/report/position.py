"""The position of a game at any ply, as a spectator may see it or with what is hidden.

The page of a game calls it.
"""

from dataclasses import dataclass
from typing import Any

from duel.games.registry import presentation_of
from duel.record.read_only_log import ReadOnlyLog
from support.report.game_report import GameReport


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


def drawing_at(report: GameReport, ply: int) -> Drawing:
    """Return the position at a ply; nothing hidden is in it."""
    presentation, view = presentation_of(report.game), report.view_at(ply)
    drawn = presentation.drawing(view, report.names)
    return Drawing(ply, view["turn"], drawn, f"{presentation.templates}/admin.html")


def hidden_at(report: GameReport, log: ReadOnlyLog, ply: int) -> HiddenCards:
    """Return what is hidden at a ply, for an operator whose asking is in the audit log."""
    presentation, course = presentation_of(log.game), log.course
    whole = course.game.dump(course.position_at(ply))
    drawn = presentation.hidden(whole, report.view_at(ply), report.names)
    return HiddenCards(ply, drawn, f"{presentation.templates}/hidden.html")
