"""How well a player of Splendor Duel stands, in hundredths of a point.

The weights come from games that journeymen played against each other: what a player has, weighed so
that it tells best who won in the end (logistic regression), rounded and tried in matches.
"""

from functools import lru_cache
from operator import add

from engine.bots.gems.reach import DISCOUNTS, FAR, best_three
from engine.duel.cards import CARDS, Card
from engine.duel.colours import GOLD, PEARL
from engine.duel.position import Player, Position
from engine.duel.seeing.veil import UNKNOWN

POINT, CROWN = 95, 60
POINTS = tuple(80 * n + 2 * n * n for n in range(40))
CROWNS = tuple(60 * n + 2 * n * n for n in range(30))
IN_ONE_COLOUR = tuple(6 * n * n for n in range(40))
BONUS = (210, 110, 95, 60, 30, *(5,) * 11)
"""What the next bonus of a colour is worth to who has so many."""
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
"""What it is worth to have a card in reach that wins, for who acts now, and for others."""

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
