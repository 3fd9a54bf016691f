"""A sense of Splendor Duel: how well a player stands, and which moves are worth a look.

How well a player stands is counted in hundredths of a point. The weights come from games that
journeymen played against each other: what a player has, weighed so that it tells best who won in
the end (logistic regression), rounded and tried in matches.

Of moves that come to much the same, one is enough: the same colours from other cells, the same card
with another gold from the board or with more gold than it takes.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from operator import add

from engine.bots.gems import DISCOUNTS, FAR, best_three, plain_discard, veil_decks
from engine.contract import Game
from engine.duel import GAME
from engine.duel.facts import (
    CARDS,
    CARDS_OF_LEVEL,
    CELL_NAMES,
    CELL_OF,
    COLOURS,
    GOLD,
    LINES,
    PEARL,
    Card,
)
from engine.duel.foresight import UNKNOWN
from engine.duel.position import ACTION, DISCARD, START, TOKEN, Player, Position

POINT, CROWN = 95, 60
POINTS = tuple(80 * n + 2 * n * n for n in range(40))
CROWNS = tuple(60 * n + 2 * n * n for n in range(30))
IN_ONE_COLOUR = tuple(6 * n * n for n in range(40))
BONUS = (210, 110, 95, 60, 30, *(5,) * 11)
"""What the next bonus of a colour is worth to a player who has so many."""
BONUSES = tuple(sum(BONUS[:n]) for n in range(len(BONUS)))
TOKENS = (30, 30, 30, 30, 30, 50, 38)
PRIVILEGE = 65
COMFORT, CROWDED = 8, 35
"""What each token beyond so many takes off: the limit is near."""
ABILITIES = {"none": 0, "again": 180, "token": 50, "privilege": 60, "steal": 90}
WILD_BONUS = 80
SAME_COLOUR = 12
"""What a card's point is worth for each point that one already has in its colour."""
UNSEEN = {UNKNOWN[1]: 30, UNKNOWN[2]: 60, UNKNOWN[3]: 80}
"""What a card is worth that nobody has seen, by level. In the market it is so to everybody."""
TURN = 60
"""What it is worth to be the one who acts now."""
WINS_NOW, WINS_NEXT = 3000, 300
"""The worth of a winning card in reach, for the player who acts now, and for others."""

_WORTH = {
    card: POINT * card.points
    + CROWN * card.crowns
    + ABILITIES[card.ability]
    + (WILD_BONUS if card.wild else 0)
    for card in CARDS
}
"""What each card is worth to anybody."""


def score(position: Position, player: Player, *, acts: bool) -> int:
    """Return how well the player stands, who acts now or waits."""
    one, two, three = position.market
    cards = (*one, *two, *three, *[card for card, _ in player.reserved])
    means = (tuple(player.tokens), tuple(player.bonuses), tuple(player.colour_points))
    won = (player.points, player.crowns, player.privileges)
    return _score(cards, means, won, acts)


@lru_cache(maxsize=2**12)  # most turns leave one of the players as they were
def _score(
    cards: tuple[Card | None, ...],
    means: tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]],
    won: tuple[int, int, int],
    acts: bool,
) -> int:
    tokens, bonuses, colour_points = means
    points, crowns, privileges = won
    best_colour = max(colour_points)
    total = (
        POINTS[points]
        + CROWNS[crowns]
        + IN_ONE_COLOUR[best_colour]
        + PRIVILEGE * privileges
        + sum(map(int.__mul__, TOKENS, tokens))
    )
    for held in bonuses[:PEARL]:
        total += BONUSES[held]
    if (held := sum(tokens)) > COMFORT:
        total -= CROWDED * (held - COMFORT)
    have = list(map(add, tokens, bonuses))
    gold = tokens[GOLD]
    near_the_end = points > 11 or crowns > 6 or best_colour > 3
    promises = []
    for card in cards:
        if card is None:
            continue
        short = -gold
        for colour, amount in card.cost:
            missing = amount - have[colour]
            if missing > 0:
                short += missing if colour != PEARL else 2 * missing
        if short < FAR:
            worth = _WORTH[card]
            if card.colour is not None:
                worth += BONUS[bonuses[card.colour]] * card.bonus
                worth += SAME_COLOUR * card.points * colour_points[card.colour]
            if short <= 0:
                promises.append(worth * DISCOUNTS[0])
                if near_the_end and _wins(card, points, crowns, colour_points):
                    total += WINS_NOW if acts else WINS_NEXT
                    near_the_end = False
            else:
                promises.append(worth * DISCOUNTS[short])
        elif card in UNSEEN:
            total += UNSEEN[card]
    return total + best_three(promises)


