"""How a game stands, in sentences: players, tiles, and how near the end is."""

import re
from typing import Any

import pytest
from django.utils.translation import override

from duel.games.splendor.standing import TableStanding
from engine.splendor import GAME
from engine.splendor.facts import RULES_1
from tests.duel.games.splendor.games import (
    MODULES,
    NAMES,
    SEED,
    SPLENDOR,
    sheet_of,
    steps,
    table,
)

FIRST = GAME.new(SEED, seats=4).first
POINTS = ["S3-04", "S3-08", "S3-12"]
"""Cards of five points each."""


def order_of(*offsets: int) -> list[int]:
    """The seats so many places after the first."""
    return [(FIRST + offset) % 4 for offset in offsets]


def told(seat: int, **laid: Any) -> TableStanding:
    return sheet_of(table(**laid), seat).standing


def test_all_players_are_told_the_reader_first_then_in_the_order_of_play() -> None:
    standing = told(2, options=MODULES)
    assert [player.name for player in standing.players] == ["Olga", "Eve", "Ada", "Bruno"]
    assert standing.players[0].distances == "You: 0 points."
    assert standing.bank == ("In the bank: 7 white, 7 blue, 7 green, 7 red, 7 black, 5 gold.")


def test_what_a_player_has_is_told() -> None:
    player = {
        "tokens": {"red": 2, "gold": 1},
        "cards": ["S1-08", "S1-01", "S2-30", "S1-39"],
        "reserved": [{"id": "S3-01", "from": "deck"}, {"id": "S1-16", "from": "market"}],
        "posts": ["T2"],
    }
    bruno = told(0, options=("posts",), players={1: player}).players[1]
    assert bruno.distances == "Bruno: 4 points of 15."
    assert bruno.belongings == (
        "2 red, 1 gold: 3 tokens.",
        "Cards: 2 white (1 point), 2 black (3 points).",
        "Reserved: a hidden card of level 3; blue, 1 point (4 red, 1 missing).",
        "Trading posts: token after a pair.",
    )


def test_how_far_each_player_is_from_each_noble() -> None:
    whites = ["S1-01", "S1-02", "S1-03", "S1-04"]
    nobles = ["N-01", "N-02", "N-03", "N-04", "N-05"]
    standing = told(0, nobles=nobles, players={0: {"cards": whites}})
    assert standing.tiles.nobles[0].line == (
        "4 white, 4 blue (missing: you 4, Bruno 8, Olga 8, Eve 8)"
    )
    assert not standing.tiles.posts
    assert not standing.tiles.cities


def test_how_far_each_player_is_from_each_post_and_who_has_it() -> None:
    whites = {"cards": ["S1-01", "S1-02"], "posts": ["T2"]}
    standing = told(0, options=("posts",), players={0: dict(whites), 1: {"cards": ["S1-03"]}})
    assert standing.tiles.posts[1].line == (
        "token after a pair (2 white): after taking two of one colour, take a token of another "
        "colour, not gold (missing: Bruno 1, Olga 2, Eve 2; won by you)"
    )
    assert len(standing.tiles.posts) == 5


def test_how_far_each_player_is_from_each_city() -> None:
    cards = ["S1-01", "S1-02", "S1-03", "S1-04", "S1-09", "S1-10", "S1-11", *POINTS[:2]]
    standing = told(
        0, options=("cities",), cities=["C5A", "C6A", "C2B"], players={1: {"cards": cards}}
    )
    lines = [tile.line for tile in standing.tiles.cities]
    assert lines[0].startswith("Samarkand: 14 points, 4 white, 4 of one other colour (missing: ")
    assert "you 14 points and 8 cards; Bruno 4 points;" in lines[0]
    assert lines[1].startswith("Seoul: 15 points, 5 of one colour (missing: ")
    assert lines[2].startswith("Krakow: 17 points (missing: you 17 points; ")


