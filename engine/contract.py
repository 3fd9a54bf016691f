"""What every game offers, in one form: the service, the bots and the command line know no other."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from engine.reading import MoveReading, ParsedText, PinnedTurn, Problem

Event = dict[str, Any]
"""Something that happened, as JSON-able data: `kind`, and the facts the kind needs."""


class AnyPosition(Protocol):
    """What can be asked of any game's position without knowing the game."""

    turn: int
    phase: str

    @property
    def to_move(self) -> int | None:
        """The seat to move, or None when the game is over."""


Position = TypeVar("Position", bound=AnyPosition)


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game over the board: who won, and for which reasons."""

    winners: tuple[int, ...]
    by: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Step(Generic[Position]):
    """A move that was made: the position after it, and what happened.

    `events` hold the whole truth; only `Game.events_for` may hand them to somebody.
    `reveals` says that something hidden became known to any seat.
    """

    position: Position
    events: tuple[Event, ...]
    reveals: bool


@dataclass(frozen=True, slots=True)
class Draw:
    """What chance has decided under one label of the published stream (`engine.fairness`).

    A shuffle of `items` begins with `drawn`; else each of `drawn` is one of `items`, whose place
    the stream tells.
    """

    label: str
    items: tuple[str, ...]
    drawn: tuple[str, ...]
    is_shuffle: bool


@dataclass(frozen=True, slots=True)
class Threat:
    """A turn by which a seat could win: the moves that matter, and what it would come to.

    Choices that follow from them are left out. `reached` has each reason, with its number.
    """

    seat: int
    moves: tuple[str, ...]
    reached: tuple[tuple[str, int], ...]


class Foresight(Protocol):
    """A turn played ahead of time, as far as its player can foresee it."""

    unknown: bool
    """Whether what comes next hangs on something that nobody has seen yet."""

    @property
    def ended(self) -> bool:
        """Whether the turn is over."""

    @property
    def again(self) -> bool:
        """Whether the same seat then has another turn."""

    def legal(self) -> list[str]:
        """Return the moves that are certainly legal, sorted."""

    def view(self) -> dict[str, Any]:
        """Return what the seat knows it will see: nothing that the turn is yet to turn up."""

    def play(self, move: str) -> None:
        """Make a move; raise Unreadable, or Illegal if it is not certainly legal."""


class Game(Protocol[Position]):
    """One game under one version of its rules."""

    name: str
    rules: int
    seat_counts: range
    option_names: tuple[str, ...]

    def new(self, seed: bytes, *, seats: int = 2, options: Collection[str] = ()) -> Position:
        """Return the position at the start; raise BadSetup if it cannot be begun so."""

    def legal(self, position: Position) -> list[str]:
        """Return every legal move as canonical text, sorted; empty only when the game is over."""

    def apply(self, position: Position, move: str) -> Position:
        """Return the position after the move; raise Unreadable or Illegal."""

    def play(self, position: Position, move: str) -> None:
        """Make the move in place; on an error the position is unchanged."""

    def step(self, position: Position, move: str) -> Step[Position]:
        """Return what `apply` returns, together with what happened."""

    def events_for(self, events: Iterable[Event], seat: int | None) -> list[Event]:
        """Return the events as that seat (None: a spectator) may know them."""

    def view(self, position: Position, seat: int | None) -> dict[str, Any]:
        """Return the position as that seat (None: a spectator) may see it."""

    def imagine(self, view: dict[str, Any], chance: bytes) -> Position:
        """Return a position that could have this view; raise BadPosition if none could."""
        # Its view for the reader equals the given one; all arrangements of what is hidden are
        # equally likely. They follow from `chance` alone, never from a game's seed.

    def open_parts(self, position: Position) -> dict[str, Any]:
        """Return what a view has in other words, or not at all, once nothing is hidden any more."""

    def draws(self, before: Position | None, after: Position) -> list[Draw]:
        """Return what chance has decided by the move between the two, for when nothing is hidden.

        Before the first position there is None: then it is what the game begins with. What was
        drawn is what the position holds; that it follows from the seed is for others to redo.
        """

    def dump(self, position: Position) -> dict[str, Any]:
        """Return the position as a JSON object, hidden parts included."""

    def load(self, data: object) -> Position:
        """Return the position of a JSON object; raise BadPosition naming every problem."""

    def outcome(self, position: Position) -> Outcome | None:
        """Return how the game ended, or None while it runs."""

    def standing(self, position: Position) -> dict[str, Any]:
        """Return who leads, by what, and each seat's place, for a game that is ended early."""
        # Places begin at 1, equals share one; seats that have left come after all others.

    def retire(self, position: Position, seat: int) -> Step[Position]:
        """Return what comes of it when a seat of three or more leaves; raise Illegal."""

    def out(self, position: Position) -> tuple[int, ...]:
        """Return the seats that have left, in ascending order."""

    def copy(self, position: Position) -> Position:
        """Return an independent copy."""

    def veil(self, position: Position) -> Position:
        """Return a copy in which no seat can use what a spectator does not see."""
        # All that is legal there is legal in truth, and it does not depend on what is hidden.

    def threats(self, position: Position, seat: int) -> list[Threat]:
        """Return how another seat could win on its next turn, by what the seat can see alone."""

    def foresee(self, position: Position) -> Foresight:
        """Return the turn of the seat to move, to be played ahead of time."""

    def try_out(self, position: Position, seat: int) -> Foresight:
        """Return the game from here on, to be played ahead for all seats, to its end."""
        # What the seat does not know stays unknown, and nobody can use it: all that is allowed or
        # shown is the same whatever is hidden from the seat.

    def parse_text(self, text: str, language: str | None = None) -> ParsedText:
        """Return what a person's text says, clause by clause; it needs no position."""

    def pinned(
        self, view: dict[str, Any], seat: int, text: str, language: str | None = None
    ) -> PinnedTurn:
        """Return a turn that is to be played later, naming what the seat sees now; never raise."""

    def read(
        self,
        view: dict[str, Any],
        legal: Sequence[str],
        clause: Any,
        problem: Problem | None = None,
    ) -> MoveReading:
        """Return the one legal move that a clause means, or why it means none; never raise."""
        # With `problem`, one of the whole text, only the nearest moves are looked for.
