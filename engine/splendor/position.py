"""The position: the whole truth of a game at one moment, in a form made for speed.

Colours are small integers, cards are objects of `facts.py`, decks are tuples with the top first.
What can be computed from the rest (sums over a player's cards) is kept in step, because every move
needs it.
"""

from engine.contract import Outcome
from engine.splendor.facts import POINTS_PER_POST, Card, City, Facts, Noble, Post

ACTION = "action"
EXTRA = "extra"
KEEP = "keep"
DISCARD = "discard"
NOBLE = "noble"
POST = "post"
OVER = "over"
PHASES = (ACTION, EXTRA, KEEP, DISCARD, NOBLE, POST, OVER)

MARKET_SLOTS = 4
MOST_RESERVED = 3
CITIES_LAID_OUT = 3


class Player:
    """What one seat has before it."""

    __slots__ = (
        "bonuses",
        "cards",
        "nobles",
        "points",
        "posts",
        "powers",
        "reserved",
        "settled",
        "tokens",
    )

    tokens: list[int]
    reserved: list[tuple[Card, bool]]
    """The card, and whether it came from a deck and is hidden from the others."""
    cards: list[Card]
    """In order of purchase."""
    nobles: list[Noble]
    posts: list[Post]
    powers: tuple[str, ...]
    """Those of the posts."""
    bonuses: list[int]
    """By colour: the number of cards; gold stays 0."""
    points: int
    settled: bool
    """Whether it is certain that no noble and no post would come now."""

    def __init__(self) -> None:
        self.tokens = [0] * 6
        self.reserved = []
        self.cards = []
        self.nobles = []
        self.posts = []
        self.powers = ()
        self.bonuses = [0] * 6
        self.points = 0
        self.settled = True

    def add_card(self, card: Card) -> None:
        """Lay the card before the player."""
        self.cards.append(card)
        self.points += card.points
        self.bonuses[card.colour] += 1
        self.settled = False

    def add_noble(self, noble: Noble) -> None:
        """Lay the noble before the player."""
        self.nobles.append(noble)
        self.points += noble.points

    def add_post(self, post: Post) -> None:
        """Give the post to the player, for good; with T5 each post is a point, itself included."""
        self.posts.append(post)
        self.powers += (post.power,)
        if post.power == POINTS_PER_POST:
            self.points += len(self.posts)
        elif POINTS_PER_POST in self.powers:
            self.points += 1

    def copy(self) -> "Player":
        """Return an independent copy."""
        twin = Player.__new__(Player)
        twin.tokens = self.tokens[:]
        twin.reserved = self.reserved[:]
        twin.cards = self.cards[:]
        twin.nobles = self.nobles[:]
        twin.posts = self.posts[:]
        twin.powers = self.powers
        twin.bonuses = self.bonuses[:]
        twin.points = self.points
        twin.settled = self.settled
        return twin


class Position:
    """One moment of a game of Splendor."""

    __slots__ = (
        "bank",
        "cities",
        "decks",
        "drawn",
        "facts",
        "first",
        "last_round",
        "market",
        "nobles",
        "options",
        "out",
        "pair",
        "passes",
        "phase",
        "players",
        "result",
        "seat",
        "seed",
        "turn",
        "with_posts",
    )

    facts: Facts
    options: frozenset[str]
    with_posts: bool
    seed: bytes
    turn: int
    first: int
    seat: int
    """The seat whose turn it is; when the game is over, the one whose turn was the last."""
    phase: str
    bank: list[int]
    decks: list[tuple[Card, ...]]
    """By level - 1, as the market."""
    market: list[list[Card | None]]
    nobles: list[Noble]
    cities: tuple[City, ...]
    drawn: tuple[Card, ...]
    """The two cards of T4 between which the seat chooses, top first."""
    pair: int | None
    """The colour just taken twice, while T2's extra token is due."""
    last_round: bool
    passes: int
    players: list[Player]
    out: tuple[int, ...]
    """The seats that have left, in ascending order."""
    result: Outcome | None

    @property
    def to_move(self) -> int | None:
        """The seat to move, or None when the game is over."""
        return None if self.phase == OVER else self.seat

    def copy(self) -> "Position":
        """Return an independent copy."""
        twin = Position()
        twin.facts = self.facts
        twin.options = self.options
        twin.with_posts = self.with_posts
        twin.seed = self.seed
        twin.turn = self.turn
        twin.first = self.first
        twin.seat = self.seat
        twin.phase = self.phase
        twin.bank = self.bank[:]
        twin.decks = self.decks[:]
        one, two, three = self.market
        twin.market = [one[:], two[:], three[:]]
        twin.nobles = self.nobles[:]
        twin.cities = self.cities
        twin.drawn = self.drawn
        twin.pair = self.pair
        twin.last_round = self.last_round
        twin.passes = self.passes
        twin.players = [player.copy() for player in self.players]
        twin.out = self.out
        twin.result = self.result
        return twin
