"""The position: the whole truth of a game at one moment, in a form made for speed.

How it begins is here too, its form as JSON, whole or as somebody may see it, and what chance has
decided in it. Colours are small integers, cards are objects of `facts.py`, decks are tuples with
the top first. What can be computed from the rest (sums over a player's cards, sets of cells) is
kept in step, because every move needs it.
"""

from collections.abc import Collection, Iterable, Sequence
from typing import Any

from engine.contract import Draw, Outcome
from engine.duel.facts import (
    CARDS_OF_LEVEL,
    CELLS,
    COLOURS,
    EMPTY,
    GOLD,
    MARKET_SLOTS,
    ROYALS,
    SPIRAL,
    TOKENS_IN_ALL,
    Card,
    Royal,
)
from engine.fairness import Stream
from engine.gems.pieces import LEVELS, deck_draws, first_draw, list_tokens, reserve_view

START = "start"
ACTION = "action"
TOKEN = "token"  # noqa: S105 (a gem, no secret)
STEAL = "steal"
ROYAL = "royal"
DISCARD = "discard"
OVER = "over"
PHASES = (START, ACTION, TOKEN, STEAL, ROYAL, DISCARD, OVER)

PRIVILEGES_IN_ALL = 3
MOST_RESERVED = 3


class Player:
    """What one seat has before it."""

    __slots__ = (
        "bonuses",
        "cards",
        "colour_points",
        "crowns",
        "points",
        "privileges",
        "reserved",
        "royals",
        "tokens",
    )

    tokens: list[int]
    privileges: int
    reserved: list[tuple[Card, bool]]
    """The card, and whether it came from a deck and is hidden from the opponent."""
    cards: list[tuple[Card, int | None]]
    """The card and the colour it counts in, in order of purchase."""
    royals: list[Royal]
    bonuses: list[int]
    """By colour; pearl and gold stay 0."""
    points: int
    crowns: int
    colour_points: list[int]

    def __init__(self) -> None:
        self.tokens = [0] * 7
        self.privileges = 0
        self.reserved = []
        self.cards = []
        self.royals = []
        self.bonuses = [0] * 7
        self.points = 0
        self.crowns = 0
        self.colour_points = [0] * 5

    def add_card(self, card: Card, colour: int | None) -> None:
        """Lay the card before the player, counting in that colour."""
        self.cards.append((card, colour))
        self.points += card.points
        self.crowns += card.crowns
        if colour is not None:
            self.bonuses[colour] += card.bonus
            self.colour_points[colour] += card.points

    def add_royal(self, royal: Royal) -> None:
        """Lay the royal before the player."""
        self.royals.append(royal)
        self.points += royal.points

    def copy(self) -> "Player":
        """Return an independent copy."""
        twin = Player.__new__(Player)
        twin.tokens = self.tokens[:]
        twin.privileges = self.privileges
        twin.reserved = self.reserved[:]
        twin.cards = self.cards[:]
        twin.royals = self.royals[:]
        twin.bonuses = self.bonuses[:]
        twin.points = self.points
        twin.crowns = self.crowns
        twin.colour_points = self.colour_points[:]
        return twin


class Position:
    """One moment of a game of Splendor Duel."""

    __slots__ = (
        "again",
        "bag",
        "board",
        "decks",
        "first",
        "gem_cells",
        "gold_cells",
        "market",
        "phase",
        "players",
        "refills",
        "result",
        "royals",
        "seat",
        "seed",
        "supply",
        "turn",
    )

    seed: bytes
    turn: int
    first: int
    seat: int
    """The seat whose turn it is; when the game is over, the seat that ended it."""
    phase: str
    again: bool
    board: list[int]
    gem_cells: int
    """The set of cells that hold a gem or a pearl."""
    gold_cells: int
    bag: list[int]
    supply: int
    refills: int
    decks: list[tuple[Card, ...]]
    """By level - 1, as the market."""
    market: list[list[Card | None]]
    royals: list[Royal]
    players: list[Player]
    result: Outcome | None

    @property
    def to_move(self) -> int | None:
        """The seat to move, or None when the game is over."""
        return None if self.phase == OVER else self.seat

    def lay(self, cells: Iterable[int], colours: Iterable[int]) -> None:
        """Put tokens on empty cells, one after the other."""
        board = self.board
        filled = gold = 0
        for cell, colour in zip(cells, colours):  # noqa: B905 (strict costs too much here)
            board[cell] = colour
            filled |= 1 << cell
            if colour == GOLD:
                gold |= 1 << cell
        self.gold_cells |= gold
        self.gem_cells |= filled ^ gold

    def lift(self, cell: int) -> int:
        """Remove the token from a cell and return its colour."""
        colour = self.board[cell]
        self.board[cell] = EMPTY
        if colour == GOLD:
            self.gold_cells ^= 1 << cell
        else:
            self.gem_cells ^= 1 << cell
        return colour

    def copy(self) -> "Position":
        """Return an independent copy."""
        twin = Position()
        twin.seed = self.seed
        twin.turn = self.turn
        twin.first = self.first
        twin.seat = self.seat
        twin.phase = self.phase
        twin.again = self.again
        twin.board = self.board[:]
        twin.gem_cells = self.gem_cells
        twin.gold_cells = self.gold_cells
        twin.bag = self.bag[:]
        twin.supply = self.supply
        twin.refills = self.refills
        twin.decks = self.decks[:]
        twin.market = [row[:] for row in self.market]
        twin.royals = self.royals[:]
        one, other = self.players
        twin.players = [one.copy(), other.copy()]
        twin.result = self.result
        return twin


