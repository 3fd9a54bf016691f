"""The beginning of a game."""

from engine.duel.board import CELLS, SPIRAL
from engine.duel.cards import CARDS_OF_LEVEL, MARKET_SLOTS, ROYALS
from engine.duel.colours import EMPTY, TOKENS_IN_ALL
from engine.duel.position import PRIVILEGES_IN_ALL, START, Player, Position
from engine.gems.colours import tokens_listed
from engine.gems.market import LEVELS
from engine.randomness import Stream


def first_position(seed: bytes) -> Position:
    """Return the position that the seed begins with."""
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
    tokens = tokens_listed(TOKENS_IN_ALL)
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
