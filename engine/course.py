"""The course of a game: what its entries add up to.

The one place that says which moves stand after undos and rollbacks, what ply the game has
reached, and how it ended. The service follows it when it writes, `engine.verify` when it proves.

**Ply** counts the entries that change the position: moves, operators' moves, undos, rollbacks,
and that a seat goes `out`. It only grows, so that a ply names one entry and the position after it
for ever; ply 0 is the start. To go back to a ply is to restore that position *and* the moves that
stood then:

    entry      move  move  move  undo 1  move  rollback 3  rollback 5
    ply     0    1     2     3      4      5        6           7
    stands  -    1    1 2  1 2 3    1     1 5     1 2 3        1 5

An **undo** is a player's: only moves of the seat's own, of one turn, that showed nothing hidden,
and none from before a seat went out. A **rollback** is an operator's: to any earlier ply, also one
that was taken back; it revokes how the game was ended, unless that was over the board, where the
secret is already shown. Behind a seat's leaving it brings the seat back.

A seat that **leaves** a game of three or four is `out`, and the others play on by the game's own
`retire`; or the game ends by `score`; or the seat is `open`: it is vacant, and all clocks stand
still until somebody takes it or it goes out; or it is vacant for a `bot`, which takes it by the
`replace` that follows at once. Who has left can do nothing and is asked nothing. Who is vacant is
about people, not positions: no rollback fills a seat.

**Result**: how the game ended over the board, unless an entry ended it otherwise; then `by` is
one of `resign`, `timeout`, `score`, `award`, `void`, `cancel`. Who resigns or runs out of time
loses and the game ends; all others who play win, two or three of them together in a larger game.
By `score` those win who have the first place among all who still play. Whom all others have left
wins by `retire`. Nobody wins a game that is void or cancelled. An operator's later award or void
replaces what was decided before, and reopening takes it back.

**Offers** stand until they are answered, withdrawn, or the game goes back, ends or is reopened,
or a seat leaves or is filled again; the offer of an undo also lapses when the position changes.
When every other seat that plays has accepted, the entry that was agreed on follows at once.
"""

from collections.abc import Collection, Iterable, Sequence
from typing import Any, Self

from engine.contract import Game, Outcome
from engine.errors import BrokenRecord, EngineError, Illegal
from engine.kinds import (
    ADVANCES,
    AFTER_THE_END,
    BOT,
    FORMS,
    NEGOTIATES,
    NOTES,
    OPEN,
    OUT,
    RETURNS,
    SCORE,
    UNDO,
    Kind,
    MoveHistory,
    Offers,
    Seat,
    StandingMove,
    check_form,
)
from engine.record import Entry, Header, canonical_hash


