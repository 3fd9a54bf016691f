"""The card tables against sums known from the printed cards."""

from collections import Counter

import pytest

from engine.duel.facts import CARDS, PEARL, ROYALS, Card
from engine.gems.pieces import GEMS


def of_level(level: int) -> list[Card]:
    return [card for card in CARDS if card.level == level]


@pytest.mark.parametrize(
    ("level", "number", "points", "crowns"), [(1, 30, 11, 6), (2, 24, 37, 9), (3, 13, 44, 13)]
)
def test_number_points_and_crowns_by_level(
    level: int, number: int, points: int, crowns: int
) -> None:
    cards = of_level(level)
    assert len(cards) == number
    assert sum(card.points for card in cards) == points
    assert sum(card.crowns for card in cards) == crowns


def test_every_colour_has_the_same_cards() -> None:
    shapes = [
        Counter((c.level, c.bonus, c.points, c.crowns, c.ability) for c in CARDS if c.colour == gem)
        for gem in GEMS
    ]
    assert all(shape == shapes[0] for shape in shapes)
    assert shapes[0].total() == 11


def test_abilities_by_level() -> None:
    found = Counter((card.level, "wild" if card.wild else card.ability) for card in CARDS)
    assert {key: n for key, n in found.items() if key[1] != "none"} == {
        (1, "token"): 5,
        (1, "again"): 5,
        (1, "wild"): 4,
        (2, "steal"): 5,
        (2, "privilege"): 5,
        (2, "wild"): 3,
        (3, "wild"): 2,
    }
    assert [card.id for card in CARDS if card.wild and card.ability == "again"] == ["D3-12"]


def test_wild_and_colourless_cards_have_no_colour_of_their_own() -> None:
    for card in CARDS:
        assert (card.colour is None) == (card.wild or card.bonus == 0)
        assert card.bonus or card.ability == "none"


def test_no_card_asks_for_more_than_one_pearl_or_for_gold() -> None:
    for card in CARDS:
        asked = dict(card.cost)
        assert asked.get(PEARL, 0) <= 1
        assert max(asked) <= PEARL
        assert all(amount > 0 for amount in asked.values())


def test_the_royals() -> None:
    assert [(royal.id, royal.points, royal.ability) for royal in ROYALS] == [
        ("R-01", 2, "again"),
        ("R-02", 2, "privilege"),
        ("R-03", 2, "steal"),
        ("R-04", 3, "none"),
    ]


def test_no_card_with_a_crown_leaves_a_choice_or_gives_a_turn() -> None:
    """The engine tells from the position what is still to come; this is what it rests on."""
    assert {card.ability for card in CARDS if card.crowns} == {"none"}
    assert max(card.crowns for card in CARDS) == 3