@pytest.mark.parametrize(
    ("language", "names"),
    [
        ("en", "Amboise Krakow Delhi Madrid Samarkand Seoul Timbuktu"),
        ("fr", "Amboise Cracovie Delhi Madrid Samarcande Séoul Tombouctou"),
        ("it", "Amboise Cracovia Delhi Madrid Samarcanda Seul Timbuctù"),
    ],
)
def test_cities_are_called_as_the_language_calls_them(language: str, names: str) -> None:
    printed = SPLENDOR.printed
    with override(language):
        assert [printed.city_name(f"C{tile}A") for tile in range(1, 8)] == names.split()


def test_cities_that_are_met_lack_nothing() -> None:
    whites = ["S1-01", "S1-02", "S1-03", "S1-04"]
    standing = told(
        1, options=("cities",), cities=["C7B", "C6A", "C2B"], players={1: {"cards": whites}}
    )
    assert "(missing: you 13 points and 3 cards; Olga" in standing.tiles.cities[0].line
    hand = sheet_of(table(options=("cities",)), 0)
    assert "nothing" not in hand.standing.tiles.cities[0].line


def test_the_figures_are_those_of_the_engine() -> None:
    for position, _, _ in steps(4, options=MODULES):
        figures = GAME.standing(position)["players"]
        for player in SPLENDOR.spectator_view(GAME.view(position, None), NAMES).standing.players:
            assert figures[player.seat] == {"points": player.points, "cards": player.card_count}


def last_round(seat: int, turn: int, **laid: Any) -> str:
    """What that seat is told of a last round that the first of the round began."""
    players = {FIRST: {"cards": [*POINTS]}}
    return told(seat, turn=turn, last_round=True, players=players, **laid).last_round


def test_the_last_round_says_who_began_it_and_whose_turns_are_left() -> None:
    first, second, third, fourth = order_of(0, 1, 2, 3)
    began = f"{NAMES[first]} began the last round with 15 points or more."
    assert last_round(third, 3) == f"{began} This is your last turn."
    assert last_round(fourth, 3) == f"{began} You have one more turn."
    assert last_round(second, 3) == f"{began} You have had your last turn."
    assert last_round(first, 3) == (
        "You began the last round: you have 15 points or more. You have had your last turn."
    )


def test_nothing_is_said_of_the_last_round_before_it() -> None:
    assert told(0).last_round == ""


def test_who_began_the_last_round_is_who_did_so_in_whole_games() -> None:
    seen = 0
    for options in ((), MODULES):
        for number in range(6):
            began = None
            for position, _, step in steps(number, seats=2 + number % 3, options=options):
                if began is not None and position.to_move is not None:
                    said = SPLENDOR.spectator_view(
                        GAME.view(position, None), NAMES
                    ).standing.last_round
                    assert said.startswith(f"{NAMES[began]} began the last round")
                    seen += 1
                for event in step.events:
                    if event["kind"] == "last_round":
                        began = event["seat"]
    assert seen


def test_who_has_left_is_told_with_what_stays_and_is_far_from_nothing() -> None:
    position = table(players={1: {"cards": ["S1-01"], "tokens": {"red": 2}}})
    after = GAME.retire(position, 1).position
    standing = sheet_of(after, 0).standing
    bruno = next(player for player in standing.players if player.name == "Bruno")
    assert bruno.is_out
    assert bruno.distances == "Bruno has left the game."
    assert bruno.belongings == ("Cards: 1 white.",)
    assert "Bruno" not in standing.tiles.nobles[0].line


def test_every_post_and_every_city_is_known_in_words() -> None:
    for post in RULES_1.posts:
        assert SPLENDOR.printed.post(post.id)
    for city in RULES_1.cities:
        assert SPLENDOR.printed.city(city.id)


def test_operators_see_the_table_and_on_request_what_is_hidden() -> None:
    reserved = [{"id": "S3-01", "from": "deck"}]
    position = table(players={0: {"reserved": reserved}})
    view = GAME.view(position, None)
    text = SPLENDOR.text(view, NAMES)
    assert "a hidden card of level 3" in text
    slots = re.findall(r"^([123])\.[1-4]  ", text, re.MULTILINE)
    assert [slots.count(level) for level in "321"] == [4, 4, 4]
    hidden = SPLENDOR.hidden(GAME.dump(position), view, NAMES)
    assert hidden.reserved[0][1][0].words == SPLENDOR.printed.card("S3-01")
