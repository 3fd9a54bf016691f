"""What players have seen since a ply, even in moves taken back; for the preview of a rollback."""

from collections.abc import Iterable, Iterator

from django.utils.translation import gettext

from duel.games.base import Disclosure, Event
from duel.games.registry import presentation_of
from duel.record.log import Log
from engine.kinds import ADVANCES, OUT, RETURNS, Kind
from support.decisions.ruling import names_at


def new_knowledge_since(log: Log, ply: int) -> Iterator[str]:
    """Yield what became known since that ply, and to which player; the same thing only once.

    Decks and bag stay as they are: a player who saw a card knows that it comes again, even if the
    move that showed it was taken back since. What one player alone has seen is not named:
    operators do not know it either.
    """
    stood = {move.ply for move in log.course.standing_moves(ply)}
    crossed = {move.ply for move in log.course.standing_moves()} - stood
    shown = list(_shown(log))
    known = {each.what for at, each in shown if at in stood}
    for at, each in shown:
        if (at > ply or at in crossed) and each.what not in known:
            known.add(each.what)
            yield each.sentence


def _shown(log: Log) -> Iterator[tuple[int, Disclosure]]:
    """Yield what every move has shown that was ever made, with the ply that it led to."""
    course, names = log.course, names_at(log)
    position, ply = course.position_at(0), 0
    for entry in log.entries:
        if entry.kind in RETURNS:
            ply += 1
            position = course.position_at(ply)
        elif entry.kind == Kind.RETIRE and entry.text == OUT:
            ply += 1
            position = course.game.retire(position, entry.seat or 0).position
        elif entry.kind in ADVANCES:
            ply += 1
            step = course.game.step(position, entry.text)
            position = step.position
            if step.reveals:
                name = names[entry.seat or 0]
                yield from ((ply, shown) for shown in _shown_by(log, step.events, ply, name))


def _shown_by(log: Log, events: Iterable[Event], ply: int, name: str) -> list[Disclosure]:
    """Return what one move has shown, given the whole truth about it."""
    shown_by = presentation_of(log.game).disclosure
    shown = [each for event in events if (each := shown_by(event, ply=ply, name=name))]
    words = {"ply": ply, "name": name}
    sentence = gettext("Ply %(ply)d by %(name)s showed something hidden.") % words
    return shown or [Disclosure(("ply", ply), sentence)]
