"""A stranger's position of Splendor: each part has a reader, and every fault is named."""

from collections.abc import Callable
from functools import partial
from typing import Any

from engine.contract import Outcome
from engine.errors import BadPosition
from engine.gems.checking import (
    LONGEST_GAME,
    PartReader,
    Wrong,
    a_bool,
    a_list,
    a_name_of,
    a_seed,
    an_int,
    by_level,
    card_of_level,
    from_deck,
    market_row,
    members,
    one_of,
    or_null,
)
from engine.gems.pieces import GEM_NAMES, LEVELS
from engine.splendor.consistency import CHECKS, PHASE_CHECKS
from engine.splendor.facts import (
    COLOURS,
    GEM_OF,
    GEMS_IN_ALL,
    GOLD_IN_ALL,
    Card,
    City,
    Facts,
    Noble,
    Post,
)
from engine.splendor.position import (
    CITIES_LAID_OUT,
    MARKET_SLOTS,
    MOST_RESERVED,
    OPTION_NAMES,
    OVER,
    PHASES,
    POSTS,
    Player,
    Position,
)

FEWEST_SEATS, MOST_SEATS = min(GEMS_IN_ALL), max(GEMS_IN_ALL)
REASONS = ("points", "city", "passes", "retire")

_MOST_GEMS = max(GEMS_IN_ALL.values())
_TOKEN_COUNTS = {name: an_int(0, _MOST_GEMS) for name in GEM_NAMES} | {
    COLOURS[-1]: an_int(0, GOLD_IN_ALL)
}


def read_options(value: object) -> frozenset[str]:
    """Return the names of the options that are chosen; each must be named."""
    chosen = members(value, dict.fromkeys(OPTION_NAMES, a_bool))
    return frozenset(
        name for name, is_chosen in zip(OPTION_NAMES, chosen, strict=True) if is_chosen
    )


def read_players(value: object) -> list[Any]:
    """Return a list of two to four, whatever they are."""
    if type(value) is not list or not FEWEST_SEATS <= len(value) <= MOST_SEATS:
        raise Wrong(f"must be a list of {FEWEST_SEATS} to {MOST_SEATS}")
    return value


def token_counts(value: object) -> list[int]:
    """Return the numbers of an object with all six colours."""
    return members(value, _TOKEN_COUNTS)


def seats_that_left(seats: int) -> Callable[[object], tuple[int, ...]]:
    """Return a reader of the seats that have left."""

    def read(value: object) -> tuple[int, ...]:
        left = a_list(value, an_int(0, seats - 1), seats)
        if not left or left != sorted(set(left)):
            raise Wrong("must name at least one seat, each once, in ascending order")
        return tuple(left)

    return read


a_pair = or_null(one_of(GEM_OF, "a gem colour"))
"""Reads the colour of a pair, or null as None."""


def a_result(seats: int) -> Callable[[object], Outcome | None]:
    """Return a reader of null as None, or the winners and the reason."""
    readers: dict[str, Callable[[object], Any]] = {
        "winners": partial(a_list, read=an_int(0, seats - 1), most=seats),
        "by": partial(a_list, read=a_name_of(REASONS, "a reason"), most=1),
    }

    def read(value: object) -> Outcome:
        winners, by = members(value, readers)
        if not winners or winners != sorted(set(winners)) or not by:
            raise Wrong("must name the winners, each once, in ascending order, and one reason")
        return Outcome(tuple(winners), tuple(by))

    return or_null(read)


