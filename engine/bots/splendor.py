"""A sense of Splendor, with Cities and Trading Posts: how well a player stands, and worthy moves.

How well a player stands is counted in hundredths of a point. The weights come from games that
journeymen played against each other: what a player has, weighed so that it tells best who won in
the end (logistic regression), rounded and tried in matches.
"""

from collections.abc import Sequence
from operator import add

from engine.bots.gems import DISCOUNTS, FAR, best_three, plain_discard, veil_decks
from engine.contract import Game
from engine.splendor import GAME
from engine.splendor.facts import (
    COLOURS,
    DOUBLE_GOLD,
    DRAW_TWO,
    GOLD,
    POINTS_PER_POST,
    TOKEN_AFTER_BUY,
    TOKEN_AFTER_PAIR,
    UNKNOWN,
    Amounts,
    Card,
    City,
)
from engine.splendor.position import ACTION, DISCARD, Player, Position

POINT = 100
POINTS = tuple(82 * n + 3 * n * n // 2 for n in range(60))
BONUS = (250, 230, 225, 220, 190, 120, *(80,) * 20)
"""What the next bonus of a colour is worth to a player who has so many."""
BONUSES = tuple(sum(BONUS[:n]) for n in range(len(BONUS)))
TOKENS = (29, 29, 29, 29, 29, 35)
NOBLE = (300, 70, 50, 25, 15, 8, 4, 0)
"""What a noble promises, by how many cards are missing."""
FOR_A_NOBLE = 25
"""What a card is worth for each noble that asks for its colour."""
POST = (60, 60, 35, 20, 10, 5, 0)
POWERS = {
    TOKEN_AFTER_BUY: 150,
    TOKEN_AFTER_PAIR: 60,
    DOUBLE_GOLD: 80,
    DRAW_TWO: 30,
    POINTS_PER_POST: 0,
}
CITY_CARD, CITY_POINT = 150, 100
"""What each missing card, and each missing point, takes off for the nearest city."""
DRAWN = {1: 15, 2: 40, 3: 50}
"""What a card is worth that one holds and has not seen, by level."""
TURN = 50
"""What it is worth to be the one who acts now."""
LAST_ROUND = 3
"""How much more a point is worth in the last round."""
CARD = 60
"""What a card takes off as such: it has cost a turn, and fewer cards win."""
COMFORT, CROWDED = 8, 30
"""What each token beyond so many takes off: the limit is near."""
LONG = 24
"""With so many points growth would be worth nothing any more: it needs time to bear fruit."""

_UNSEEN = frozenset(UNKNOWN.values())


def score(position: Position, player: Player) -> int:
    """Return how well the player stands."""
    total = POINTS[player.points]
    if position.last_round:
        return LAST_ROUND * total - len(player.cards)
    if position.cities:
        total -= min([_way_to(city, player) for city in position.cities])
    ahead = max([other.points for other in position.players])
    total -= CARD * len(player.cards)
    if (held := sum(player.tokens)) > COMFORT:
        total -= CROWDED * (held - COMFORT)
    growth = _growth(position, player) + 7 * best_three(_promises(position, player)) // 10
    return total + growth * max(LONG - ahead, 5) // LONG


def _growth(position: Position, player: Player) -> int:
    """Return what cards, tokens and tiles near by are worth, beside points."""
    bonuses = player.bonuses
    growth = sum(map(int.__mul__, TOKENS, player.tokens))
    for held in bonuses[:GOLD]:
        growth += BONUSES[held]
    for noble in position.nobles:
        growth += NOBLE[min(_missing(bonuses, noble.needs), len(NOBLE) - 1)]
    if position.with_posts:
        for post in position.facts.posts:
            if post in player.posts:
                growth += POWERS[post.power]
            else:
                growth += POST[min(_missing(bonuses, post.needs), len(POST) - 1)]
    for card, _ in player.reserved:
        if card in _UNSEEN:
            growth += DRAWN[card.level]
    return growth


def _promises(position: Position, player: Player) -> list[int]:
    """Return what each card within reach promises."""
    have = list(map(add, player.tokens, player.bonuses))
    gold = player.tokens[GOLD]
    asked = _count_wanting_nobles(position, player)
    promises = []
    one, two, three = position.market
    for card in [*one, *two, *three, *[card for card, _ in player.reserved]]:
        if card is None or card in _UNSEEN:
            continue
        short = -gold
        for colour, amount in card.cost:
            if amount > have[colour]:
                short += amount - have[colour]
        if short < FAR:
            promises.append(_worth(card, player, asked) * DISCOUNTS[max(short, 0)])
    return promises


def _worth(card: Card, player: Player, asked: list[int]) -> int:
    colour = card.colour
    return POINT * card.points - CARD + BONUS[player.bonuses[colour]] + FOR_A_NOBLE * asked[colour]


def _count_wanting_nobles(position: Position, player: Player) -> list[int]:
    """Return how many nobles ask for more cards of each colour than the player has."""
    asked = [0] * 5
    for noble in position.nobles:
        for colour, number in noble.needs:
            if number > player.bonuses[colour]:
                asked[colour] += 1
    return asked


def _missing(bonuses: list[int], needs: Amounts) -> int:
    missing = 0
    for colour, number in needs:
        if number > bonuses[colour]:
            missing += number - bonuses[colour]
    return missing


def _way_to(city: City, player: Player) -> int:
    """Return how far the player is from a city."""
    missing = _missing(player.bonuses, city.needs)
    if city.any_same:
        missing += max(0, city.any_same - max([player.bonuses[c] for c in city.free]))
    return CITY_CARD * missing + CITY_POINT * max(0, city.points - player.points)


_OUT = -100_000
"""What it is worth to have left."""


class SplendorBrain:
    """What bots know of Splendor beyond its rules."""

    game: Game[Position] = GAME

    def veil(self, position: Position) -> None:
        """Put unknown cards in place of all that lie in the decks."""
        veil_decks(position, UNKNOWN)

    def worth_a_look(
        self, position: Position, legal: Sequence[str], turn: Sequence[str]
    ) -> list[str]:
        """Return the legal moves, of all ways to pay for a card that with the least gold."""
        if position.phase == DISCARD and turn:
            player = position.players[position.seat]
            return [plain_discard(player.tokens, player.bonuses, COLOURS)]
        if position.phase != ACTION:
            return list(legal)
        found: dict[str, str] = {}
        for move in legal:
            stem = move.partition(" gold")[0] if move.startswith("buy") else move
            if stem not in found or len(move) < len(found[stem]):
                found[stem] = move
        return list(found.values())

    def is_a_gamble(self, move: str) -> bool:
        """Return that none is: what is turned up makes no difference to the same turn."""
        return False

    def reseed(self, position: Position, seed: bytes) -> None:
        """Change nothing: once the decks are shuffled, nothing is left to chance."""

    def scores(self, position: Position) -> list[int]:
        """Return how well each seat stands."""
        scores = [
            _OUT if seat in position.out else score(position, player)
            for seat, player in enumerate(position.players)
        ]
        if position.phase == ACTION:
            scores[position.seat] += TURN
        return scores
