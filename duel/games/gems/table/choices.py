"""The legal moves as what one taps for them at the table."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping

from django.utils.translation import gettext

from duel.games.base import Choice
from duel.games.gems.moves.lists import win_told
from duel.games.gems.vocabulary import colour_word
from engine.reading.option import O
from engine.turn import Win


def choices_of(
    options: Iterable[O],
    wins: Mapping[str, Win],
    *,
    picks: Callable[[O], tuple[str, ...]],
    phrase: Callable[[O], str],
    is_final: Callable[[O], bool],
    ways: Callable[[O], tuple[str, ...]],
) -> list[Choice]:
    """Return the moves as choices, in the order in which they come; `wins` are those that win.

    Of `ways` is told what not all moves with the same card have in common.
    """
    options = list(options)
    common: dict[tuple[str, str | None], Counter[str]] = {}
    for option in options:
        key = option.verb, option.card
        own = Counter(ways(option))
        common[key] = common.get(key, own) & own
    return [
        Choice(
            move=option.move,
            kind=option.verb,
            picks=picks(option),
            words=phrase(option),
            final=is_final(option),
            wins=win_told(wins.get(option.move)),
            ways=_rest(ways(option), common[option.verb, option.card]),
        )
        for option in options
    ]


def _rest(ways: Iterable[str], common: Counter[str]) -> tuple[str, ...]:
    return tuple((Counter(ways) - common).elements())


def paid_with_gold(colours: Iterable[str]) -> tuple[str, ...]:
    """Return for which tokens gold is paid, one by one."""
    return tuple(gettext("gold for %(colour)s") % {"colour": colour_word(c)} for c in colours)


def of_own(colours: Iterable[str]) -> tuple[str, ...]:
    """Return the keys of tokens that the player gives away, one for each token."""
    return tuple(f"own:{colour}" for colour in colours)
