"""The position at any ply, as a spectator may see it or with what is hidden; for a game's page."""

from dataclasses import dataclass
from typing import Any

from duel.games.registry import presentation_of
from duel.record.read_only_log import ReadOnlyLog
from duel.table.open_table import Drawing
from support.report.game_report import GameReport


@dataclass(frozen=True)
class ShownPosition:
    """The position at a ply, drawn as the table that spectators see, and in words."""

    ply: int
    turn: int
    table: Drawing
    text: str


@dataclass(frozen=True)
class HiddenCards:
    """What no player sees whole at a ply, for the game's own template."""

    ply: int
    drawn: Any
    template: str


def position_at(report: GameReport, ply: int) -> ShownPosition:
    """Return the position at a ply; nothing hidden is in it."""
    presentation, view = presentation_of(report.game), report.view_at(ply)
    regions = presentation.table(view, None, report.names)
    table = Drawing(report.game, report.names, regions)
    return ShownPosition(ply, view["turn"], table, presentation.text(view, report.names))


def hidden_at(report: GameReport, log: ReadOnlyLog, ply: int) -> HiddenCards:
    """Return what is hidden at a ply, for an operator whose asking is in the audit log."""
    presentation, course = presentation_of(log.game), log.course
    whole = course.game.dump(course.position_at(ply))
    drawn = presentation.hidden(whole, report.view_at(ply), report.names)
    return HiddenCards(ply, drawn, f"{presentation.templates}/hidden.html")
