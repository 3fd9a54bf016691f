"""To whom a note in a reply goes; the parser of replies calls it.

A name counts only if it is the whole name by which letters call a player, and could mean nobody
else: nobody with that name in part, with that name before, or who has left the game. Else it is
asked back. Names are compared as they look. `NAME (2)`, with the number of the seat, is clear.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from accounts.names import looks_like
from engine.reading.tokens import plain
from lib.languages import alternatives, words

_EVERYBODY = words("replies.toml", "everybody")
_BETWEEN = re.compile(
    rf" ?[,&] ?| (?:{alternatives('replies.toml', 'between_names')}) ", re.IGNORECASE
)
_NUMBERED = re.compile(r"(.+) \(([1-9])\)")


class UnclearNameError(Exception):
    """Nobody has this name, or several may have it."""

    def __init__(self, candidates: Sequence[str], *, is_known: bool) -> None:
        self.candidates = tuple(candidates)
        """Those who may be meant, each as they can be addressed."""
        self.is_known = is_known
        """Whether it is part of a name here; if not, all others may be meant."""


@dataclass(frozen=True, slots=True)
class Addressees:
    """Those at the table to whom the player in `seat` can write."""

    names: Sequence[str]
    """How letters call the players, by seat; no two of them look alike."""
    seat: int
    earlier: Sequence[Sequence[str]] = ()
    """By seat, names from before: of its player, or of somebody who sat there."""

    def seats_named(self, written: str) -> tuple[int, ...]:
        """Return the seats to which a note goes; raise if one of them is not clear."""
        written = " ".join(written.split())
        if plain(written) in _EVERYBODY:
            return self._others
        parts = [written]
        if self._numbered(written) is None and not self._candidates(written):
            parts = [part for part in _BETWEEN.split(written) if part] or parts
        seats = [self._clear(part) for part in parts]
        clear = [seat for seat in seats if seat is not None]
        if len(clear) == len(parts):
            return tuple(sorted(set(clear)))
        candidates = [
            {seat} if seat is not None else set(self._candidates(part))
            for part, seat in zip(parts, seats, strict=True)
        ]
        is_known = all(candidates)
        some = sorted(set().union(*candidates)) if is_known else self._others
        raise UnclearNameError([self.address_of(seat) for seat in some], is_known=is_known)

    def address_of(self, seat: int) -> str:
        """Return how one writes to the player in this seat and nobody else."""
        name = self.names[seat]
        return name if self._clear(name) == seat else f"{_bare(name)} ({seat + 1})"

    @property
    def _others(self) -> tuple[int, ...]:
        return tuple(number for number in range(len(self.names)) if number != self.seat)

    def _clear(self, written: str) -> int | None:
        """Return the only seat that can be meant."""
        whole = [seat for seat in self._others if looks_like(written, self.names[seat])]
        if len(whole) == 1 and "(" in self.names[whole[0]]:  # it says already who is meant
            return whole[0]
        if (numbered := self._numbered(written)) is not None:
            return numbered
        found = self._candidates(written)
        is_clear = found == whole or len(self.names) == 2  # of two, there is nobody else
        return found[0] if len(found) == 1 and is_clear and not self._was_name(written) else None

    def _numbered(self, written: str) -> int | None:
        """Return the seat of a name with the number of its seat behind it."""
        match = _NUMBERED.fullmatch(written)
        seat = int(match[2]) - 1 if match else -1
        if match is None or seat not in self._others:
            return None
        return seat if looks_like(match[1], _bare(self.names[seat])) else None

    def _candidates(self, written: str) -> list[int]:
        """Return the seats whose players have or had this name, or one with this part."""
        return [
            seat
            for seat in self._others
            if any(_is_part(written, name) for name in (self.names[seat], *self._earlier(seat)))
        ]

    def _was_name(self, written: str) -> bool:
        everybody = range(len(self.names))
        return any(_is_part(written, name) for seat in everybody for name in self._earlier(seat))

    def _earlier(self, seat: int) -> Sequence[str]:
        return self.earlier[seat] if self.earlier else ()


def _bare(name: str) -> str:
    """Return the name without what we have written behind it in brackets."""
    return name.split(" (", maxsplit=1)[0]


def _is_part(written: str, name: str) -> bool:
    """Return whether it is the name, or some of its words."""
    if looks_like(written, name):
        return True
    known, parts = name.split(), written.split()
    return bool(parts) and all(any(looks_like(part, word) for word in known) for part in parts)
