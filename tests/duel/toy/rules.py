"""The rules of the toy: each in turn says `one` or `two`; the first to come to five wins.

Each seat has a number that only it knows. Instead of counting, a seat may once `peek` at the number
of the next one. A player who said `two` has to `nod`: there is no choice.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from engine.contract import Draw, Event, Game, Outcome, Step, Threat
from engine.errors import BadPosition, BadSetup, Illegal, Unreadable
from engine.fairness import Stream
from engine.reading import MoveReading, PinnedTurn, Problem

SEATS, GOAL = 3, 5
_ADDS = {"one": 1, "two": 2}
_MOVES = (*_ADDS, "nod", "peek")
_UNKNOWN = 0


@dataclass
class Position:
    """Where the toy stands, hidden numbers included."""

    numbers: tuple[int, ...]
    totals: tuple[int, ...] = (0,) * SEATS
    peeked: tuple[bool, ...] = (False,) * SEATS
    turn: int = 1
    phase: str = "say"
    out: tuple[int, ...] = ()

    @property
    def seat(self) -> int:
        """Whose turn it is, or was last."""
        return (self.turn - 1) % SEATS

    @property
    def to_move(self) -> int | None:
        """The seat to move, or None when the game is over."""
        return None if self.phase == "over" else self.seat


@dataclass(frozen=True)
class ParsedClause:
    """A clause: what was written between two semicolons."""

    text: str


@dataclass(frozen=True)
class ParsedText:
    """What a text says."""

    clauses: tuple[ParsedClause, ...]
    problem: Problem | None = None


class Toy:
    """The toy under rules version 1."""

    name = "toy"
    rules = 1
    seat_counts = range(SEATS, SEATS + 1)
    option_names: tuple[str, ...] = ()

    def new(self, seed: bytes, *, seats: int = 2, options: Collection[str] = ()) -> Position:
        if seats != SEATS or options:
            raise BadSetup("The toy is for three, without options.")
        return Position(tuple(byte % 9 + 1 for byte in seed[:SEATS]))

    def legal(self, position: Position) -> list[str]:
        if position.phase == "say":
            return ["one", *(() if position.peeked[position.seat] else ("peek",)), "two"]
        return ["nod"] if position.phase == "nod" else []

    def apply(self, position: Position, move: str) -> Position:
        return self.step(position, move).position

    def play(self, position: Position, move: str) -> None:
        vars(position).update(vars(self.apply(position, move)))

    def step(self, position: Position, move: str) -> Step[Position]:
        if move not in _MOVES:
            raise Unreadable("This is no move of the toy.")
        if move not in self.legal(position):
            raise Illegal(f"{move!r} is not allowed here.")
        seat, after = position.seat, _next_turn(position)
        event: Event = {"kind": move, "seat": seat}
        if move == "peek":
            after.peeked = _with(position.peeked, seat, True)
            event["number"] = position.numbers[(seat + 1) % SEATS]
        elif move in _ADDS:
            total = position.totals[seat] + _ADDS[move]
            after.totals = _with(position.totals, seat, total)
            if total >= GOAL or move == "two":
                after.turn, after.phase = position.turn, "over" if total >= GOAL else "nod"
        return Step(after, (event,), move == "peek")

    def events_for(self, events: Iterable[Event], seat: int | None) -> list[Event]:
        return [
            {key: fact for key, fact in event.items() if key != "number" or event["seat"] == seat}
            for event in events
        ]

    def view(self, position: Position, seat: int | None) -> dict[str, Any]:
        seat = None if seat in position.out else seat

        def is_known(number: int) -> bool:
            follows = seat is not None and number == (seat + 1) % SEATS
            return number == seat or (follows and position.peeked[seat or 0])

        numbers = [
            number if is_known(whose) else None for whose, number in enumerate(position.numbers)
        ]
        return {**self.dump(position), "numbers": numbers}

    def imagine(self, view: dict[str, Any], chance: bytes) -> Position:
        stream = Stream(chance, "numbers")
        numbers = [stream.below(9) + 1 if n is None else n for n in view["numbers"]]
        return self.load({**view, "numbers": numbers})

    def open_parts(self, position: Position) -> dict[str, Any]:
        return {"numbers": list(position.numbers)}

    def draws(self, before: Position | None, after: Position) -> list[Draw]:
        return []

    def dump(self, position: Position) -> dict[str, Any]:
        dumped = {
            key: list(value) if isinstance(value, tuple) else value
            for key, value in asdict(position).items()
        }
        return {**dumped, "to_move": position.to_move}

    def load(self, data: object) -> Position:
        try:
            assert isinstance(data, dict)
            parts: dict[str, Any] = {
                key: tuple(part) if isinstance(part, list) else part
                for key, part in data.items()
                if key != "to_move"
            }
            return Position(**parts)
        except (AssertionError, TypeError) as error:
            raise BadPosition((str(error),)) from error

    def outcome(self, position: Position) -> Outcome | None:
        if position.phase != "over":
            return None
        alone = len(position.out) == SEATS - 1
        return Outcome((position.seat,), ("retire" if alone else "count",))

    def standing(self, position: Position) -> dict[str, Any]:
        most = max(position.totals)
        ranks = [(seat not in position.out, total) for seat, total in enumerate(position.totals)]
        places = [1 + sum(other > own for other in ranks) for own in ranks]
        leaders = [seat for seat, has in enumerate(position.totals) if has == most]
        return {"leaders": leaders, "by": "count", "places": places}

    def retire(self, position: Position, seat: int) -> Step[Position]:
        if seat not in range(SEATS) or seat in position.out or position.phase == "over":
            raise Illegal(f"Seat {seat} cannot leave.")
        after = replace(position, out=tuple(sorted((*position.out, seat))))
        if position.seat == seat:
            after = _next_turn(after)
        if len(after.out) == SEATS - 1:
            after.phase = "over"
        return Step(after, ({"kind": "retired", "seat": seat},), False)

    def out(self, position: Position) -> tuple[int, ...]:
        return position.out

    def copy(self, position: Position) -> Position:
        return replace(position)

    def veil(self, position: Position) -> Position:
        return replace(position, numbers=(_UNKNOWN,) * SEATS)

    def threats(self, position: Position, seat: int) -> list[Threat]:
        return [
            Threat(whose, (move,), (("count", total + adds),))
            for whose, total in enumerate(position.totals)
            for move, adds in _ADDS.items()
            if whose != seat and whose not in position.out and total + adds >= GOAL
        ]

    def foresee(self, position: Position) -> "Foresight":
        return Foresight(self.veil(position))

    def try_out(self, position: Position, seat: int) -> "Foresight":
        return Foresight(self.veil(position), tried_by=seat)

    def parse_text(self, text: str, language: str | None = None) -> ParsedText:
        said = tuple(ParsedClause(part.strip()) for part in text.split(";") if part.strip())
        return ParsedText(said, None if said else Problem("empty"))

    def pinned(
        self, view: dict[str, Any], seat: int, text: str, language: str | None = None
    ) -> PinnedTurn:
        return PinnedTurn(text, self.parse_text(text).problem)

    def read(
        self,
        view: dict[str, Any],
        legal: Sequence[str],
        clause: Any,
        problem: Problem | None = None,
    ) -> MoveReading:
        if problem is None and clause.text in legal:
            return MoveReading(clause.text, clause.text)
        unknown = Problem("unknown", {"words": clause.text})
        return MoveReading(None, "", problem or unknown, tuple(legal[:3]))


class Foresight:
    """A turn of the toy: nothing in it hangs on what is hidden."""

    unknown = False

    def __init__(self, position: Position, *, tried_by: int | None = None) -> None:
        self._position, self._turn, self._tried_by = position, position.turn, tried_by

    @property
    def ended(self) -> bool:
        is_passed = self._position.turn != self._turn and self._tried_by is None
        return is_passed or self._position.to_move is None

    @property
    def again(self) -> bool:
        return False

    def legal(self) -> list[str]:
        return TOY.legal(self._position)

    def view(self) -> dict[str, Any]:
        mover = self._position.seat
        return TOY.view(self._position, mover if self._tried_by is None else self._tried_by)

    def play(self, move: str) -> None:
        TOY.play(self._position, move)


def _next_turn(position: Position) -> Position:
    after = replace(position, turn=position.turn + 1, phase="say")
    while after.seat in after.out:
        after.turn += 1
    return after


def _with(values: tuple[Any, ...], place: int, value: Any) -> tuple[Any, ...]:
    return (*values[:place], value, *values[place + 1 :])


TOY: Game[Position] = Toy()
