"""A foreign position read part by part, with every fault named."""

from collections.abc import Callable, Collection
from typing import Any, TypeVar

from engine.gems.shape import Wrong, a_dict

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
