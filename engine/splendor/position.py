"""The position: the whole truth of a game at one moment, in a form made for speed.

How it begins is here too, its form as JSON, whole or as somebody may see it, and what chance has
decided in it. Colours are small integers, cards are objects of `facts.py`, decks are tuples with
the top first. What can be computed from the rest (sums over a player's cards) is kept in step,
because every move needs it.
"""

from collections.abc import Collection, Iterable
from typing import Any

from engine.contract import Draw, Outcome
from engine.fairness import Stream
from engine.gems.pieces import GEM_NAMES, LEVELS, deck_draws, first_draw, reserve_view
from engine.splendor.facts import (
    COLOURS,
    POINTS_PER_POST,
    Card,
    City,
    Facts,
    Noble,
    Post,
    tokens_in_all,
)

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


CITIES, POSTS, NOBLE11 = OPTION_NAMES = ("cities", "posts", "noble11")


def first_position(
    facts: Facts, seed: bytes, seats: int = 2, options: Collection[str] = ()
) -> Position:
    """Return the position that the seed begins with."""
    position = Position()
    position.facts = facts
    position.options = frozenset(options)
    position.with_posts = POSTS in options
    position.seed = seed
    position.turn = 1
    position.first = position.seat = Stream(seed, "first").below(seats)
    position.phase = ACTION
    position.bank = tokens_in_all(seats)

    position.decks = []
    position.market = []
    for level in LEVELS:
        deck = facts.cards_of_level[level][:]
        Stream(seed, f"deck{level}").shuffle(deck)
        position.market.append([*deck[:MARKET_SLOTS]])
        position.decks.append(tuple(deck[MARKET_SLOTS:]))

    with_cities = CITIES in options
    position.nobles = [] if with_cities else _first_nobles(facts, seed, seats, NOBLE11 in options)
    position.cities = _first_cities(facts, seed) if with_cities else ()
    position.drawn = ()
    position.pair = None
    position.last_round = False
    position.passes = 0
    position.players = [Player() for _ in range(seats)]
    position.out = ()
    position.result = None
    return position


def noble_pool(facts: Facts, *, with_eleventh: bool) -> list[Noble]:
    """Return the nobles from which those on the table are drawn."""
    return [noble for noble in facts.nobles if with_eleventh or noble.box == "base"]


def _first_nobles(facts: Facts, seed: bytes, seats: int, with_eleventh: bool) -> list[Noble]:
    nobles = noble_pool(facts, with_eleventh=with_eleventh)
    Stream(seed, "nobles").shuffle(nobles)
    return nobles[: seats + 1]


def _first_cities(facts: Facts, seed: bytes) -> tuple[City, ...]:
    tiles = facts.tiles[:]
    Stream(seed, "cities").shuffle(tiles)
    faces = Stream(seed, "faces")
    return tuple(facts.faces(tile)[faces.below(2)] for tile in tiles[:CITIES_LAID_OUT])


def colour_names(colours: Iterable[int]) -> list[str]:
    """Return the names of the colours."""
    return [COLOURS[colour] for colour in colours]


def counts_by_name(counts: Iterable[int]) -> dict[str, int]:
    """Return the number of tokens under each colour's name, all six named."""
    white, blue, green, red, black, gold = counts
    return {"white": white, "blue": blue, "green": green, "red": red, "black": black, "gold": gold}


def dump(position: Position) -> dict[str, Any]:
    """Return the whole truth of the position, hidden parts included."""
    data = _open_parts(position)
    data["seed"] = position.seed.hex()
    one, two, three = ([card.id for card in deck] for deck in position.decks)
    data["decks"] = {"1": one, "2": two, "3": three}
    data["drawn"] = [card.id for card in position.drawn]
    data["players"] = [_player(player, sees_all=True) for player in position.players]
    return data


def view(position: Position, seat: int | None) -> dict[str, Any]:
    """Return the position as that seat, or a spectator (None), may see it."""
    data = _open_parts(position)
    data["seed"] = None
    one, two, three = position.decks
    data["decks"] = {"1": len(one), "2": len(two), "3": len(three)}
    looks = seat == position.seat
    data["drawn"] = [card.id if looks else None for card in position.drawn]
    data["players"] = [
        _player(player, sees_all=seat == number) for number, player in enumerate(position.players)
    ]
    return data


def _open_parts(position: Position) -> dict[str, Any]:
    result, options = position.result, position.options
    one, two, three = ([card and card.id for card in row] for row in position.market)
    data = {
        "game": "splendor",
        "rules": position.facts.rules,
        "options": {name: name in options for name in OPTION_NAMES},
        "turn": position.turn,
        "first": position.first,
        "to_move": None if position.phase == OVER else position.seat,
        "phase": position.phase,
        "bank": counts_by_name(position.bank),
        "market": {"1": one, "2": two, "3": three},
        "nobles": [noble.id for noble in position.nobles],
        "cities": [city.id for city in position.cities],
        "pair": None if position.pair is None else GEM_NAMES[position.pair],
        "last_round": position.last_round,
        "passes": position.passes,
        "result": result and {"winners": list(result.winners), "by": list(result.by)},
    }
    if position.out:
        data["out"] = list(position.out)
    return data


def _player(player: Player, *, sees_all: bool) -> dict[str, Any]:
    return {
        "tokens": counts_by_name(player.tokens),
        "reserved": reserve_view(player.reserved, sees_all=sees_all),
        "cards": [card.id for card in player.cards],
        "nobles": [noble.id for noble in player.nobles],
        "posts": [post.id for post in player.posts],
    }


_FACES = ("A", "B")


def first_draws(facts: Facts, position: Position) -> list[Draw]:
    """Return what chance has decided before the first move: it decides nothing after that."""
    return [
        first_draw(position.first, len(position.players)),
        *deck_draws(facts.cards_of_level, position.market, position.decks),
        *(
            _city_draws(facts, position)
            if CITIES in position.options
            else _noble_draws(facts, position)
        ),
    ]


def _noble_draws(facts: Facts, position: Position) -> list[Draw]:
    pool = noble_pool(facts, with_eleventh=NOBLE11 in position.options)
    drawn = tuple(noble.id for noble in position.nobles)
    return [Draw("nobles", tuple(noble.id for noble in pool), drawn, is_shuffle=True)]


def _city_draws(facts: Facts, position: Position) -> list[Draw]:
    tiles = tuple(city.tile for city in position.cities)
    faces = tuple(_FACES[facts.faces(city.tile).index(city)] for city in position.cities)
    return [
        Draw("cities", tuple(facts.tiles), tiles, is_shuffle=True),
        Draw("faces", _FACES, faces, is_shuffle=False),
    ]
