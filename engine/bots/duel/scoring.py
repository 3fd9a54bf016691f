"""How well a player of Splendor Duel stands, in hundredths of a point.

The weights were tuned by matches: `python -m engine arena`.
"""

from operator import add

from engine.bots.gems.reach import DISCOUNTS, FAR, best_three
from engine.duel.cards import CARDS, Card
from engine.duel.colours import GOLD, PEARL
from engine.duel.position import Player, Position
from engine.duel.seeing.veil import UNKNOWN

POINT, CROWN = 100, 70
POINTS = tuple(POINT * n + 4 * n * n for n in range(40))
CROWNS = tuple(CROWN * n + 9 * n * n for n in range(30))
IN_ONE_COLOUR = tuple(8 * n * n for n in range(40))
BONUS = (150, 120, 90, 60, 40, 20, *(10,) * 10)
"""What the next bonus of a colour is worth to who has so many."""
BONUSES = tuple(sum(BONUS[:n]) for n in range(len(BONUS)))
TOKENS = (30, 30, 30, 30, 30, 45, 55)
PRIVILEGE = 45
ABILITIES = {"none": 0, "again": 180, "token": 50, "privilege": 60, "steal": 90}
WILD_BONUS = 80
SAME_COLOUR = 12
"""What a card's point is worth for each point that one already has in its colour."""
DRAWN = {1: 30, 2: 60, 3: 80}
"""What a card is worth that one holds and has not seen, by level."""
TURN = 150
"""What it is worth to be the one who acts now."""
WINS_NOW, WINS_NEXT = 5000, 600
"""What it is worth to have a card in reach that wins, for who acts now, and for others."""

_UNSEEN = frozenset(UNKNOWN.values())
_WORTH = {
    card: POINT * card.points + CROWN * card.crowns + ABILITIES[card.ability] for card in CARDS
}


def score(position: Position, player: Player, *, acts: bool) -> int:
    """Return how well the player stands, who acts now or waits."""
    bonuses, tokens = player.bonuses, player.tokens
    total = (
        POINTS[player.points]
        + CROWNS[player.crowns]
        + IN_ONE_COLOUR[max(player.colour_points)]
        + PRIVILEGE * player.privileges
        + sum(map(int.__mul__, TOKENS, tokens))
    )
    for held in bonuses[:PEARL]:
        total += BONUSES[held]
    have = list(map(add, tokens, bonuses))
    gold = tokens[GOLD]
    near_the_end = player.points > 11 or player.crowns > 6 or max(player.colour_points) > 3
    promises = []
    one, two, three = position.market
    for card in [*one, *two, *three, *[card for card, _ in player.reserved]]:
        if card is None or card in _UNSEEN:
            continue
        short = -gold
        for colour, amount in card.cost:
            missing = amount - have[colour]
            if missing > 0:
                short += missing if colour != PEARL else 2 * missing
        if short < FAR:
            promises.append(_worth(card, player) * DISCOUNTS[max(short, 0)])
            if near_the_end and short <= 0 and _wins(card, player):
                total += WINS_NOW if acts else WINS_NEXT
                near_the_end = False
    for card, _ in player.reserved:
        if card in _UNSEEN:
            total += DRAWN[card.level]
    return total + best_three(promises)


def _worth(card: Card, player: Player) -> int:
    worth = _WORTH[card]
    if card.colour is None:
        return worth + (WILD_BONUS if card.wild else 0)
    if card.points:
        worth += SAME_COLOUR * card.points * player.colour_points[card.colour]
    return worth + BONUS[player.bonuses[card.colour]] * card.bonus


def _wins(card: Card, player: Player) -> bool:
    """Return whether the card would win, royals left aside."""
    colour_points = player.colour_points
    before = max(colour_points) if card.colour is None else colour_points[card.colour]
    return (
        player.points + card.points >= 20
        or player.crowns + card.crowns >= 10
        or (before + card.points >= 10 and (card.colour is not None or card.wild))
    )
