"""A game step by step, for one reader: each move in words, and the table after it.

The page of a replay, its data and the analysis call it. Moves that were taken or rolled back are
not among the steps; a rollback is told where the game goes on. Plies are those of the log, so they
only grow, with gaps for those moves.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from django.utils.translation import gettext
from django.views.decorators.debug import sensitive_variables

from duel.games.base import Region, View
from duel.games.registry import full_title, presentation_of
from duel.games.stories import item_sentences
from duel.record.events import how_left_by
from duel.words.terms import Terms
from engine.contract import Draw
from engine.course import Course
from engine.kinds import Kind, StandingMove, changes_position
from engine.record import Entry, Header


@dataclass(frozen=True)
class Frame:
    """A position that the game went through, and what led to it."""

    ply: int
    seat: int | None
    """Who moved; None at the start."""
    move: str
    """The canonical text; empty at the start, and where a seat has left."""
    time: str
    words: tuple[str, ...]
    view: View


@dataclass(frozen=True)
class Replay:
    """A record that was replayed, for the player in `seat` (None: a spectator)."""

    header: Header
    entries: Sequence[Entry]
    course: Course
    names: Sequence[str]
    persons: dict[int, str | None]
    """Who sits where now."""
    seat: int | None
    began_at: str
    is_over: bool
    closing: tuple[str, ...] = ()
    """How it ended, in words; nothing while it runs."""
    secret: bytes | None = field(default=None, repr=False)
    """Only where anybody may see it: then nothing is hidden in any position."""
    signature: dict[str, str] | None = None
    """Of a file that is signed: `key`, `made_at` and `signature`, which fits the file."""

    @cached_property
    def terms(self) -> Terms:
        """What is played."""
        header = self.header
        options = frozenset(header.option_names)
        return Terms(header.game, header.rules, header.seats, options)

    @property
    def title(self) -> str:
        """What is played, in words."""
        return full_title(self.terms)

    @property
    def plies(self) -> list[int]:
        """The ply of each frame, without making them: the start, and each move that counts."""
        return [0, *(made.ply for made in self.course.line())]

    def ply_shown(self, wanted: int) -> int:
        """Return the ply of the last frame that is not after the wanted one."""
        return max(ply for ply in self.plies if ply <= max(wanted, 0))

    def regions(self, frame: Frame) -> tuple[Region, ...]:
        """Return the table of a frame, drawn."""
        return presentation_of(self.terms).table(frame.view, self.seat, self.names)

    @sensitive_variables()
    def frames(self) -> Iterator[Frame]:
        """Yield the start of the game, then the position after each move that counts."""
        game, line = self.course.game, self.course.line()
        position = self.course.position_at(0)
        led_to_by = self._entries_by_ply()
        view = self._view(position, is_last=not line)
        yield Frame(0, None, "", self.began_at, (gettext("The game begins."),), view)
        reached = 0
        for made in line:
            entry = led_to_by[made.ply]
            retires = made.leaves
            step = game.retire(position, made.seat) if retires else game.step(position, made.text)
            position = step.position
            events = step.events if self.secret else game.events_for(step.events, self.seat)
            words = self._sentences(made, entry, [*events])
            if made.ply - 1 != reached:
                words = [*self._rollback_sentences(led_to_by[made.ply - 1]), *words]
            reached = made.ply
            move = "" if made.leaves else made.text
            view = self._view(position, is_last=made is line[-1])
            yield Frame(made.ply, made.seat, move, entry.time, tuple(words), view)

    @sensitive_variables()
    def draws(self) -> Iterator[Draw]:
        """Yield all that chance has decided, for a game in which nothing is hidden any more."""
        game = self.course.game
        before = self.course.position_at(0)
        yield from game.draws(None, before)
        for made in self.course.line():
            if made.leaves:
                before = game.retire(before, made.seat).position
            else:
                after = game.apply(before, made.text)
                yield from game.draws(before, after)
                before = after

    def _view(self, position: Any, *, is_last: bool) -> View:
        """Return the position as the reader may see it; at the end of a game nobody is to move."""
        game = self.course.game
        view = game.view(position, self.seat)
        if self.secret:
            view |= game.open_parts(position)
        if self.is_over and is_last:
            view["to_move"] = None
        return view

    def _entries_by_ply(self) -> dict[int, Entry]:
        """Return the entries that changed the position, each under the ply to which it led."""
        changing = (entry for entry in self.entries if changes_position(entry.kind, entry.text))
        return dict(enumerate(changing, 1))

    def _sentences(self, made: StandingMove, entry: Entry, events: list[Any]) -> list[str]:
        item: dict[str, Any] = {"kind": entry.kind, "seat": made.seat, "events": events}
        if made.leaves:
            item["how"] = how_left_by(self.entries, entry, self.persons)
        return item_sentences(self.terms, item, self.names, self.seat)

    def _rollback_sentences(self, entry: Entry) -> list[str]:
        """Return that an operator set the game back; what players took back is not told."""
        if entry.kind != Kind.ROLLBACK:
            return []
        return item_sentences(self.terms, {"kind": entry.kind}, self.names, self.seat)
