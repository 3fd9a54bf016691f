"""What a player has seen in their own moves and no view tells any more."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from duel.games.base import Event, View
from duel.games.registry import Named, presentation_of

if TYPE_CHECKING:
    from duel.record.log import Log


def reminders_for(game: Named, view: View, seat: int, log: "Callable[[], Log]") -> list[str]:
    """Return of what the seat is to be reminded; the log is asked for only if there may be any."""
    presentation = presentation_of(game)
    verb = presentation.recalls(view, seat)
    if not verb:
        return []
    known = log()
    whole = known.course.game.dump(known.course.position)
    return presentation.reminders([*_own_events(known, seat, verb)], whole)


def _own_events(log: "Log", seat: int, verb: str) -> Iterator[Event]:
    """Yield what the seat was told by those of its moves that stand and begin with the verb."""
    course = log.course
    for made in course.standing():
        if made.seat == seat and made.text.startswith(f"{verb} "):
            before = course.position_at(made.before.ply if made.before else 0)
            yield from course.game.events_for(course.game.step(before, made.text).events, seat)
