"""A foreign position: every fault is named, and what passes can be played to its end."""

from collections.abc import Callable, Collection
from typing import Any, TypeVar

from engine.duel.cards import Card, Royal
from engine.duel.checking import shape
from engine.duel.checking.consistency import CHECKS
from engine.duel.colours import EMPTY
from engine.duel.position import ACTION, OVER, PHASES, PRIVILEGES_IN_ALL, START, Player, Position
from engine.duel.taking import action_within_reach
from engine.errors import BadPosition

Part = TypeVar("Part")

_KEYS = (
    *("game", "rules", "options", "seed", "turn", "first", "to_move", "phase", "again"),
    *("board", "bag", "supply", "refills", "decks", "market", "royals", "players", "result"),
)
_PLAYER_KEYS = ("tokens", "privileges", "reserved", "cards", "royals")
_LONGEST_GAME = 1_000_000


def checked_position(data: object) -> Position:
    """Return the position that the JSON object describes; raise BadPosition with every fault."""
    reader = _Reader()
    position = reader.position(data)
    faults = reader.faults
    for needed, check in CHECKS:
        if reader.unread.isdisjoint(needed):
            faults += check(position)
    if not faults and position.phase in (START, ACTION) and not action_within_reach(position):
        faults.append("no action is possible, not even by replenishing")
    if faults:
        raise BadPosition(tuple(faults))
    return position


class _Reader:
    """Reads part by part; a part that cannot be read is noted, and a stand-in goes on for it."""

    def __init__(self) -> None:
        self.faults: list[str] = []
        self.unread: set[str] = set()

    def position(self, data: object) -> Position:
        """Return the position with every part that can be read."""
        whole = self._members("the position", data, _KEYS)
        position = Position()
        self._part(whole, "game", shape.one_of({"duel": "duel"}, "“duel”"), "")
        self._part(whole, "rules", shape.an_int(1, 1), 1)
        self._part(whole, "options", shape.no_options, None)
        position.seed = self._part(whole, "seed", shape.a_seed, b"")
        position.turn = self._part(whole, "turn", shape.an_int(1, _LONGEST_GAME), 1)
        position.first = self._part(whole, "first", shape.an_int(0, 1), 0)
        position.phase = self._part(
            whole, "phase", shape.one_of({phase: phase for phase in PHASES}, "a phase"), OVER
        )
        position.again = self._part(whole, "again", shape.a_bool, False)
        position.board = self._part(whole, "board", shape.a_board, [])
        position.bag = self._part(whole, "bag", shape.token_counts, [0] * 7)
        position.supply = self._part(whole, "supply", shape.an_int(0, PRIVILEGES_IN_ALL), 0)
        position.refills = self._part(whole, "refills", shape.an_int(0, _LONGEST_GAME), 0)
        position.decks = self._part(whole, "decks", shape.decks, [])
        position.market = self._part(whole, "market", shape.market, [])
        position.royals = self._part(whole, "royals", shape.royals, [])
        position.result = self._part(whole, "result", shape.a_result, None)
        to_move = self._part(whole, "to_move", shape.a_seat_or_null, None)
        position.players = self._players(whole)

        seated = position.phase != OVER
        if self.unread.isdisjoint(("to_move", "phase")) and seated != (to_move is not None):
            self.faults.append("to_move must be null when the game is over, and only then")
            self.unread.add("to_move")
        winner = position.result.winners[0] if position.result else 0
        position.seat = winner if to_move is None else to_move
        position.gem_cells = position.gold_cells = 0
        filled = [cell for cell, colour in enumerate(position.board) if colour != EMPTY]
        position.lay(filled, [position.board[cell] for cell in filled])
        return position

    def _players(self, whole: dict[str, Any]) -> list[Player]:
        players = []
        entries: list[Any] = self._part(whole, "players", shape.two_items, [None, None])
        for seat, entry in enumerate(entries):
            where = f"players[{seat}]"
            members = {} if "players" in self.unread else self._members(where, entry, _PLAYER_KEYS)
            player = Player()
            player.tokens = self._part(members, "tokens", shape.token_counts, [0] * 7, where)
            player.privileges = self._part(
                members, "privileges", shape.an_int(0, PRIVILEGES_IN_ALL), 0, where
            )
            player.reserved = self._part(members, "reserved", shape.reserved_cards, [], where)
            cards: list[tuple[Card, int | None]]
            cards = self._part(members, "cards", shape.bought_cards, [], where)
            for card, colour in cards:
                player.add_card(card, colour)
            royals: list[Royal] = self._part(members, "royals", shape.royals, [], where)
            for royal in royals:
                player.add_royal(royal)
            players.append(player)
        return players

    def _members(self, where: str, data: object, keys: Collection[str]) -> dict[str, Any]:
        """Return an object's members, as far as there are any."""
        try:
            return shape.a_dict(data, keys)
        except shape.Wrong as wrong:
            self.faults += [f"{where} {fault}" for fault in wrong.args]
            return data if type(data) is dict else {}

    def _part(
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
            except shape.Wrong as wrong:
                where = f"{owner}.{key}" if owner else key
                self.faults += [f"{where} {fault}" for fault in wrong.args]
        self.unread.add(f"player's {key}" if owner else key)
        return stand_in
