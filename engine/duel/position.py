"""The position: the whole truth of a game at one moment, in a form made for speed.

Colours are small integers, cards are objects of `cards.py`, decks are tuples with the top first.
What can be computed from the rest (sums over a player's cards, sets of cells) is kept in step,
because every move needs it.
"""

from collections.abc import Iterable

from engine.contract import Outcome
from engine.duel.cards import Card, Royal
from engine.duel.colours import EMPTY, GOLD

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
