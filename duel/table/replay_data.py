"""A replay as one JSON text that is loaded at once: a table, then only what changes in it."""

import gzip
import hashlib
import json
from collections.abc import Iterator
from time import monotonic
from typing import Any

from django.core.cache import cache
from django.templatetags.static import static
from django.utils.translation import get_language, gettext

from duel.errors import BadGameFile
from duel.table.proof import proof_of
from duel.table.replay import Frame, Replay

_REMEMBERED_SECONDS = 3600
_MOST_SECONDS = 10
"""Longer than this nobody waits, and a stranger's file may keep no server busy."""
_DRAWN_WITH = ("tokens.svg", "table.css")
"""Where these are others, so are the drawings."""


def replay_of_game_packed(replay: Replay, *, after: int = 0) -> bytes:
    """Return the replay of a stored game, as JSON, packed by gzip.

    To draw a long one takes most of a second, so it is remembered by all that it follows from.
    Nothing is ever written from it.
    """
    key = _key(replay, after)
    remembered: bytes | None = cache.get(key)
    if remembered is None:
        remembered = _packed(replay, after)
        cache.set(key, remembered, timeout=_REMEMBERED_SECONDS)
    return remembered


def replay_of_file_packed(replay: Replay) -> bytes:
    """Return the replay of a stranger's file: it is not remembered, and may not take for ever."""
    return _packed(replay, 0, until=monotonic() + _MOST_SECONDS)


def _packed(replay: Replay, after: int, *, until: float | None = None) -> bytes:
    first = replay.ply_shown(after)
    frames = (frame for frame in replay.frames() if frame.ply >= first)
    drawn: dict[str, str] = {}
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
        "frames": [_frame(replay, frame, drawn, until) for frame in frames],
        "closing": replay.closing,
        "proof": proof_of(replay),
    }
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return gzip.compress(text.encode(), mtime=0)


def _frame(
    replay: Replay, frame: Frame, drawn: dict[str, str], until: float | None
) -> dict[str, Any]:
    """Return a frame with the regions that differ from those drawn before it."""
    if until is not None and monotonic() > until:
        raise BadGameFile(gettext("This game is too long to be shown here."))
    return {
        "ply": frame.ply,
        "seat": frame.seat,
        "move": frame.move,
        "time": frame.time,
        "words": frame.words,
        "regions": [*_changed(replay, frame, drawn)],
    }


def _changed(replay: Replay, frame: Frame, drawn: dict[str, str]) -> Iterator[dict[str, str]]:
    """Yield the regions that differ from what was drawn; one that is gone is empty now."""
    now = {region.key: str(region.html) for region in replay.regions(frame)}
    for key, html in {**dict.fromkeys(drawn, ""), **now}.items():
        if drawn.get(key) != html:
            drawn[key] = html
            yield {"key": key, "html": html}


def _key(replay: Replay, after: int) -> str:
    """Return the name under which it is remembered: of all that it follows from."""
    last = replay.entries[-1].hash if replay.entries else replay.header.hash
    parts = (
        *(last, len(replay.entries), replay.header.rules, replay.seat, after, get_language()),
        *(replay.is_over, replay.secret is not None, replay.closing, tuple(replay.names)),
        *map(static, _DRAWN_WITH),
    )
    return f"replay:{hashlib.sha256(repr(parts).encode()).hexdigest()}"
