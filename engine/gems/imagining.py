"""A whole position that a view could be of: what it hides is dealt anew, every way equally likely.

Nothing in a view is trusted. A part that is not what views have is left as it is, and loading
the position names it.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from engine.errors import BadPosition
from engine.fairness import SEED_BYTES, Stream
from engine.gems.pieces import CardOfLevel

_BACK = {"level", "from"}
"""What others see of a card that was reserved from a deck."""


def with_hidden_dealt(
    view: dict[str, Any], cards_of_level: Mapping[int, Sequence[CardOfLevel]], chance: bytes
) -> dict[str, Any]:
    """Return the view as a JSON position, hidden cards drawn from all that it does not show."""
    # Raises BadPosition if it hides more cards than those.
    if view.get("seed") is not None:
        raise BadPosition(("seed must be null in a view",))
    unseen = _UnseenCards(view, cards_of_level, chance)
    dealt = {**view, "seed": _seed(chance)}
    if type(players := view.get("players")) is list:
        dealt["players"] = [_with_reserve(player, unseen) for player in players]
    if type(decks := view.get("decks")) is dict:
        dealt["decks"] = {key: _deck(key, count, unseen) for key, count in decks.items()}
    if view.get("drawn") == [None, None] and (level := unseen.level_of_pair()):
        dealt["drawn"] = unseen.draw(level, 2)
    return dealt


class _UnseenCards:
    """The cards of each level that a view does not show, shuffled."""

    def __init__(
        self,
        view: dict[str, Any],
        cards_of_level: Mapping[int, Sequence[CardOfLevel]],
        chance: bytes,
    ) -> None:
        shown = set(_texts([view.get("market"), view.get("players"), view.get("drawn")]))
        self._chance = chance
        self._ids: dict[int, list[str]] = {}
        for level, cards in cards_of_level.items():
            ids = [card.id for card in cards if card.id not in shown]
            Stream(chance, f"deck{level}").shuffle(ids)
            self._ids[level] = ids

    def has(self, level: object) -> bool:
        """Return whether there is such a level."""
        return type(level) is int and level in self._ids

    def draw(self, level: int, number: int) -> list[str]:
        """Return so many cards, which are gone then."""
        ids = self._ids[level]
        if number > len(ids):
            raise BadPosition((f"more cards of level {level} are hidden than are left",))
        drawn, ids[:number] = ids[:number], []
        return drawn

    def level_of_pair(self) -> int | None:
        """Return the level of two further cards that nobody sees; None if no level has two."""
        # Cards that left the game with a seat are among those left: it may be any level, each as
        # likely as there are ways to draw two of its cards.
        ways = {level: len(ids) * (len(ids) - 1) for level, ids in self._ids.items()}
        if not any(ways.values()):
            return None
        way = Stream(self._chance, "drawn").below(sum(ways.values()))
        for level, number in ways.items():
            if way < number:
                return level
            way -= number
        return None


def _seed(chance: bytes) -> str:
    stream = Stream(chance, "seed")
    return bytes(stream.below(256) for _ in range(SEED_BYTES)).hex()


def _deck(key: str, count: object, unseen: _UnseenCards) -> object:
    level = int(key) if key in ("1", "2", "3") else None
    if level is None or type(count) is not int or count < 0:
        return count
    return unseen.draw(level, count)


def _with_reserve(player: object, unseen: _UnseenCards) -> object:
    if type(player) is not dict or type(player.get("reserved")) is not list:
        return player
    reserved = [
        {"id": unseen.draw(card["level"], 1)[0], "from": "deck"}
        if type(card) is dict
        and card.keys() == _BACK
        and card["from"] == "deck"
        and unseen.has(card["level"])
        else card
        for card in player["reserved"]
    ]
    return {**player, "reserved": reserved}


def _texts(parts: list[Any]) -> Iterator[str]:
    """Yield every text that stands anywhere in the parts, however deep."""
    while parts:
        part = parts.pop()
        if type(part) is str:
            yield part
        elif type(part) is list:
            parts += part
        elif type(part) is dict:
            parts += part.values()