class Pieces:
    """Readers of cards and tiles, by the facts of one version of the rules."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts
        self._a_card = one_of(facts.card_of, "the id of a card")
        self._of_level = {level: card_of_level(facts.cards_of_level, level) for level in LEVELS}

    def decks(self, value: object) -> list[tuple[Card, ...]]:
        """Return the three decks."""
        return by_level(value, self._deck)

    def _deck(self, level: int, value: object) -> tuple[Card, ...]:
        most = len(self._facts.cards_of_level[level])
        return tuple(a_list(value, self._of_level[level], most))

    def market(self, value: object) -> list[list[Card | None]]:
        """Return the three rows of the market, with None for an empty slot."""
        return by_level(
            value, lambda level, row: market_row(row, self._of_level[level], MARKET_SLOTS)
        )

    def drawn(self, value: object) -> tuple[Card, ...]:
        """Return the two cards that were drawn, or none."""
        cards = a_list(value, self._a_card, 2)
        if len(cards) == 1:
            raise Wrong("must have two cards or none")
        return tuple(cards)

    def nobles(self, value: object) -> list[Noble]:
        """Return nobles by their ids."""
        noble_of = self._facts.noble_of
        return a_list(value, one_of(noble_of, "the id of a noble"), len(noble_of))

    def cities(self, value: object) -> tuple[City, ...]:
        """Return faces of cities by their ids."""
        a_city = one_of(self._facts.city_of, "the id of a face of a city")
        return tuple(a_list(value, a_city, CITIES_LAID_OUT))

    def posts(self, value: object) -> list[Post]:
        """Return posts by their ids."""
        post_of = self._facts.post_of
        return a_list(value, one_of(post_of, "the id of a trading post"), len(post_of))

    def reserved(self, value: object) -> list[tuple[Card, bool]]:
        """Return a player's reserve: each card, and whether it came from a deck."""
        return a_list(value, self._reserved_card, MOST_RESERVED)

    def _reserved_card(self, value: object) -> tuple[Card, bool]:
        card, hidden = members(value, {"id": self._a_card, "from": from_deck})
        return card, hidden

    def bought(self, value: object) -> list[Card]:
        """Return a player's cards, in order of purchase."""
        return a_list(value, self._a_card, len(self._facts.cards))


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
        self._pieces = Pieces(facts)

    def position(self, data: object) -> Position:
        """Return the position with every part that can be read."""
        has_out = type(data) is dict and "out" in data
        whole = self.members("the position", data, (*_KEYS, "out") if has_out else _KEYS)
        pieces, position = self._pieces, Position()
        position.facts = self._facts
        self.part(whole, "game", a_name_of(["splendor"], "“splendor”"), "")
        self.part(whole, "rules", an_int(self._facts.rules, self._facts.rules), 1)
        position.options = self.part(whole, "options", read_options, frozenset())
        position.with_posts = POSTS in position.options
        position.seed = self.part(whole, "seed", a_seed, b"")
        position.phase = self.part(whole, "phase", a_name_of(PHASES, "a phase"), OVER)
        position.bank = self.part(whole, "bank", token_counts, [0] * 6)
        position.decks = self.part(whole, "decks", pieces.decks, [])
        position.market = self.part(whole, "market", pieces.market, [])
        position.nobles = self.part(whole, "nobles", pieces.nobles, [])
        position.cities = self.part(whole, "cities", pieces.cities, ())
        position.drawn = self.part(whole, "drawn", pieces.drawn, ())
        position.pair = self.part(whole, "pair", a_pair, None)
        position.last_round = self.part(whole, "last_round", a_bool, False)
        position.players = self._players(whole)
        self._seats(position, whole, len(position.players))
        if has_out:
            position.out = self.part(whole, "out", seats_that_left(len(position.players)), ())
        else:
            position.out = ()
        return position

    def _seats(self, position: Position, whole: dict[str, Any], seats: int) -> None:
        """Read what hangs on the number of seats."""
        position.turn = self.part(whole, "turn", an_int(1, LONGEST_GAME), 1)
        position.first = self.part(whole, "first", an_int(0, seats - 1), 0)
        position.passes = self.part(whole, "passes", an_int(0, seats), 0)
        position.result = self.part(whole, "result", a_result(seats), None)
        to_move = self.part(whole, "to_move", or_null(an_int(0, seats - 1)), None)
        self.seat_to_move(to_move, over=position.phase == OVER)
        whose = (position.first + position.turn - 1) % seats
        position.seat = whose if to_move is None else to_move

    def _players(self, whole: dict[str, Any]) -> list[Player]:
        stand_in: list[Any] = [None] * MOST_SEATS
        entries = self.part(whole, "players", read_players, stand_in)
        return [self._player(seat, entry) for seat, entry in enumerate(entries)]

    def _player(self, seat: int, entry: object) -> Player:
        where, pieces = f"players[{seat}]", self._pieces
        members = {} if "players" in self.unread else self.members(where, entry, _PLAYER_KEYS)
        player = Player()
        player.tokens = self.part(members, "tokens", token_counts, [0] * 6, where)
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
