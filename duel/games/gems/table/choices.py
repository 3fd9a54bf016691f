"""The legal moves as what one taps for them at the table."""

from collections.abc import Callable, Iterable, Mapping

from duel.games.base import Choice
from duel.games.gems.moves.lists import win_told
from engine.reading.option import O
from engine.winning import Win


def choices_of(
    options: Iterable[O],
    wins: Mapping[str, Win],
    *,
    picks: Callable[[O], tuple[str, ...]],
    phrase: Callable[[O], str],
    is_final: Callable[[O], bool],
) -> list[Choice]:
    """Return the moves as choices, in the order in which they come; `wins` are those that win."""
    return [
        Choice(
            move=option.move,
            kind=option.verb,
            picks=picks(option),
            words=phrase(option),
            final=is_final(option),
            wins=win_told(wins.get(option.move)),
        )
        for option in options
    ]


def of_own(colours: Iterable[str]) -> tuple[str, ...]:
    """Return the keys of tokens that the player gives away, one for each token."""
    return tuple(f"own:{colour}" for colour in colours)
