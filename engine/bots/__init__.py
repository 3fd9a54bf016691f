"""Programs that play: each sees its seat's view and the legal moves, never the position.

- `decide` returns the move of a bot of some level. It is the same for the same view, moves, level,
  chance and number of nodes, under any Python and hash seed.
- `fallback` returns a move without any thought, for when there is no time left.
- `judge` and `chances` say how well a seat, or each of them, stands by what a view shows.

`brain` is what a bot has to know of a game beyond its rules, `duel` and `splendor` know it;
`thinking` plays a turn through to its end; each level has a file.
"""

from engine.bots.deciding import LEVELS, UnknownLevel, decide, fallback
from engine.bots.judging import chances, judge

__all__ = ["LEVELS", "UnknownLevel", "chances", "decide", "fallback", "judge"]
