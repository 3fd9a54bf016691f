"""Which of the legal moves people mean, and which are only variants of those."""

from collections.abc import Iterable, Sequence

from duel.games.duel.position.seat_view import PEARL
from duel.games.gems.moves.order import keeping_the_rarest, with_least_gold
from duel.games.gems.vocabulary import GOLD
from engine.duel.moves import Option

_WITH_VARIANTS = frozenset({"buy", "take", "reserve", "discard"})


def what_people_mean(options: Sequence[Option]) -> set[Option]:
    """Return the plainest moves; each of the others is a variant of one of them."""
    return {
        *with_least_gold((o for o in options if o.verb == "buy"), lambda buy: (buy.card, buy.wild)),
        *_longest(option for option in options if option.verb == "take"),
        *_with_first_gold(option for option in options if option.verb == "reserve"),
        *keeping_the_rarest([o for o in options if o.verb == "discard"], (GOLD, PEARL)),
        *(option for option in options if option.verb not in _WITH_VARIANTS),
    }


def _longest(takes: Iterable[Option]) -> Iterable[Option]:
    """Return the lines that are not part of a longer one."""
    lines = {frozenset(take.cells): take for take in takes}
    longer = [line for line in lines if len(line) > 1]
    return [take for line, take in lines.items() if not any(line < other for other in longer)]


def _with_first_gold(reserves: Iterable[Option]) -> Iterable[Option]:
    """Return one way to reserve each card: with the gold on the first cell by name."""
    first: dict[str | None, Option] = {}
    for reserve in reserves:
        known = first.setdefault(reserve.card, reserve)
        if reserve.cells < known.cells:
            first[reserve.card] = reserve
    return first.values()