def _wins(card: Card, points: int, crowns: int, colour_points: tuple[int, ...]) -> bool:
    """Return whether the card would win, royals left aside."""
    before = max(colour_points) if card.colour is None else colour_points[card.colour]
    return (
        points + card.points >= 20
        or crowns + card.crowns >= 10
        or (before + card.points >= 10 and (card.colour is not None or card.wild))
    )


_ENOUGH = 11
"""With more gems and pearls on the board nobody gives a privilege away for others."""

_USES_BEFORE_A_TAKE = 1
"""More privileges than that are only used for a purchase."""

_NOT_RESERVED = frozenset({"deck1", *(card.id for card in CARDS_OF_LEVEL[1])})
"""Cards of the first level are not worth a turn."""

_TAKEN = {"take " + " ".join([CELL_NAMES[cell] for cell in line]): line for line in LINES}
"""The cells of each take."""

Colours = tuple[int, ...]


def _ways_to_act(board: Sequence[int], legal: Sequence[str], turn: Sequence[str]) -> list[str]:
    buys: dict[str, str] = {}
    reserves: dict[str, str] = {}
    takes: dict[Colours, str] = {}
    uses: dict[int, str] = {}
    others: list[str] = []
    for move in legal:
        verb = move[:3]
        if verb == "tak":
            takes[tuple(sorted([board[cell] for cell in _TAKEN[move]]))] = move
        elif verb == "buy":
            stem = move.partition(" gold")[0]
            if stem not in buys or len(move) < len(buys[stem]):
                buys[stem] = move
        elif verb == "res":
            reserves[move.rpartition(" ")[2]] = move
        elif verb == "use":
            uses.setdefault(board[CELL_OF[move[4:]]], move)
        else:
            others.append(move)
    used = [move for move in turn if move.startswith("use")]
    found = [*others, *buys.values()]
    if len(used) <= _USES_BEFORE_A_TAKE:
        found += _greatest(takes)
    if not used:
        found += [move for source, move in reserves.items() if source not in _NOT_RESERVED]
    # Several privileges are used in the order of cells, else each set would be met in every order.
    found += [move for move in uses.values() if not used or move > used[-1]]
    return found


def _greatest(takes: dict[Colours, str]) -> Iterable[str]:
    """Return the takes that are not part of one of three tokens."""
    threes = [set(colours) for colours in takes if len(colours) == 3]
    for colours, move in takes.items():
        if len(colours) == 3 or not any(three.issuperset(colours) for three in threes):
            yield move


class DuelBrain:
    """What bots know of Splendor Duel beyond its rules."""

    game: Game[Position] = GAME

    def veil(self, position: Position) -> None:
        """Put unknown cards in place of all that lie in the decks."""
        veil_decks(position, UNKNOWN)

    def worth_a_look(
        self, position: Position, legal: Sequence[str], turn: Sequence[str]
    ) -> list[str]:
        """Return those of the legal moves that a sensible player thinks of, at least one."""
        if position.phase == TOKEN:
            return [legal[0]]  # of the cells with that colour, any
        if position.phase == DISCARD and turn:
            player = position.players[position.seat]
            return [plain_discard(player.tokens, player.bonuses, COLOURS)]
        if position.phase not in (START, ACTION):
            return list(legal)
        found = _ways_to_act(position.board, legal, turn)
        if position.gem_cells.bit_count() > _ENOUGH and "replenish" in found:
            found.remove("replenish")
        return found or [legal[0]]

    def is_a_gamble(self, move: str) -> bool:
        """Return whether the move lays out the bag."""
        return move == "replenish"

    def reseed(self, position: Position, seed: bytes) -> None:
        """Let the bag be laid out otherwise from here on."""
        position.seed = seed

    def scores(self, position: Position) -> list[int]:
        """Return how well each seat stands."""
        acts = position.seat if position.phase in (START, ACTION) else None
        scores = [score(position, p, acts=seat == acts) for seat, p in enumerate(position.players)]
        if acts is not None:
            scores[acts] += TURN
        return scores
