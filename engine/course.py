"""The course of a game: what its entries add up to.

The one place that says which moves stand after undos and rollbacks, what ply the game has
reached, and how it ended. The service follows it when it writes, `engine.verify` when it proves.

**Ply** counts the entries that change the position: moves, operators' moves, undos, rollbacks.
It only grows, so that a ply names one entry and the position after it for ever; ply 0 is the
start. To go back to a ply is to restore that position *and* the moves that stood then:

    entry      move  move  move  undo 1  move  rollback 3  rollback 5
    ply     0    1     2     3      4      5        6           7
    stands  -    1    1 2  1 2 3    1     1 5     1 2 3        1 5

An **undo** is a player's: only moves of the seat's own, of one turn, that showed nothing hidden.
A **rollback** is an operator's: to any earlier ply, also one that was taken back; it revokes how
the game was ended, unless that was over the board, where the secret is already shown.

**Result**: how the game ended over the board, unless an entry ended it otherwise; then `by` is
one of `resign`, `timeout`, `award`, `void`, `cancel`. Who resigns or runs out of time loses and
the game ends; all other seats win, two or three of them together in a larger game. Nobody wins a
game that is void or cancelled. An operator's later award or void replaces what was decided
before, and reopening takes it back.

**Offers** stand until they are answered, withdrawn, or the game goes back, ends or is reopened;
the offer of an undo also lapses when the position changes. When every other seat has accepted,
the entry that was agreed on follows at once.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Self

from engine.canonical import canonical_hash
from engine.contract import Game, Outcome
from engine.errors import BrokenRecord, EngineError, Illegal
from engine.kinds import (
    ADVANCES,
    AFTER_THE_END,
    FORMS,
    NEGOTIATES,
    RETURNS,
    Kind,
    Seat,
    check_form,
)
from engine.record import Entry, Header


@dataclass(slots=True, eq=False)
class Standing:
    """A move that stands: its ply, who made it in which turn, and the move it followed.

    Never changed once made; not frozen, because replay makes one for every move.
    """

    ply: int
    seat: int
    turn: int
    text: str
    before: "Standing | None" = field(repr=False)


@dataclass(slots=True)
class _Offer:
    seat: int
    accepted: set[int]


class Course:
    """A game as its entries have made it so far; `follow` adds one more.

    `position` is the position now; it changes with the course, so copy it to keep it.
    `flagged` is the seat whose time is up and may be claimed, `stopped` whether the clocks stand
    by a hold or pause, `persons` who sits where as far as the entries tell.
    """

    def __init__(
        self,
        game: Game[Any],
        seed: bytes,
        *,
        seats: int = 2,
        options: Collection[str] = (),
        returns: Collection[int] = (),
    ) -> None:
        """Begin at the start of the game.

        `returns` are the plies that will be returned to, where that is known beforehand: their
        positions are kept, so that going back costs no replay.
        """
        self.game = game
        self.seats = seats
        self.position = game.new(seed, seats=seats, options=options)
        self.ply = 0
        self.flagged: int | None = None
        self.stopped = False
        self.persons: list[str | None] = [None] * seats
        self._decision: Outcome | None = None
        self._offers: dict[str, _Offer] = {}
        self._agreed: str | None = None
        self._last: Standing | None = None
        self._reached: list[Standing | None] = [None]
        self._returns = frozenset(returns)
        self._kept = {0: game.copy(self.position)}
        self._hashed: tuple[int, str] | None = None

    @classmethod
    def before(cls, game: Game[Any], seed: bytes, header: Header, entries: Iterable[Entry]) -> Self:
        """The course before the first of these entries, prepared to follow them all."""
        return cls(
            game,
            seed,
            seats=header.seats,
            options=header.option_names,
            returns=plies_returned_to(entries),
        )

    @classmethod
    def replay(cls, game: Game[Any], seed: bytes, header: Header, entries: Sequence[Entry]) -> Self:
        """The course of these entries, in time linear in their number.

        Raises BrokenRecord, naming the entry, when they cannot have happened. Hashes are not
        looked at: `engine.record.chain_problems` and `engine.verify` do that.
        """
        course = cls.before(game, seed, header, entries)
        for entry in entries:
            try:
                course.follow(entry.kind, entry.seat, entry.person, entry.text)
            except EngineError as error:
                raise BrokenRecord(f"Entry {entry.seq}: {error}") from error
        return course

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, over the board or otherwise; None while it runs."""
        return self._decision or self.game.outcome(self.position)

    @property
    def result(self) -> dict[str, Any] | None:
        """The outcome as the JSON object of an exported file."""
        outcome = self.outcome
        if outcome is None:
            return None
        return {"winners": list(outcome.winners), "by": list(outcome.by)}

    @property
    def state_hash(self) -> str:
        """The hash of the position now, as an entry written now must carry it."""
        if self._hashed is None or self._hashed[0] != self.ply:
            self._hashed = self.ply, canonical_hash(self.game.dump(self.position))
        return self._hashed[1]

    @property
    def offers(self) -> dict[str, int]:
        """The offers that wait for an answer, each with the seat that made it."""
        return {terms: offer.seat for terms, offer in self._offers.items()}

    def has_agreed(self, seat: int, terms: str) -> bool:
        """Whether the seat has made this offer or accepted it, and it waits for others."""
        return terms in self._offers and seat in self._offers[terms].accepted

    def standing(self, ply: int | None = None) -> list[Standing]:
        """The moves that stand, or that stood at an earlier ply, first to last."""
        moves = []
        move = self._last if ply is None else self._reached_at(ply)
        while move is not None:
            moves.append(move)
            move = move.before
        return moves[::-1]

    def position_at(self, ply: int) -> Any:
        """A copy of the position as it was at that ply, taken back since or not."""
        return self._position_after(self._reached_at(ply))

    def follow(self, kind: str, seat: int | None, person: str | None, text: str) -> None:
        """Take one more entry; raises Unreadable or Illegal, and then nothing has changed."""
        known = check_form(kind, seat, person, text, seats=self.seats)
        if known not in AFTER_THE_END and self.outcome is not None:
            raise Illegal("The game is over.")
        whose = -1 if seat is None else seat  # a kind without a seat never looks at it
        own = FORMS[known].seat is Seat.OWN
        if own and self.persons[whose] not in (None, person):
            raise Illegal(f"Seat {seat} belongs to another person.")
        if known in ADVANCES:
            self._advance(whose, text)
        elif known in RETURNS:
            self._return(known, whose, int(text))
        elif known in NEGOTIATES:
            self._negotiate(known, whose, text)
        else:
            self._decide_or_note(known, whose, text)
        if known is not Kind.ACCEPT:
            self._agreed = None
        if own:
            self.persons[whose] = person

    def start_of_last_turn(self, seat: int) -> int:
        """The ply before the seat's last turn; raises Illegal if another seat moved since."""
        move = self._last
        if move is None or move.seat != seat:
            raise Illegal(f"The last turn was not that of seat {seat}.")
        turn = move.turn
        while move is not None and move.turn == turn:
            move = move.before
        return move.ply if move else 0

    def check_undo(self, seat: int, ply: int) -> None:
        """Raises Illegal unless `seat` may take its moves back to `ply`."""
        target = self._reached_at(ply)
        taken_back: list[Standing] = []
        move = self._last
        while move is not target:
            # Walking back ends at the first foreign move: the ply lies behind it or elsewhere.
            if move is None or move.seat != seat:
                raise Illegal(f"Seat {seat} can take back only moves of its own, up to the last.")
            if taken_back and move.turn != taken_back[0].turn:
                raise Illegal("Only the last turn can be taken back.")
            taken_back.append(move)
            move = move.before
        if not taken_back:
            raise Illegal("There is nothing to take back.")
        position = self._position_after(target)
        for move in reversed(taken_back):
            step = self.game.step(position, move.text)
            if step.reveals:
                raise Illegal(f"{move.text!r} showed something hidden and cannot be taken back.")
            position = step.position

    def _advance(self, seat: int, text: str) -> None:
        if seat != self.position.to_move:
            raise Illegal(f"Seat {self.position.to_move} is to move, not seat {seat}.")
        turn = self.position.turn
        self.game.play(self.position, text)
        self._change(Standing(self.ply + 1, seat, turn, text, self._last))

    def _return(self, kind: Kind, seat: int, ply: int) -> None:
        if self.game.outcome(self.position) is not None:
            raise Illegal("A game that ended over the board cannot be taken back.")
        if kind is Kind.UNDO:
            self.check_undo(seat, ply)
        elif ply == self.ply:
            raise Illegal(f"The game stands at ply {ply} already.")
        target = self._reached_at(ply)
        self.position = self._position_after(target)
        self._change(target)
        self._decide(None)

    def _change(self, last: Standing | None) -> None:
        """Note a new ply, at which `last` is the last standing move and `position` is set."""
        self._last = last
        self.ply += 1
        self._reached.append(last)
        if self.ply in self._returns:
            self._kept[last.ply if last else 0] = self.game.copy(self.position)
        self.flagged = None
        for terms in [terms for terms in self._offers if terms.startswith("undo ")]:
            del self._offers[terms]

    def _reached_at(self, ply: int) -> Standing | None:
        if not 0 <= ply <= self.ply:
            raise Illegal(f"There is no ply {ply} yet; the game stands at ply {self.ply}.")
        return self._reached[ply]

    def _position_after(self, last: Standing | None) -> Any:
        missing = []
        while last is not None and last.ply not in self._kept:
            missing.append(last.text)
            last = last.before
        position = self.game.copy(self._kept[last.ply if last else 0])
        for text in reversed(missing):
            self.game.play(position, text)
        return position

    def _negotiate(self, kind: Kind, seat: int, terms: str) -> None:
        offer = self._offers.get(terms)
        if kind is Kind.OFFER:
            if offer is not None:
                raise Illegal(f"Seat {offer.seat} has offered that already.")
            if terms.startswith("undo "):
                self.check_undo(seat, int(terms.removeprefix("undo ")))
            self._offers[terms] = _Offer(seat, {seat})
            return
        if offer is None:
            raise Illegal(f"There is no offer {terms!r} to {kind}.")
        if (kind is Kind.WITHDRAW) != (seat == offer.seat):
            raise Illegal("An offer is withdrawn by the seat that made it and answered by others.")
        if kind is Kind.ACCEPT:
            if seat in offer.accepted:
                raise Illegal(f"Seat {seat} has accepted that already.")
            offer.accepted.add(seat)
            unanimous = len(offer.accepted) == self.seats
            self._agreed = terms if unanimous else None
            if not unanimous:
                return
        del self._offers[terms]

    def _decide_or_note(self, kind: Kind, seat: int, text: str) -> None:
        match kind:
            case Kind.RESIGN:
                self._decide(self._lost_by(seat, "resign"))
            case Kind.TIMEOUT | Kind.FLAG:
                if seat != self.position.to_move:
                    raise Illegal(f"Seat {self.position.to_move} is to move, not seat {seat}.")
                self._refuse_while_stopped()
                if kind is Kind.TIMEOUT:
                    self._decide(self._lost_by(seat, "timeout"))
                else:
                    self.flagged = seat
            case Kind.CLAIM:
                if self.flagged in (None, seat):
                    raise Illegal("No other seat is out of time.")
                self._refuse_while_stopped()
                self._decide(self._lost_by(self.flagged, "timeout"))
            case Kind.AWARD:
                winners = tuple(map(int, text.split()))
                if list(winners) != sorted({w for w in winners if w < self.seats}):
                    raise Illegal("An award names seats of the game, each once, in order.")
                self._decide(Outcome(winners, ("award",)))
            case Kind.CANCEL:
                if text == "agreed" and self._agreed != "cancel":
                    raise Illegal("The players have not just agreed to cancel the game.")
                self._decide(Outcome((), ("cancel",)))
            case Kind.VOID:
                self._decide(Outcome((), ("void",)))
            case Kind.REOPEN:
                if self._decision is None:
                    raise Illegal("There is no decision that could be taken back.")
                self._decide(None)
            case Kind.REPLACE:
                self.persons[seat] = text
                if self.flagged == seat:  # who comes new is not late
                    self.flagged = None
            case Kind.HOLD | Kind.PAUSE:
                self.stopped = True
            case Kind.RESUME:
                if not self.stopped:
                    raise Illegal("The clocks are running already.")
                self.stopped = False
            case Kind.EXTEND if self.flagged == seat:
                self.flagged = None
            case _:
                pass  # extensions, vacations, bounces and clock notes concern the clock alone

    def _decide(self, decision: Outcome | None) -> None:
        self._decision = decision
        self._offers.clear()
        self.flagged = None

    def _lost_by(self, loser: int | None, reason: str) -> Outcome:
        return Outcome(tuple(s for s in range(self.seats) if s != loser), (reason,))

    def _refuse_while_stopped(self) -> None:
        if self.stopped:
            raise Illegal("Nobody runs out of time while the clocks stand still.")


def plies_returned_to(entries: Iterable[Entry]) -> frozenset[int]:
    """The plies that these entries go back to, or offer to, at some time."""
    plies = set()
    for entry in entries:
        text = entry.text.removeprefix("undo ") if entry.kind == Kind.OFFER else entry.text
        if entry.kind in (*RETURNS, Kind.OFFER) and FORMS[Kind.UNDO].text.fullmatch(text):
            plies.add(int(text))
    return frozenset(plies)
