"""A game as one reader sees it at the table: where it stands, what happened, what can be done.

Pages and the API are made from this, so that both tell the same; neither computes anything itself.
A turn that another player can still take back is left out (`duel.record.finality`).
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any

from duel.games.base import Sheet
from duel.games.registry import presentation_of
from duel.games.results import places_of, result_sentence
from duel.games.stories import reminders_for, story_sentences
from duel.models import Game, Note, Seat
from duel.play.sending import can_unsend_until
from duel.record.events import (
    last_events,
    last_seen_ply,
    notes_since_last_turn,
    since_last_turn,
)
from duel.record.finality import can_take_back, next_to_move
from duel.record.log import Log, log_as_of
from duel.record.selectors import (
    current_position,
    player_names,
    table_of,
    view_of,
    was_unreachable,
)
from engine.contract import Game as Rules
from engine.contract import Threat
from engine.games import find_game
from engine.winning import Win, winning_moves

LAST_PLIES = 12
"""So much of what happened is told to whoever watches."""


@dataclass(frozen=True)
class Seen:
    """A game, as `duel.record.finality` hands it to the player in a seat, or to a spectator."""

    game: Game
    seat: Seat | None
    replayed: Log | None = None
    """The log, if it was replayed to be written to: then the position comes from no cache."""

    @property
    def number(self) -> int | None:
        """The number of the reader's seat; None for a spectator."""
        return self.seat.number if self.seat else None

    @property
    def viewer(self) -> int | None:
        """Whose view of the position is shown: to who has left, a spectator's."""
        return self.seat.viewer if self.seat else None

    @cached_property
    def seats(self) -> list[Seat]:
        """The seats with their players."""
        return list(self.game.table) if self.game.table is not None else table_of(self.game)

    @cached_property
    def names(self) -> list[str]:
        """The names of the players, by seat."""
        return player_names(self.seats)

    @property
    def is_to_move(self) -> bool:
        """Whether the reader can play now."""
        return self.viewer is not None and self.game.to_move == self.viewer

    @cached_property
    def log(self) -> Log:
        """The whole log, replayed once; only what looks back, or is not remembered, needs it."""
        if self.replayed is not None:
            return self.replayed
        _ = self.seats  # the log takes those that were read with the game
        return log_as_of(self.game)

    @cached_property
    def rules(self) -> Rules[Any]:
        """The rules of the game."""
        return find_game(self.game.game, self.game.rules)

    @cached_property
    def position(self) -> Any:
        """The position now. Nothing of it leaves but by its `view`."""
        return (
            self.log.course.position
            if self.replayed
            else current_position(self.game, read=self._read)
        )

    @cached_property
    def view(self) -> dict[str, Any]:
        """The position now, as the reader may see it."""
        return view_of(self.game, self.position, self.viewer)

    @cached_property
    def legal(self) -> list[str]:
        """The moves that the reader can make now, sorted."""
        return self.rules.legal(self.position) if self.is_to_move else []

    @cached_property
    def wins(self) -> dict[str, Win]:
        """Those of these moves that win the game."""
        return self.wins_at(self.position, self.legal)

    def wins_at(self, position: Any, legal: Sequence[str]) -> dict[str, Win]:
        """Return those of the moves that win the game from such a position of the same turn."""
        can_win = presentation_of(self.game).can_win
        moves = (move for move in legal if can_win(move, self.view))
        return winning_moves(self.rules, position, moves)

    @property
    def threats(self) -> list[Threat]:
        """How others could win on the next turn, if the players agreed to be warned."""
        if not self.game.warns or not self.legal or self.viewer is None:
            return []
        return self.rules.threats(self.position, self.viewer)

    def sheet(self) -> Sheet:
        """Return the position and the moves in words, named in full; of a seat that plays."""
        seat = self.viewer
        if seat is None:
            raise TypeError("Who watches has no sheet.")
        return presentation_of(self.game).sheet(
            self.view,
            self.legal,
            seat,
            self.names,
            wins=self.wins,
            threats=self.threats,
            reminders=reminders_for(self.game, self.view, seat, lambda: self.log),
            in_full=True,
        )

    @cached_property
    def events(self) -> list[dict[str, Any]]:
        """What happened since the reader's last turn; the last plies for who watches."""
        if self.viewer is None:
            return last_events(self.game, LAST_PLIES, read=self._read)
        return since_last_turn(self.game, self.viewer, read=self._read)

    @cached_property
    def since_ply(self) -> int:
        """The ply from which on that is."""
        if self.viewer is None:
            return max(self.game.ply - LAST_PLIES, 0)
        return last_seen_ply(self.game, self.viewer, read=self._read)

    def story(self, events: Collection[Mapping[str, Any]] | None = None) -> list[str]:
        """Return what happened, told to the reader, but for the result."""
        return story_sentences(
            self.game,
            self.events if events is None else events,
            self.names,
            self.number,
            is_over=self.game.result is not None,
            result=self.result_words,
        )

    @cached_property
    def notes(self) -> Sequence[Note]:
        """What the others wrote to the reader since their last turn."""
        if self.seat is None:
            return []
        return notes_since_last_turn(self.game, self.seat.number, read=self._read)

    @cached_property
    def result_words(self) -> str:
        """How the game ended, told to the reader; nothing while it runs."""
        result = self.game.result
        if not result:
            return ""
        is_unreachable = was_unreachable(self.game)
        return result_sentence(
            self.game, result, self.names, self.number, is_unreachable=is_unreachable
        )

    @property
    def places_words(self) -> str:
        """Who came out where in a game of three or more that is over; else nothing."""
        is_of_several = len(self.names) > 2 and self.game.result is not None
        return places_of(self.log, self.names) if is_of_several else ""

    @property
    def can_take_back_until(self) -> datetime | None:
        """Until when the reader can take back the turn they just made; None if they cannot."""
        return None if self.seat is None else can_unsend_until(self.game, self.seat.number)

    @property
    def next_bot(self) -> str:
        """The name of the bot that is to move after a turn of the reader; nothing if none is."""
        if self.viewer is None:
            return ""
        following = next_to_move(self.viewer, self.seats)
        return self.names[following.number] if following.is_bot else ""

    @cached_property
    def has_begun(self) -> bool:
        """Whether the reader has made a step of the turn that they are making."""
        seat = self.viewer
        if not self.is_to_move or all(event["seat"] != seat for event in self.events):
            return False
        course = self.log.course
        made = course.standing()
        return bool(made) and (made[-1].seat, made[-1].turn) == (seat, course.position.turn)

    @property
    def can_step_back(self) -> bool:
        """Whether the reader can take back what they have made of their turn so far."""
        seat, game = self.viewer, self.game
        is_under_way = self.is_to_move and game.unsent_until is None
        return seat is not None and is_under_way and can_take_back(game, seat)

    def _read(self, game: Game) -> Log:
        return self.log
