"""The legal moves as what one taps for them at the table."""

from collections.abc import Mapping, Sequence

from duel.games.base import Choice
from duel.games.gems.table.choices import choices_of, of_own, paid_with_gold
from duel.games.splendor.moves.order import arrange
from duel.games.splendor.moves.phrases import phrase, turns_up
from duel.games.splendor.position.seat_view import SeatView
from engine.splendor.moves import Option
from engine.turn import Win


def choices(legal: Sequence[str], seen: SeatView, wins: Mapping[str, Win]) -> list[Choice]:
    """Return the legal moves of the seat, in reading order; `wins` are those that win the game."""
    return choices_of(
        arrange(legal, seen),
        wins,
        picks=picks_of,
        phrase=lambda option: phrase(option, seen),
        is_final=lambda option: turns_up(option, seen) is not None,
        ways=lambda option: paid_with_gold(option.colours) if option.verb == "buy" else (),
    )


def picks_of(option: Option) -> tuple[str, ...]:
    """Return what is tapped for a move: piles, and cards, decks and tiles by their ids.

    For what gold is paid is said after that; to pass nothing is tapped.
    """
    match option.verb:
        case "take" | "extra":
            return tuple(f"bank:{colour}" for colour in option.colours)
        case "discard":
            return of_own(option.colours)
        case "keep":
            return (f"keep:{option.number}",)
    return (option.card,) if option.card else ()
