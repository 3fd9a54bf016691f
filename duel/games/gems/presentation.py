"""What the games of gems answer alike: each question is put to the view of one seat."""

from collections.abc import Callable, Mapping, Sequence
from typing import Generic, TypeVar

from django.utils.functional import Promise

from duel.games.base import Choice, Event, Sheet, View
from duel.games.gems.move_lists import ArrangedMoves, counters_of
from duel.games.gems.offer import V
from engine.contract import Threat
from engine.reading import O
from engine.turn import Win

S = TypeVar("S", bound=Sheet)


class GemPresentation(Generic[V, O, S]):
    """A game of gems in words and drawings; `Presentation` describes the methods."""

    options: tuple[tuple[str, Promise], ...] = ()
    turns_of_a_player: int
    """How many turns each player has, as a rule."""

    # How the game itself answers.
    seat_view: Callable[[View, int, Sequence[str]], V]
    option_of: Callable[[str], O]
    turn_sheet: Callable[..., S]
    turn_prompt: Callable[[Sequence[str], V], str]
    warning_words: Callable[[Sequence[Threat], V], str]
    effect_sentences: Callable[[O, V, Win | None], list[str]]
    reason_to_be_final: Callable[[O, V], str]
    arrange: Callable[[Sequence[str], V], ArrangedMoves[O]]
    table_choices: Callable[[Sequence[str], V, Mapping[str, Win]], list[Choice]]

    counters = staticmethod(counters_of)

    def usual_turns(self, seats: int) -> int:
        """Return how many turns a game has, as a rule."""
        return self.turns_of_a_player * seats

    def available_options(self, chosen: frozenset[str]) -> tuple[str, ...]:
        """Return the names of all options: none excludes another."""
        return tuple(name for name, _ in self.options)

    def sheet(
        self,
        view: View,
        legal: Sequence[str],
        seat: int,
        names: Sequence[str],
        *,
        wins: Mapping[str, Win] | None = None,
        threats: Sequence[Threat] = (),
        reminders: Sequence[str] = (),
        in_full: bool = False,
    ) -> S:
        """Return the sheet of the seat whose view it is."""
        side = self.seat_view(view, seat, names)
        return self.turn_sheet(
            legal, side, wins=wins or {}, threats=threats, reminders=reminders, in_full=in_full
        )

    def prompt(self, view: View, legal: Sequence[str], seat: int, names: Sequence[str]) -> str:
        """Return what is asked of the seat now, or whose turn it is."""
        return self.turn_prompt(legal, self.seat_view(view, seat, names))

    def warning(
        self, view: View, threats: Sequence[Threat], seat: int, names: Sequence[str]
    ) -> str:
        """Return how another player could win on the next turn."""
        return self.warning_words(threats, self.seat_view(view, seat, names))

    def recalls(self, view: View, seat: int) -> str:
        """Return nothing: the view has all that the seat has seen."""
        return ""

    def reminders(self, events: Sequence[Event], view: View) -> list[str]:
        """Return nothing."""
        return []

    def move_sentences(
        self, move: str, view: View, names: Sequence[str], *, wins: Win | None = None
    ) -> list[str]:
        """Return what a legal move does."""
        side = self.seat_view(view, view["to_move"], names)
        return self.effect_sentences(self.option_of(move), side, wins)

    def final_words(self, move: str, view: View, names: Sequence[str]) -> str:
        """Return why a legal move is final."""
        side = self.seat_view(view, view["to_move"], names)
        return self.reason_to_be_final(self.option_of(move), side)

    def moves_in_order(self, view: View, legal: Sequence[str]) -> list[str]:
        """Return the moves in reading order."""
        nameless = [""] * len(view["players"])
        return self.arrange(legal, self.seat_view(view, view["to_move"], nameless)).in_order()

    def choices(
        self,
        view: View,
        legal: Sequence[str],
        seat: int,
        names: Sequence[str],
        *,
        wins: Mapping[str, Win] | None = None,
    ) -> list[Choice]:
        """Return the legal moves as what one taps for them."""
        return self.table_choices(legal, self.seat_view(view, seat, names), wins or {})
