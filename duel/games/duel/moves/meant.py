"""Which of the legal moves people mean, and which are only variants of those."""

from collections.abc import Iterable, Sequence

from duel.games.duel.position.seen import GOLD, PEARL
from engine.duel.options import Option

_WITH_VARIANTS = frozenset({"buy", "take", "reserve", "discard"})


def what_people_mean(options: Sequence[Option]) -> set[Option]:
    """Return the plainest moves; each of the others is a variant of one of them."""
    return {
        *_with_least_gold(option for option in options if option.verb == "buy"),
        *_longest(option for option in options if option.verb == "take"),
        *_with_first_gold(option for option in options if option.verb == "reserve"),
        *_keeping_the_rarest([option for option in options if option.verb == "discard"]),
        *(option for option in options if option.verb not in _WITH_VARIANTS),
    }


def _with_least_gold(buys: Iterable[Option]) -> Iterable[Option]:
    """Return the purchases with no needless gold: one per card, and per colour of a wild one."""
    least: dict[tuple[str | None, str | None], Option] = {}
    for buy in buys:
        known = least.setdefault((buy.card, buy.wild), buy)
        if len(buy.colours) < len(known.colours):
            least[buy.card, buy.wild] = buy
    return least.values()


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


def _keeping_the_rarest(discards: Sequence[Option]) -> Iterable[Option]:
    """Return the discards that give away the fewest of what is hardest to get: gold and pearls."""
    given = {d: sum(colour in (GOLD, PEARL) for colour in d.colours) for d in discards}
    least = min(given.values(), default=0)
    return [discard for discard, number in given.items() if number == least]