def first_position(seed: bytes, seats: int = 2, options: Collection[str] = ()) -> Position:
    """Return the position that the seed begins with: a game for two, without options."""
    position = Position()
    position.seed = seed
    position.turn = 1
    position.first = position.seat = Stream(seed, "first").below(2)
    position.phase = START
    position.again = False
    position.result = None

    position.decks = []
    position.market = []
    for level in LEVELS:
        deck = list(CARDS_OF_LEVEL[level])
        Stream(seed, f"deck{level}").shuffle(deck)
        slots = MARKET_SLOTS[level]
        position.market.append([*deck[:slots]])
        position.decks.append(tuple(deck[slots:]))

    position.board = [EMPTY for _ in CELLS]
    position.gem_cells = position.gold_cells = 0
    tokens = list_tokens(TOKENS_IN_ALL)
    Stream(seed, "board").shuffle(tokens)
    position.lay(SPIRAL, tokens)
    position.bag = [0] * 7
    position.refills = 0

    position.royals = list(ROYALS)
    position.players = [Player(), Player()]
    # The seat that does not begin takes a privilege.
    position.players[1 - position.first].privileges = 1
    position.supply = PRIVILEGES_IN_ALL - 1
    return position


def colour_names(colours: Iterable[int]) -> list[str]:
    """Return the names of the colours."""
    return [COLOURS[colour] for colour in colours]


def counts_by_name(counts: Iterable[int]) -> dict[str, int]:
    """Return the number of tokens under each colour's name, all seven named."""
    white, blue, green, red, black, pearl, gold = counts
    return {
        "white": white,
        "blue": blue,
        "green": green,
        "red": red,
        "black": black,
        "pearl": pearl,
        "gold": gold,
    }


_ON_CELL = (*COLOURS, None)
_COLOUR_NAMES: dict[int | None, str | None] = {None: None, **dict(enumerate(COLOURS))}


def dump(position: Position) -> dict[str, Any]:
    """Return the whole truth of the position, hidden parts included."""
    data = _open_parts(position)
    data["seed"] = position.seed.hex()
    one, two, three = ([card.id for card in deck] for deck in position.decks)
    data["decks"] = {"1": one, "2": two, "3": three}
    data["players"] = [_player(player, sees_all=True) for player in position.players]
    return data


def view(position: Position, seat: int | None) -> dict[str, Any]:
    """Return the position as that seat, or a spectator (None), may see it."""
    data = _open_parts(position)
    data["seed"] = None
    one, two, three = position.decks
    data["decks"] = {"1": len(one), "2": len(two), "3": len(three)}
    first, second = position.players
    data["players"] = [_player(first, sees_all=seat == 0), _player(second, sees_all=seat == 1)]
    return data


def _open_parts(position: Position) -> dict[str, Any]:
    result = position.result
    one, two, three = ([card and card.id for card in row] for row in position.market)
    return {
        "game": "duel",
        "rules": 1,
        "options": {},
        "turn": position.turn,
        "first": position.first,
        "to_move": None if position.phase == OVER else position.seat,
        "phase": position.phase,
        "again": position.again,
        "board": [_ON_CELL[colour] for colour in position.board],
        "bag": counts_by_name(position.bag),
        "supply": position.supply,
        "refills": position.refills,
        "market": {"1": one, "2": two, "3": three},
        "royals": [royal.id for royal in position.royals],
        "result": result and {"winners": list(result.winners), "by": list(result.by)},
    }


def _player(player: Player, *, sees_all: bool) -> dict[str, Any]:
    return {
        "tokens": counts_by_name(player.tokens),
        "privileges": player.privileges,
        "reserved": reserve_view(player.reserved, sees_all=sees_all),
        "cards": [{"id": card.id, "color": _COLOUR_NAMES[colour]} for card, colour in player.cards],
        "royals": [royal.id for royal in player.royals],
    }


def first_draws(position: Position) -> list[Draw]:
    """Return what chance has decided before the first move, given the position then."""
    return [
        first_draw(position.first, len(position.players)),
        *deck_draws(CARDS_OF_LEVEL, position.market, position.decks),
        _laid("board", TOKENS_IN_ALL, SPIRAL, position),
    ]


def draws_between(before: Position, after: Position) -> list[Draw]:
    """Return what chance has decided by one move: how the bag was laid out, if it was."""
    if after.refills == before.refills:
        return []
    empty = [cell for cell in SPIRAL if before.board[cell] == EMPTY]
    return [_laid(f"refill{after.refills}", before.bag, empty, after)]


def _laid(label: str, counts: Sequence[int], cells: Sequence[int], after: Position) -> Draw:
    """Return how so many tokens came to lie along these cells."""
    laid = [after.board[cell] for cell in cells if after.board[cell] != EMPTY]
    tokens = colour_names(list_tokens(counts))
    return Draw(label, tuple(tokens), tuple(colour_names(laid)), is_shuffle=True)
