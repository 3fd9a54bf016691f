"""The facts of Splendor: colours as small integers, and what is printed, by version of the rules.

A printed error that is corrected is a new version: its facts are handed to a `Splendor` of its own,
beside the one whose games have already begun.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from engine.gems.pieces import GEM_NAMES, GEMS, LEVELS, amounts, rows

COLOURS = (*GEM_NAMES, "gold")
GOLD = 5
COLOUR_OF = {name: colour for colour, name in enumerate(COLOURS)}
GEM_OF = {name: colour for colour, name in enumerate(GEM_NAMES)}

GOLD_IN_ALL = 5
GEMS_IN_ALL = {2: 4, 3: 5, 4: 7}
"""How many tokens of each gem colour the game has, by the number of seats."""


def tokens_in_all(seats: int) -> list[int]:
    """Return how many tokens of each colour a game of so many seats has."""
    return [GEMS_IN_ALL[seats]] * 5 + [GOLD_IN_ALL]


TOKEN_AFTER_BUY = "token_after_buy"  # noqa: S105 (a gem, no secret)
TOKEN_AFTER_PAIR = "token_after_pair"  # noqa: S105
DOUBLE_GOLD = "double_gold"
DRAW_TWO = "draw_two"
POINTS_PER_POST = "points_per_post"

POINTS_FOR_THE_END = 15
"""Without cities."""

UNKNOWN_ID = "unknown"
_OUT_OF_REACH = 99
"""A price that nobody can pay."""

Amounts = tuple[tuple[int, int], ...]
"""Colour and amount, for each colour that is asked."""


@dataclass(frozen=True, slots=True, eq=False)
class Card:
    """One card. There is one object per card, so cards are compared by identity."""

    id: str
    level: int
    colour: int
    points: int
    cost: Amounts
    buying: str
    """The text of the move that buys it, without gold."""
    reserving: str
    """The text of the move that reserves it from the market."""


@dataclass(frozen=True, slots=True, eq=False)
class Noble:
    """A noble, who comes for bonuses."""

    id: str
    points: int
    needs: Amounts
    box: str


@dataclass(frozen=True, slots=True, eq=False)
class City:
    """One face of a city tile."""

    id: str
    tile: str
    points: int
    needs: Amounts
    any_same: int
    """So many cards of one colour that the tile does not name; 0 where it asks for none."""
    free: tuple[int, ...]
    """The colours that the tile does not name."""


@dataclass(frozen=True, slots=True, eq=False)
class Post:
    """A trading post, which gives a power for bonuses."""

    id: str
    needs: Amounts
    power: str


class Facts:
    """All that is printed, under one version of the rules."""

    def __init__(
        self,
        rules: int,
        cards: Iterable[Card],
        nobles: Iterable[Noble],
        cities: Iterable[City],
        posts: Iterable[Post],
    ) -> None:
        self.rules = rules
        self.cards, self.nobles = tuple(cards), tuple(nobles)
        self.cities, self.posts = tuple(cities), tuple(posts)
        self.card_of = {card.id: card for card in self.cards}
        self.noble_of = {noble.id: noble for noble in self.nobles}
        self.city_of = {city.id: city for city in self.cities}
        self.post_of = {post.id: post for post in self.posts}
        self.cards_of_level = {
            level: [card for card in self.cards if card.level == level] for level in LEVELS
        }
        self.least_points = min([POINTS_FOR_THE_END, *(city.points for city in self.cities)])
        """With fewer nobody begins the last round."""
        self.tiles = list(dict.fromkeys(city.tile for city in self.cities))

    def faces(self, tile: str) -> list[City]:
        """Return the faces of a city tile, A first."""
        return [city for city in self.cities if city.tile == tile]


def make_card(card_id: str, level: int, colour: int, points: int, cost: Amounts) -> Card:
    """Return the card with those facts."""
    return Card(card_id, level, colour, points, cost, f"buy {card_id}", f"reserve {card_id}")


UNKNOWN = {
    level: make_card(UNKNOWN_ID, level, 0, 0, tuple((colour, _OUT_OF_REACH) for colour in GEMS))
    for level in LEVELS
}
"""By level, what stands for a card that is not known: too dear for anybody."""


def _cards() -> Iterable[Card]:
    for row in rows(__package__, "cards.csv"):
        yield make_card(
            row["id"],
            int(row["level"]),
            COLOUR_OF[row["color"]],
            int(row["points"]),
            amounts(row, GEM_NAMES),
        )


def _nobles() -> Iterable[Noble]:
    for row in rows(__package__, "nobles.csv"):
        yield Noble(row["id"], int(row["points"]), amounts(row, GEM_NAMES), row["box"])


def _cities() -> Iterable[City]:
    for row in rows(__package__, "cities.csv"):
        needs = amounts(row, GEM_NAMES)
        named = [colour for colour, _ in needs]
        free = tuple(colour for colour in GEMS if colour not in named)
        yield City(row["id"], row["tile"], int(row["points"]), needs, int(row["any_same"]), free)


def _posts() -> Iterable[Post]:
    for row in rows(__package__, "posts.csv"):
        yield Post(row["id"], amounts(row, GEM_NAMES), row["power"])


RULES_1 = Facts(1, _cards(), _nobles(), _cities(), _posts())
