"""The part of a perspective that comes from the position; only `Perspective` inherits from it."""

from collections.abc import Collection, Sequence
from functools import cached_property
from typing import Any

from accounts.models import User
from duel.errors import NotYourTurn
from duel.games.base import Presentation, Sheet
from duel.games.registry import presentation_of
from duel.games.stories import reminders_for
from duel.models import KnownSeat, Status
from duel.record.finality import game_known_to, next_to_move, seconds_before
from duel.record.read_only_log import ReadOnlyLog, log_of
from duel.record.reading import StoredTable
from duel.record.selectors import (
    Snapshot,
    current_position,
    names_of_former_players,
    player_names,
    view_of,
)
from engine.contract import Foresight, Threat
from engine.contract import Game as Rules
from engine.games import find_game
from engine.turn import TurnReading, Win, read_turn, winning_moves


class SeatPosition:
    """A begun game as one reader may know it, as far as its position goes: see `Perspective`."""

    def __init__(
        self,
        table: StoredTable,
        *,
        own: Collection[int],
        number: int | None,
        from_log: bool = False,
        has_notes: bool = True,
    ) -> None:
        """Make it for the person in the seats `own`, who reads from seat `number`.

        `from_log`: nothing comes from a cache, as it is about to be written to or sent.
        `has_notes` is False where it is known that nobody has written any message.
        """
        self.game = game_known_to(table.game, own)
        self.seats = [KnownSeat.of(seat, self.game) for seat in table.seats]
        self.seat = None if number is None else self.seats[number]
        self._table = table
        self._from_log = from_log
        self._has_notes = has_notes

    def read_log(self) -> None:
        """Replay the log now; raise BrokenGame if that cannot be done."""
        _ = self._log

    @property
    def number(self) -> int | None:
        """The number of the reader's seat; None for a spectator."""
        return self.seat.number if self.seat else None

    @property
    def reader(self) -> User | None:
        """The person in the reader's seat; None for a spectator."""
        return self.seat.user if self.seat else None

    @property
    def viewer(self) -> int | None:
        """The seat whose view of the position is shown; None to spectators and who has left."""
        return self.seat.viewer if self.seat else None

    @cached_property
    def names(self) -> list[str]:
        """The names of the players, by seat."""
        return player_names(self.seats)

    @cached_property
    def earlier_names(self) -> list[list[str]]:
        """By seat, names from before: the player's own, and those of people who left the game.

        Not by who sat where: a note may be meant for any of them.
        """
        is_taken = any(each.taken_at for each in self.seats)
        left = names_of_former_players(self.game) if is_taken else []
        return [
            [each.former_name] * bool(each.former_name) + left * bool(each.taken_at)
            for each in self.seats
        ]

    @property
    def is_running(self) -> bool:
        """Whether the game still runs."""
        return self.game.status == Status.RUNNING

    @property
    def is_to_move(self) -> bool:
        """Whether the reader can play now."""
        return self.viewer is not None and self.game.to_move == self.viewer

    @property
    def presentation(self) -> Presentation:
        """The words and drawings of the game."""
        return presentation_of(self.game)

    @cached_property
    def view(self) -> dict[str, Any]:
        """The position now, as the reader may see it."""
        return view_of(self.game, self._position, self.viewer)

    def view_at(self, ply: int) -> dict[str, Any]:
        """Return the position at that ply, as the reader may see it."""
        course = self._log.course
        return course.game.view(course.position_at(ply), self.viewer)

    @cached_property
    def legal(self) -> list[str]:
        """The moves that the reader can make now, sorted."""
        return self._rules.legal(self._position) if self.is_to_move else []

    def legal_at(self, ply: int) -> list[str]:
        """Return the moves that the reader could make at that ply, sorted; none if not to move.

        Also where the game has ended there by other means than a move.
        """
        if ply == self.game.ply and self.is_to_move:
            return self.legal
        is_now = ply == self.game.ply
        position = self._position if is_now else self._log.course.position_at(ply)
        return self._rules.legal(position) if position.to_move == self.number else []

    @cached_property
    def numbered(self) -> list[str]:
        """The moves that the reader can make now, as letters print them, number 1 first."""
        return self.presentation.moves_in_order(self.view, self.legal) if self.legal else []

    def to_move_at(self, ply: int) -> int | None:
        """Return the seat to move at that ply."""
        to_move: int | None = self._log.course.position_at(ply).to_move
        return to_move

    @cached_property
    def wins(self) -> dict[str, Win]:
        """Those of the reader's moves that win the game."""
        return self._wins_at(self._position, self.legal)

    def wins_after(self, steps: Sequence[str], legal: Sequence[str]) -> dict[str, Win]:
        """Return which moves win after steps of the reader's turn that turn nothing up."""
        position = self._position
        for step in steps:
            position = self._rules.apply(position, step)
        return self._wins_at(position, legal)

    def win_of(self, move: str) -> Win | None:
        """Return how this move of the seat to move wins the game; None if it does not."""
        return self._wins_at(self._position, [move]).get(move)

    def move_ends_game(self, move: str) -> bool:
        """Return whether the game is over with this move, no matter who wins."""
        return self._rules.outcome(self._after(move)) is not None

    def move_leaves_turn_open(self, move: str) -> bool:
        """Return whether the reader is still at the same turn after this move."""
        after = self._after(move)
        return (after.to_move, after.turn) == (self.number, self._position.turn)

    def foresee(self) -> Foresight:
        """Return the reader's turn to be composed ahead; it knows nothing that they cannot know.

        Raise NotYourTurn if the turn is another player's: that one knows their own hidden cards.
        """
        if not self.is_to_move:
            raise NotYourTurn
        return self._rules.foresee(self._position)

    def try_out(self, *, ply: int | None = None) -> Any:
        """Return the game, as far as known, to be tried out for all seats, from that ply or now."""
        position = self._position if ply is None else self._log.course.position_at(ply)
        return self._rules.try_out(position, self._own)

    def read_turn(self, text: str, language: str, *, ply: int) -> TurnReading:
        """Return which moves of the reader a text means, read at that ply."""
        course = self._log.course
        return read_turn(course.game, course.position_at(ply), self._own, text, language)

    @property
    def threats(self) -> list[Threat]:
        """How others could win on the next turn, if the players agreed to be warned."""
        if not self.game.warns or not self.legal or self.viewer is None:
            return []
        return self._rules.threats(self._position, self.viewer)

    @property
    def reminders(self) -> list[str]:
        """What the reader has seen in their own moves and no view shows any more."""
        return reminders_for(self.game, self.view, self._own, lambda: self._log.course)

    def sheet(self, *, in_full: bool = False) -> Sheet:
        """Return the position and the reader's moves in words; `in_full` names all of them.

        A seat that has left gets what a spectator sees, from its own place.
        """
        if self.viewer is None and in_full:
            return self.presentation.sheet(self.view, [], self._own, self.names, in_full=True)
        sheet = self.presentation.sheet(
            self.view,
            self.legal,
            self._own,
            self.names,
            wins=self.wins,
            threats=self.threats,
            reminders=self.reminders,
            in_full=in_full,
        )
        if not in_full:  # the sheet of letters has the order too: it is worked out once
            self.__dict__.setdefault("numbered", [item.move for item in sheet.moves])
        return sheet

    @property
    def next_player(self) -> KnownSeat:
        """Who is to move after a turn of the reader, unless it brings them another."""
        return next_to_move(self._own, self.seats)

    @property
    def seconds_until_final(self) -> int:
        """How long the reader can take a turn back that they make now."""
        return seconds_before(self.next_player)

    @property
    def next_bot(self) -> str:
        """The name of the bot that is to move after a turn of the reader; nothing if none is."""
        if self.viewer is None:
            return ""
        following = self.next_player
        return self.names[following.number] if following.is_bot else ""

    @property
    def head(self) -> str:
        """The hash of the last entry that the reader may know."""
        return self._log.head

    @property
    def snapshot(self) -> Snapshot:
        """What was read, for a service that goes on from it."""
        return Snapshot(self._table, self._log)

    @property
    def _own(self) -> int:
        if self.seat is None:
            raise TypeError("A spectator has no seat.")
        return self.seat.number

    @property
    def _rules(self) -> Rules[Any]:
        return find_game(self.game.game, self.game.rules)

    @cached_property
    def _log(self) -> ReadOnlyLog:
        """The log, replayed when something first needs more than the cached position."""
        return log_of(self.game, self.seats)

    @cached_property
    def _position(self) -> Any:
        """The position now. Nothing of it leaves but by its view."""
        if self._from_log:
            return self._log.course.position
        return current_position(self.game, read=lambda: self._log)

    def _after(self, move: str) -> Any:
        return self._rules.apply(self._position, move)

    def _wins_at(self, position: Any, legal: Sequence[str]) -> dict[str, Win]:
        """Return those of the moves that win the game from such a position of the same turn."""
        can_win = self.presentation.can_win
        return winning_moves(
            self._rules, position, (move for move in legal if can_win(move, self.view))
        )
