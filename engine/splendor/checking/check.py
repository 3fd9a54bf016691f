"""A foreign position: every fault is named, and what passes can be played to its end."""

from typing import Any

from engine.errors import BadPosition
from engine.gems.parts import LONGEST_GAME, PartReader
from engine.gems.shape import a_bool, a_name_of, a_seed, an_int, or_null
from engine.splendor.checking import shape
from engine.splendor.checking.consistency import CHECKS
from engine.splendor.checking.phases import PHASE_CHECKS
from engine.splendor.facts import Card, Facts, Noble, Post
from engine.splendor.position import OVER, PHASES, Player, Position
from engine.splendor.setup import POSTS

_KEYS = (
    *("game", "rules", "options", "seed", "turn", "first", "to_move", "phase", "bank", "decks"),
    *("market", "nobles", "cities", "drawn", "pair", "last_round", "passes", "players", "result"),
)
_PLAYER_KEYS = ("tokens", "reserved", "cards", "nobles", "posts")


def checked_position(facts: Facts, data: object) -> Position:
    """Return the position that the JSON object describes; raise BadPosition with every fault."""
    reader = _PositionReader(facts)
    position = reader.position(data)
    faults = reader.faults
    faults += CHECKS.faults(position, reader.unread) + PHASE_CHECKS.faults(position, reader.unread)
    if faults:
        raise BadPosition(tuple(faults))
    return position


class _PositionReader(PartReader):
    """Reads a position of Splendor."""

    def __init__(self, facts: Facts) -> None:
        super().__init__()
        self._facts = facts
        self._pieces = shape.Pieces(facts)

    def position(self, data: object) -> Position:
        """Return the position with every part that can be read."""
        has_out = type(data) is dict and "out" in data
        whole = self.members("the position", data, (*_KEYS, "out") if has_out else _KEYS)
        pieces, position = self._pieces, Position()
        position.facts = self._facts
        self.part(whole, "game", a_name_of(["splendor"], "“splendor”"), "")
        self.part(whole, "rules", an_int(self._facts.rules, self._facts.rules), 1)
        position.options = self.part(whole, "options", shape.options, frozenset())
        position.with_posts = POSTS in position.options
        position.seed = self.part(whole, "seed", a_seed, b"")
        position.phase = self.part(whole, "phase", a_name_of(PHASES, "a phase"), OVER)
        position.bank = self.part(whole, "bank", shape.token_counts, [0] * 6)
        position.decks = self.part(whole, "decks", pieces.decks, [])
        position.market = self.part(whole, "market", pieces.market, [])
        position.nobles = self.part(whole, "nobles", pieces.nobles, [])
        position.cities = self.part(whole, "cities", pieces.cities, ())
        position.drawn = self.part(whole, "drawn", pieces.drawn, ())
        position.pair = self.part(whole, "pair", shape.a_pair, None)
        position.last_round = self.part(whole, "last_round", a_bool, False)
        position.players = self._players(whole)
        self._seats(position, whole, len(position.players))
        if has_out:
            position.out = self.part(whole, "out", shape.out(len(position.players)), ())
        else:
            position.out = ()
        return position

    def _seats(self, position: Position, whole: dict[str, Any], seats: int) -> None:
        """Read what hangs on the number of seats."""
        position.turn = self.part(whole, "turn", an_int(1, LONGEST_GAME), 1)
        position.first = self.part(whole, "first", an_int(0, seats - 1), 0)
        position.passes = self.part(whole, "passes", an_int(0, seats), 0)
        position.result = self.part(whole, "result", shape.a_result(seats), None)
        to_move = self.part(whole, "to_move", or_null(an_int(0, seats - 1)), None)
        self.seat_to_move(to_move, over=position.phase == OVER)
        whose = (position.first + position.turn - 1) % seats
        position.seat = whose if to_move is None else to_move

    def _players(self, whole: dict[str, Any]) -> list[Player]:
        stand_in: list[Any] = [None] * shape.MOST_SEATS
        entries = self.part(whole, "players", shape.players, stand_in)
        return [self._player(seat, entry) for seat, entry in enumerate(entries)]

    def _player(self, seat: int, entry: object) -> Player:
        where, pieces = f"players[{seat}]", self._pieces
        members = {} if "players" in self.unread else self.members(where, entry, _PLAYER_KEYS)
        player = Player()
        player.tokens = self.part(members, "tokens", shape.token_counts, [0] * 6, where)
        player.reserved = self.part(members, "reserved", pieces.reserved, [], where)
        cards: list[Card] = self.part(members, "cards", pieces.bought, [], where)
        for card in cards:
            player.add_card(card)
        nobles: list[Noble] = self.part(members, "nobles", pieces.nobles, [], where)
        for noble in nobles:
            player.add_noble(noble)
        posts: list[Post] = self.part(members, "posts", pieces.posts, [], where)
        for post in posts:
            player.add_post(post)
        return player
