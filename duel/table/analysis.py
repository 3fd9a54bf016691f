"""What a program thinks of a game that is over: who stood better when, what it would have played.

The API and the page of a replay call it, once nothing is hidden any more. Each position is judged
by what everybody could see then, and a move is chosen by what its player could see.
"""

import hashlib
from dataclasses import dataclass

from django.core.cache import cache

from duel.errors import NotOpenYet
from duel.games.registry import presentation_of
from duel.table.replay import Replay
from engine.bots import LEVELS, chances, decide
from engine.bots.task import brain_for

_STRONGEST = LEVELS[-1]
_NODES = 2000
"""Two or three worlds of Duel, in less than a tenth of a second: people step on."""
_REMEMBERED_SECONDS = 3600


@dataclass(frozen=True)
class Advice:
    """What the strongest program would have played at a ply."""

    ply: int
    seat: int | None
    """Whose turn it was; None: nobody's."""
    move: str
    words: str
    is_played: bool
    """Whether that is what was played there."""


def can_be_analysed(replay: Replay) -> bool:
    """Return whether nothing is hidden any more in a game that programs know."""
    return replay.secret is not None and brain_for({"game": replay.header.game}) is not None


def chances_in(replay: Replay) -> list[list[int]]:
    """Return for each step how likely each seat was to win, in thousandths; raise NotOpenYet."""
    _refuse_unless_open(replay)
    key = _key(replay, "chances")
    remembered: list[list[int]] | None = cache.get(key)
    if remembered is None:
        course = replay.course
        positions = map(course.position_at, replay.plies)
        remembered = [chances(course.game.view(position, None)) for position in positions]
        cache.set(key, remembered, timeout=_REMEMBERED_SECONDS)
    return remembered


def advice_at(replay: Replay, ply: int) -> Advice:
    """Return what the strongest program would have played at that step; raise NotOpenYet."""
    _refuse_unless_open(replay)
    ply = replay.ply_shown(ply)
    game, position = replay.course.game, replay.course.position_at(ply)
    seat, legal = position.to_move, game.legal(position)
    if seat is None or not legal:
        return Advice(ply, None, "", "", is_played=False)
    view, key = game.view(position, seat), _key(replay, f"advice:{ply}")
    move: str | None = cache.get(key)
    if move is None:
        chance = hashlib.sha256(key.encode()).digest()  # nobody's secret: the answer stays the same
        move = decide(view, legal, level=_STRONGEST, chance=chance, nodes=_NODES)
        cache.set(key, move, timeout=_REMEMBERED_SECONDS)
    (choice,) = presentation_of(replay.terms).choices(view, [move], seat, replay.names)
    played = next((made for made in replay.course.line() if made.ply > ply), None)
    is_played = played is not None and not played.leaves and played.text == move
    return Advice(ply, seat, move, choice.words, is_played=is_played)


def _refuse_unless_open(replay: Replay) -> None:
    if not can_be_analysed(replay):
        raise NotOpenYet


def _key(replay: Replay, what: str) -> str:
    """Return the name under which it is remembered."""
    last = replay.entries[-1].hash if replay.entries else replay.header.hash
    return f"analysis:{last}:{what}:{_STRONGEST}:{_NODES}"
