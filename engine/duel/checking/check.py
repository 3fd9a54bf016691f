"""A foreign position: every fault is named, and what passes can be played to its end."""

from typing import Any

from engine.duel.cards import Card, Royal
from engine.duel.checking import shape
from engine.duel.checking.consistency import CHECKS
from engine.duel.colours import EMPTY
from engine.duel.position import ACTION, OVER, PHASES, PRIVILEGES_IN_ALL, START, Player, Position
from engine.duel.taking import action_within_reach
from engine.errors import BadPosition
from engine.gems.parts import LONGEST_GAME, PartReader
from engine.gems.shape import a_bool, a_name_of, a_seed, an_int, or_null

_KEYS = (
    *("game", "rules", "options", "seed", "turn", "first", "to_move", "phase", "again"),
    *("board", "bag", "supply", "refills", "decks", "market", "royals", "players", "result"),
)
_PLAYER_KEYS = ("tokens", "privileges", "reserved", "cards", "royals")


def checked_position(data: object) -> Position:
    """Return the position that the JSON object describes; raise BadPosition with every fault."""
    reader = _PositionReader()
    position = reader.position(data)
    faults = reader.faults + CHECKS.faults(position, reader.unread)
    if not faults and position.phase in (START, ACTION) and not action_within_reach(position):
        faults.append("no action is possible, not even by replenishing")
    if faults:
        raise BadPosition(tuple(faults))
    return position


class _PositionReader(PartReader):
    """Reads a position of Splendor Duel."""

    def position(self, data: object) -> Position:
        """Return the position with every part that can be read."""
        whole = self.members("the position", data, _KEYS)
        position = Position()
        self.part(whole, "game", a_name_of(["duel"], "“duel”"), "")
        self.part(whole, "rules", an_int(1, 1), 1)
        self.part(whole, "options", shape.no_options, None)
        position.seed = self.part(whole, "seed", a_seed, b"")
        position.turn = self.part(whole, "turn", an_int(1, LONGEST_GAME), 1)
        position.first = self.part(whole, "first", an_int(0, 1), 0)
        position.phase = self.part(whole, "phase", a_name_of(PHASES, "a phase"), OVER)
        position.again = self.part(whole, "again", a_bool, False)
        position.board = self.part(whole, "board", shape.a_board, [])
        position.bag = self.part(whole, "bag", shape.token_counts, [0] * 7)
        position.supply = self.part(whole, "supply", an_int(0, PRIVILEGES_IN_ALL), 0)
        position.refills = self.part(whole, "refills", an_int(0, LONGEST_GAME), 0)
        position.decks = self.part(whole, "decks", shape.decks, [])
        position.market = self.part(whole, "market", shape.market, [])
        position.royals = self.part(whole, "royals", shape.royals, [])
        position.result = self.part(whole, "result", shape.a_result, None)
        to_move = self.part(whole, "to_move", or_null(an_int(0, 1)), None)
        position.players = self._players(whole)

        self.seat_to_move(to_move, over=position.phase == OVER)
        winner = position.result.winners[0] if position.result else 0
        position.seat = winner if to_move is None else to_move
        position.gem_cells = position.gold_cells = 0
        filled = [cell for cell, colour in enumerate(position.board) if colour != EMPTY]
        position.lay(filled, [position.board[cell] for cell in filled])
        return position

    def _players(self, whole: dict[str, Any]) -> list[Player]:
        players = []
        entries: list[Any] = self.part(whole, "players", shape.two_items, [None, None])
        for seat, entry in enumerate(entries):
            where = f"players[{seat}]"
            members = {} if "players" in self.unread else self.members(where, entry, _PLAYER_KEYS)
            player = Player()
            player.tokens = self.part(members, "tokens", shape.token_counts, [0] * 7, where)
            player.privileges = self.part(
                members, "privileges", an_int(0, PRIVILEGES_IN_ALL), 0, where
            )
            player.reserved = self.part(members, "reserved", shape.reserved_cards, [], where)
            cards: list[tuple[Card, int | None]]
            cards = self.part(members, "cards", shape.bought_cards, [], where)
            for card, colour in cards:
                player.add_card(card, colour)
            royals: list[Royal] = self.part(members, "royals", shape.royals, [], where)
            for royal in royals:
                player.add_royal(royal)
            players.append(player)
        return players
