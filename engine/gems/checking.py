"""A stranger's position, of any values: read part by part, then as a whole; names every fault."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Set
from functools import partial
from typing import Any, Generic, TypeVar

from engine.gems.pieces import LEVELS

Item = TypeVar("Item")


class Wrong(Exception):
    """A part that cannot be read; its arguments are its faults."""


def a_dict(value: object, keys: Collection[str]) -> dict[str, Any]:
    """Return an object that has exactly those keys."""
    if type(value) is not dict:
        raise Wrong("must be an object")
    faults = [f"lacks the key {key!r}" for key in keys if key not in value]
    strange = [str(key)[:40] for key in value if key not in keys]
    if strange:
        faults.append(f"has {len(strange)} unknown key(s), such as {min(strange)!r}")
    if faults:
        raise Wrong(*faults)
    return value


def _gathered(readings: Iterable[tuple[str, Callable[[], Item]]]) -> list[Item]:
    """Return what all the readings give, or tell the faults of all, each with its name."""
    items, faults = [], []
    for name, read in readings:
        try:
            items.append(read())
        except Wrong as wrong:
            faults += [f"{name} {fault}".lstrip() for fault in wrong.args]
    if faults:
        raise Wrong(*faults)
    return items


def members(
    value: object, readers: Mapping[str, Callable[[object], Any]], called: str = ""
) -> list[Any]:
    """Return the members of an object, each read; `called` is said before their keys."""
    found = value if type(value) is dict else {}
    readings: list[tuple[str, Callable[[], Any]]] = [("", partial(a_dict, value, readers))]
    for key, read in readers.items():
        if key in found:
            readings.append((called + key, partial(read, found[key])))
    _, *items = _gathered(readings)
    return items


def a_list(value: object, read: Callable[[object], Item], most: int) -> list[Item]:
    """Return a list of at most so many items, each read."""
    if type(value) is not list:
        raise Wrong("must be a list")
    if len(value) > most:
        raise Wrong(f"must have at most {most} items")
    return _gathered((f"item {n}", partial(read, item)) for n, item in enumerate(value, 1))


def an_int(low: int, high: int) -> Callable[[object], int]:
    """Return a reader of whole numbers in that range; True and 1.0 are none."""
    wanted = f"a whole number from {low} to {high}" if low < high else f"the number {low}"

    def read(value: object) -> int:
        if type(value) is not int or not low <= value <= high:
            raise Wrong(f"must be {wanted}")
        return value

    return read


def a_bool(value: object) -> bool:
    """Return true or false."""
    if type(value) is not bool:
        raise Wrong("must be true or false")
    return value


def or_null(read: Callable[[object], Item]) -> Callable[[object], Item | None]:
    """Return a reader that takes null as None, too."""
    return lambda value: None if value is None else read(value)


def one_of(table: Mapping[str, Item], what: str) -> Callable[[object], Item]:
    """Return a reader of names that the table knows."""

    def read(value: object) -> Item:
        if type(value) is not str or value not in table:
            raise Wrong(f"must be {what}")
        return table[value]

    return read


def a_name_of(names: Iterable[str], what: str) -> Callable[[object], str]:
    """Return a reader of just these names."""
    return one_of({name: name for name in names}, what)


def a_seed(value: object) -> bytes:
    """Return the seed of 64 hex digits."""
    if type(value) is not str or len(value) != 64 or set(value) - set("0123456789abcdefABCDEF"):
        raise Wrong("must be 64 hex digits")
    return bytes.fromhex(value)


def by_level(value: object, read: Callable[[int, object], Item]) -> list[Item]:
    """Return what each level has, read by its level."""
    readers = {str(level): partial(read, level) for level in LEVELS}
    return members(value, readers, called="level ")


def card_of_level(
    cards_of_level: Mapping[int, Iterable[Any]], level: int
) -> Callable[[object], Any]:
    """Return a reader of ids of cards of one level."""
    ids = {card.id: card for card in cards_of_level[level]}
    return one_of(ids, f"the id of a card of level {level}")


def market_row(value: object, read: Callable[[object], Item], slots: int) -> list[Item | None]:
    """Return a row of the market, with None for an empty slot."""
    row = a_list(value, or_null(read), slots)
    if len(row) != slots:
        raise Wrong(f"must have {slots} slots")
    return row


from_deck = one_of({"market": False, "deck": True}, "“market” or “deck”")
"""Whether a reserved card came from a deck."""


Part = TypeVar("Part")

LONGEST_GAME = 1_000_000
"""More turns than any game has."""


class PartReader:
    """Reads part by part; a part that cannot be read is noted, and a stand-in goes on for it."""

    def __init__(self) -> None:
        self.faults: list[str] = []
        self.unread: set[str] = set()

    def members(self, where: str, data: object, keys: Collection[str]) -> dict[str, Any]:
        """Return an object's members, as far as there are any."""
        try:
            return a_dict(data, keys)
        except Wrong as wrong:
            self.faults += [f"{where} {fault}" for fault in wrong.args]
            return data if type(data) is dict else {}

    def part(
        self,
        members: dict[str, Any],
        key: str,
        read: Callable[[object], Part],
        stand_in: Part,
        owner: str = "",
    ) -> Part:
        """Return the member under the key, or the stand-in if it is missing or cannot be read."""
        if key in members:
            try:
                return read(members[key])
            except Wrong as wrong:
                where = f"{owner}.{key}" if owner else key
                self.faults += [f"{where} {fault}" for fault in wrong.args]
        self.unread.add(f"player's {key}" if owner else key)
        return stand_in

    def seat_to_move(self, to_move: int | None, *, over: bool) -> None:
        """Note whether somebody is to move although the game is over, or nobody although not."""
        if self.unread.isdisjoint(("to_move", "phase")) and over != (to_move is None):
            self.faults.append("to_move must be null when the game is over, and only then")
            self.unread.add("to_move")


Position = TypeVar("Position")


class Checks(Generic[Position]):
    """The checks of one game: run on a position, each yields the faults it finds."""

    def __init__(self) -> None:
        self._checks: list[tuple[frozenset[str], Callable[[Position], Iterator[str]]]] = []

    def needs(
        self, *parts: str
    ) -> Callable[[Callable[[Position], Iterator[str]]], Callable[[Position], Iterator[str]]]:
        """Return a decorator that adds a check, which rests on these parts."""

        def add(
            check: Callable[[Position], Iterator[str]],
        ) -> Callable[[Position], Iterator[str]]:
            self._checks.append((frozenset(parts), check))
            return check

        return add

    def faults(self, position: Position, unread: Set[str]) -> list[str]:
        """Return all faults that can be found in spite of the parts that could not be read."""
        return [
            fault
            for needed, check in self._checks
            if needed.isdisjoint(unread)
            for fault in check(position)
        ]


def each_once(expected: Iterable[str], found: Iterable[str]) -> Iterator[str]:
    """Yield a fault for each of the expected that is not there exactly once."""
    counts = Counter(found)
    for name in expected:
        if counts[name] != 1:
            yield f"{name} is there {counts[name]} times instead of once"
