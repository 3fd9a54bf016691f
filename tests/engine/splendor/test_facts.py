"""The printed facts, and facts of another version beside them."""

import json

import pytest

from engine.errors import BadPosition
from engine.games import GAMES, find_game
from engine.gems.pieces import GEM_NAMES
from engine.splendor import GAME
from engine.splendor.facts import RULES_1, Facts, Noble
from engine.splendor.game import Splendor

SEED = bytes(range(32))


def test_there_are_forty_thirty_and_twenty_cards() -> None:
    assert [len(RULES_1.cards_of_level[level]) for level in (1, 2, 3)] == [40, 30, 20]
    assert [card.id for card in RULES_1.cards] == sorted(RULES_1.card_of)


@pytest.mark.parametrize(
    ("level", "each", "points"), [(1, 8, {0, 1}), (2, 6, {1, 2, 3}), (3, 4, {3, 4, 5})]
)
def test_every_colour_has_as_many_cards_of_a_level(level: int, each: int, points: set[int]) -> None:
    cards = RULES_1.cards_of_level[level]
    for colour in range(5):
        assert sum(card.colour == colour for card in cards) == each
    assert {card.points for card in cards} == points


def test_every_card_costs_something_and_every_colour_is_asked_as_often() -> None:
    assert all(card.cost for card in RULES_1.cards)
    asked = dict.fromkeys(range(5), 0)
    for card in RULES_1.cards:
        for colour, amount in card.cost:
            asked[colour] += amount
    assert set(asked.values()) == {117}


def test_nobles_bring_three_points_for_eight_or_nine_bonuses() -> None:
    assert len(RULES_1.nobles) == 11
    for noble in RULES_1.nobles:
        assert noble.points == 3
        assert sorted(number for _, number in noble.needs) in ([4, 4], [3, 3, 3])
    assert [noble.id for noble in RULES_1.nobles if noble.box != "base"] == ["N-11"]


def test_seven_city_tiles_have_two_faces_each() -> None:
    assert len(RULES_1.cities) == 14
    assert [len(RULES_1.faces(tile)) for tile in RULES_1.tiles] == [2] * 7


def test_each_of_five_posts_has_a_power_of_its_own() -> None:
    assert len({post.power for post in RULES_1.posts}) == len(RULES_1.posts) == 5


def corrected() -> Splendor:
    """The same game with another price on one noble, as rules version 2."""
    nobles = [
        Noble("N-01", 3, ((0, 1),), "base") if noble.id == "N-01" else noble
        for noble in RULES_1.nobles
    ]
    return Splendor(Facts(2, RULES_1.cards, nobles, RULES_1.cities, RULES_1.posts))


def test_a_corrected_tile_is_played_as_a_new_version_beside_the_old_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(GAMES, ("splendor", 2), corrected())
    visitors = {}
    for rules in (1, 2):
        game = find_game("splendor", rules)
        seed = next(
            seed
            for seed in (bytes([number] * 32) for number in range(99))
            if "N-01" in game.dump(game.new(seed))["nobles"]
        )
        position = game.new(seed)
        for _ in range(200):
            legal = game.legal(position)
            if not legal or any(player.nobles for player in position.players):
                break
            buys = [move for move in legal if move.startswith("buy")]
            game.play(position, (buys or legal)[-1])
        data = json.loads(json.dumps(game.dump(position)))
        assert data["rules"] == rules
        assert game.dump(game.load(data)) == data
        visitors[rules] = [noble.id for player in position.players for noble in player.nobles]
    assert visitors[2] == ["N-01"]
    assert visitors[1] != ["N-01"]


def test_positions_of_one_version_are_none_of_the_other() -> None:
    new, old = corrected(), GAME
    assert new.legal(new.new(SEED)) == old.legal(old.new(SEED))
    with pytest.raises(BadPosition, match="rules must be the number 1"):
        old.load(new.dump(new.new(SEED)))


def test_colours_are_named_alike_in_both_games() -> None:
    assert GEM_NAMES == ("white", "blue", "green", "red", "black")


def test_each_version_reads_what_its_own_tiles_show() -> None:
    view = {**GAME.view(GAME.new(SEED), 0), "phase": "noble", "nobles": ["N-01", "N-02"]}
    legal = ["noble N-01", "noble N-02"]
    readings = [
        game.read(view, legal, game.parse_text("noble with 1 white").clauses[0]).move
        for game in (GAME, corrected())
    ]
    assert readings == [None, "noble N-01"]
