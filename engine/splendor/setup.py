"""The beginning of a game."""

from collections.abc import Collection

from engine.gems.market import LEVELS
from engine.randomness import Stream
from engine.splendor.colours import tokens_in_all
from engine.splendor.facts import City, Facts, Noble
from engine.splendor.position import ACTION, CITIES_LAID_OUT, MARKET_SLOTS, Player, Position

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
    position.nobles = [] if with_cities else _nobles(facts, seed, seats, NOBLE11 in options)
    position.cities = _cities(facts, seed) if with_cities else ()
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


def _nobles(facts: Facts, seed: bytes, seats: int, with_eleventh: bool) -> list[Noble]:
    nobles = noble_pool(facts, with_eleventh=with_eleventh)
    Stream(seed, "nobles").shuffle(nobles)
    return nobles[: seats + 1]


def _cities(facts: Facts, seed: bytes) -> tuple[City, ...]:
    tiles = facts.tiles[:]
    Stream(seed, "cities").shuffle(tiles)
    faces = Stream(seed, "faces")
    return tuple(facts.faces(tile)[faces.below(2)] for tile in tiles[:CITIES_LAID_OUT])