class Course:
    """A game as its entries have made it so far; `follow` adds one more.

    `position` is the position now; it changes with the course, so copy it to keep it.
    `flagged` is the seat whose time is up and may be claimed, `stopped` whether the clocks stand
    by a hold or pause, `vacant` the seats that wait for somebody, `persons` who sits where as far
    as the entries tell.
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
        """Begin; positions of the plies in `returns` are kept, so going back costs no replay."""
        self.game = game
        self.seats = seats
        self.position = game.new(seed, seats=seats, options=options)
        self.ply = 0
        self.flagged: int | None = None
        self.stopped = False
        self.vacant: set[int] = set()
        self.persons: list[str | None] = [None] * seats
        self._decision: Outcome | None = None
        self._offers = Offers()
        self._agreed: str | None = None
        self._reached = MoveHistory(game, self.position, returns)
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
        """Return the course of these entries in linear time; raise BrokenRecord if it cannot be."""
        # The error names the entry. Hashes are looked at by `engine.record.chain_problems` and
        # `engine.verify`.
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
    def ended_over_the_board(self) -> bool:
        """Whether a move has ended the game: its secret is shown then, and nothing taken back."""
        last = self._reached.last
        by_move = last is not None and not last.leaves
        return by_move and self.game.outcome(self.position) is not None

    @property
    def left(self) -> set[int]:
        """The seats that have left: those that are out, and those that wait for somebody."""
        out = self.game.out(self.position) if self.seats > 2 else ()
        return self.vacant.union(out)

    @property
    def playing(self) -> list[int]:
        """The seats that have not left, in order."""
        left = self.left
        return [seat for seat in range(self.seats) if seat not in left]

    @property
    def state_hash(self) -> str:
        """The hash of the position now, as an entry written now must carry it."""
        if self._hashed is None or self._hashed[0] != self.ply:
            self._hashed = self.ply, canonical_hash(self.game.dump(self.position))
        return self._hashed[1]

    @property
    def offers(self) -> dict[str, int]:
        """The offers that wait for an answer, each with the seat that made it."""
        return self._offers.waiting

    def has_agreed(self, seat: int, terms: str) -> bool:
        """Whether the seat has made this offer or accepted it, and it waits for others."""
        return self._offers.has_agreed(seat, terms)

    def standing_moves(self, ply: int | None = None) -> list[StandingMove]:
        """The moves that stand, or that stood at an earlier ply, first to last."""
        return [move for move in self.line(ply) if not move.leaves]

    def line(self, ply: int | None = None) -> list[StandingMove]:
        """The same, and the seats that have gone out, each in its place among the moves."""
        line = []
        last = self._reached.last if ply is None else self._reached.at(ply)
        while last is not None:
            line.append(last)
            last = last.before
        return line[::-1]

    def position_at(self, ply: int) -> Any:
        """A copy of the position as it was at that ply, taken back since or not."""
        return self._reached.position_after(self._reached.at(ply))

    def follow(self, kind: str, seat: int | None, person: str | None, text: str) -> None:
        """Take one more entry; raises Unreadable or Illegal, and then nothing has changed."""
        known = check_form(kind, seat, person, text, seats=self.seats)
        if known not in AFTER_THE_END and self.outcome is not None:
            raise Illegal("The game is over.")
        whose = -1 if seat is None else seat  # a kind without a seat never looks at it
        own = FORMS[known].seat is Seat.OWN
        if own and self.persons[whose] not in (None, person):
            raise Illegal(f"Seat {seat} belongs to another person.")
        if self.seats > 2 and seat is not None and known not in NOTES:
            self._refuse_for_leaver(known, seat, text)
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
        move = self._reached.last
        if move is None or move.leaves or move.seat != seat:
            raise Illegal(f"The last turn was not that of seat {seat}.")
        turn = move.turn
        while move is not None and not move.leaves and move.turn == turn:
            move = move.before
        return move.ply if move else 0

    def check_undo(self, seat: int, ply: int) -> None:
        """Raises Illegal unless `seat` may take its moves back to `ply`."""
        target = self._reached.at(ply)
        taken_back: list[StandingMove] = []
        move = self._reached.last
        while move is not target:
            # Walking back ends at the first foreign move, or where another seat went out: the ply
            # lies behind it or elsewhere.
            if move is None or move.seat != seat:
                raise Illegal(f"Seat {seat} can take back only moves of its own, up to the last.")
            if taken_back and move.turn != taken_back[0].turn:
                raise Illegal("Only the last turn can be taken back.")
            taken_back.append(move)
            move = move.before
        if not taken_back:
            raise Illegal("There is nothing to take back.")
        position = self._reached.position_after(target)
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
        self._change(StandingMove(self.ply + 1, seat, turn, text, self._reached.last))

    def _return(self, kind: Kind, seat: int, ply: int) -> None:
        if self.ended_over_the_board:
            raise Illegal("A game that ended over the board cannot be taken back.")
        if kind is Kind.UNDO:
            self.check_undo(seat, ply)
        elif ply == self.ply:
            raise Illegal(f"The game stands at ply {ply} already.")
        target = self._reached.at(ply)
        self.position = self._reached.position_after(target)
        if self.vacant:  # a seat may be out where the game goes back to
            self.vacant.difference_update(self.game.out(self.position))
        self._change(target)
        self._decide(None)

    def _refuse_for_leaver(self, kind: Kind, seat: int, text: str) -> None:
        """Raises Illegal for what a seat that has left cannot do, and what nobody can do to it."""
        if seat in self.vacant:
            if kind is not Kind.REPLACE and (kind, text) != (Kind.RETIRE, OUT):
                raise Illegal(f"Seat {seat} waits for somebody to take it.")
        elif seat in self.game.out(self.position):
            raise Illegal(f"Seat {seat} has left the game.")

    def _retire(self, seat: int, text: str) -> None:
        others = [each for each in self.playing if each != seat]
        if self.seats == 2:
            raise Illegal("Whoever leaves a game of two resigns it.")
        if text == OUT:
            self._go_out(seat)
        elif text == SCORE and not others:
            raise Illegal("A game is scored only while others play.")
        elif text == SCORE:
            self._decide(self._scored(others))
        elif text == BOT and not others:
            raise Illegal("A bot plays on only while others play.")
        elif text == OPEN and len(others) < 2:
            raise Illegal("A seat waits for somebody only while two others play.")
        else:
            self.vacant.add(seat)
            self.flagged = None if self.flagged == seat else self.flagged
        self._offers.lapse()

    def _go_out(self, seat: int) -> None:
        late, turn = self.flagged, self.position.turn
        self.position = self.game.retire(self.position, seat).position
        self.vacant.discard(seat)
        self._change(StandingMove(self.ply + 1, seat, turn, OUT, self._reached.last, leaves=True))
        self.flagged = None if late == seat else late  # the turn of another goes on as it was

    def _scored(self, seats: list[int]) -> Outcome:
        """The outcome if the game ends now, and only these seats are ranked."""
        places = self.game.standing(self.position)["places"]
        best = min(places[seat] for seat in seats)
        return Outcome(tuple(seat for seat in seats if places[seat] == best), (SCORE,))

    def _change(self, last: StandingMove | None) -> None:
        """Note a new ply, at which `last` is the last standing move and `position` is set."""
        self._reached.reach(last, self.position)
        self.ply = self._reached.ply
        self.flagged = None
        self._offers.lapse_to_undo()

    def _negotiate(self, kind: Kind, seat: int, terms: str) -> None:
        is_new = terms not in self._offers.waiting
        if kind is Kind.OFFER and is_new and terms.startswith(UNDO):
            self.check_undo(seat, int(terms.removeprefix(UNDO)))
        is_agreed = self._offers.follow(kind, seat, terms, playing=self.playing)
        self._agreed = terms if is_agreed else None

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
            case Kind.RETIRE:
                self._retire(seat, text)
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
                if seat in self.vacant:
                    self.vacant.discard(seat)
                    self._offers.lapse()  # who comes new was not asked
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
        self._offers.lapse()
        self.flagged = None

    def _lost_by(self, loser: int | None, reason: str) -> Outcome:
        return Outcome(tuple(seat for seat in self.playing if seat != loser), (reason,))

    def _refuse_while_stopped(self) -> None:
        if self.stopped or self.vacant:
            raise Illegal("Nobody runs out of time while the clocks stand still.")


def plies_returned_to(entries: Iterable[Entry]) -> frozenset[int]:
    """The plies that these entries go back to, or offer to, at some time."""
    plies = set()
    for entry in entries:
        text = entry.text.removeprefix(UNDO) if entry.kind == Kind.OFFER else entry.text
        if entry.kind in (*RETURNS, Kind.OFFER) and FORMS[Kind.UNDO].text.fullmatch(text):
            plies.add(int(text))
    return frozenset(plies)
