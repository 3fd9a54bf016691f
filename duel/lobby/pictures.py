"""Small pictures of where games stand, for lists of many: read at once, not game by game."""

from collections.abc import Sequence

from duel.games.registry import presentation_of
from duel.lobby.lines import Line
from duel.record.selectors import player_names, positions_at_hand, view_of

MOST_PICTURES = 40
"""Whoever plays more games than that at once finds the most urgent ones drawn."""


def add_pictures(lines: Sequence[Line]) -> None:
    """Draw the running games of these lines, the first ones first, as their reader may see them.

    A line's game is what its reader may know: a turn that somebody else can still take back is
    neither in it nor in the picture.
    """
    drawn = lines[:MOST_PICTURES]
    positions = positions_at_hand([line.game for line in drawn])
    for line in drawn:
        position = positions.get(line.game.pk)
        if position is None:
            continue
        viewer = line.seat.viewer if line.seat else None
        names = player_names(line.seats)
        view = view_of(line.game, position, viewer)
        line.picture = presentation_of(line.game).picture(view, viewer, names)
