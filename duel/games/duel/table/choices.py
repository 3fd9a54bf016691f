"""The legal moves as what one taps for them at the table."""

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext

from duel.games.base import Choice
from duel.games.duel.moves.order import arrange
from duel.games.duel.moves.phrases import phrase, turns_up
from duel.games.duel.position.seat_view import SeatView
from duel.games.gems.table.choices import choices_of, of_own, paid_with_gold
from duel.games.gems.vocabulary import card_colour_word
from engine.duel.moves import Option
from engine.turn import Win


def choices(legal: Sequence[str], seen: SeatView, wins: Mapping[str, Win]) -> list[Choice]:
    """Return the legal moves of the seat, in reading order; `wins` are those that win the game."""
    return choices_of(
        arrange(legal, seen),
        wins,
        picks=picks_of,
        phrase=lambda option: phrase(option, seen),
        is_final=lambda option: turns_up(option, seen) is not None,
        ways=ways_of,
    )


def picks_of(option: Option) -> tuple[str, ...]:
    """Return what is tapped for a move: cells, and cards, decks and royals by their ids.

    For what gold is paid, and as which colour a wild card is bought, is said after that.
    """
    match option.verb:
        case "replenish":
            return ("bag",)
        case "steal":
            return (f"steal:{option.colours[0]}",)
        case "discard":
            return of_own(option.colours)
    return (*option.cells, *([option.card] if option.card else ()))


def ways_of(option: Option) -> tuple[str, ...]:
    """Return how a card is bought: a wild one as which colour, and for what gold is paid."""
    if option.verb != "buy":
        return ()
    colour = {"colour": card_colour_word(option.wild)} if option.wild else None
    return (
        *([gettext("as %(colour)s") % colour] if colour else ()),
        *paid_with_gold(option.colours),
    )
