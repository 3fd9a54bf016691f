"""A replay as one JSON text for the API: a table, then only what changes in it.

Drawings are cut into pieces at their elements; each piece is sent once, and a frame says which of
them go where in the regions of the frame before. So a long game is a tenth as large.
"""

import gzip
import hashlib
import json
import re
from difflib import SequenceMatcher
from time import thread_time
from typing import Any

from django.core.cache import cache
from django.templatetags.static import static
from django.utils.translation import get_language, gettext

from duel.errors import BadGameFile
from duel.table.origin import Origin
from duel.table.proof import proof_of
from duel.table.replay import Frame, Replay

_REMEMBERED_SECONDS = 3600
_MOST_SECONDS = 10
"""Of processor time, so that a stranger's file keeps no thread busy."""
_DRAWN_WITH = ("tokens.svg", "table.css")
"""Where these are others, so are the drawings."""
_BEFORE_AN_ELEMENT = re.compile("(?=<(?!/|svg|use))")
"""Where a drawing is cut; a picture stays in one piece with its element."""

Splice = list[int]
"""A place in the pieces of a region, how many of them go from there, and which come instead."""


def pack_replay(replay: Replay, *, after: int = 0) -> bytes:
    """Return the replay of a stored game from that ply on, as JSON, packed by gzip.

    A long one takes half a second to draw, so it is remembered under all that it depends on. There
    are no more answers than steps, whatever number is asked for.
    """
    first = replay.ply_shown(after)
    key = _key(replay, first)
    remembered: bytes | None = cache.get(key)
    if remembered is None:
        remembered = _pack(replay, first)
        cache.set(key, remembered, timeout=_REMEMBERED_SECONDS)
    return remembered


def pack_replay_of_file(replay: Replay, origin: Origin | None = None) -> bytes:
    """Return the replay of a stranger's file: it is not remembered, and its time is bounded."""
    return _pack(replay, 0, until=thread_time() + _MOST_SECONDS, origin=origin)


class _Drawings:
    """The drawings of a game, one after the other, as pieces."""

    def __init__(self) -> None:
        self.pieces: dict[str, int] = {}
        self._drawn: dict[str, str] = {}
        self._regions: dict[str, list[int]] = {}

    def changes(self, replay: Replay, frame: Frame) -> list[dict[str, Any]]:
        """Return how the regions of this frame come from those of the last one."""
        drawn = {region.key: str(region.html) for region in replay.regions(frame)}
        changes = []
        for key in {**self._drawn, **drawn}:
            if drawn.get(key) != self._drawn.get(key):
                before, now = self._regions.get(key, []), self._cut(drawn.get(key, ""))
                self._regions[key] = now
                changes.append({"key": key, "splices": _splices(before, now)})
        self._drawn = drawn
        return changes

    def _cut(self, html: str) -> list[int]:
        pieces = self.pieces
        return [pieces.setdefault(piece, len(pieces)) for piece in _BEFORE_AN_ELEMENT.split(html)]


def _splices(before: list[int], now: list[int]) -> list[Splice]:
    """Return what makes one list of pieces of the other, the last place first."""
    start, shorter = 0, min(len(before), len(now))
    while start < shorter and before[start] == now[start]:
        start += 1
    end = 0
    while end < shorter - start and before[-1 - end] == now[-1 - end]:
        end += 1
    old, new = before[start : len(before) - end], now[start : len(now) - end]
    steps = SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    return [
        [start + place, until - place, *new[first:last]]
        for what, place, until, first, last in reversed(steps)
        if what != "equal"
    ]


def _pack(
    replay: Replay, first: int, *, until: float | None = None, origin: Origin | None = None
) -> bytes:
    drawings = _Drawings()
    frames = []
    for frame in replay.frames():
        if until is not None and thread_time() > until:
            raise BadGameFile(gettext("This game is too long to be shown here."))
        if frame.ply >= first:
            frames.append(
                {
                    "ply": frame.ply,
                    "seat": frame.seat,
                    "move": frame.move,
                    "time": frame.time,
                    "words": frame.words,
                    "regions": drawings.changes(replay, frame),
                }
            )
    data = {
        "id": replay.header.id,
        "game": replay.header.game,
        "rules": replay.header.rules,
        "options": replay.header.option_names,
        "title": replay.title,
        "names": replay.names,
        "seat": replay.seat,
        "is_over": replay.is_over,
        "is_open": replay.secret is not None,
        "pieces": [*drawings.pieces],
        "frames": frames,
        "closing": replay.closing,
        "proof": proof_of(replay),
        "origin": None if origin is None else origin.as_json(),
    }
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return gzip.compress(text.encode(), mtime=0)


def _key(replay: Replay, first: int) -> str:
    """Return the name under which it is remembered, of all that it depends on."""
    last = replay.entries[-1].hash if replay.entries else replay.header.hash
    parts = (
        *(last, len(replay.entries), replay.header.rules, replay.seat, first, get_language()),
        *(replay.is_over, replay.secret is not None, replay.closing, tuple(replay.names)),
        *map(static, _DRAWN_WITH),
    )
    return f"replay:{hashlib.sha256(repr(parts).encode()).hexdigest()}"
