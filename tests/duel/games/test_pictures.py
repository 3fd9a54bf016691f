"""Small pictures of where games stand, and the examples that newcomers are shown."""

import random
import re

import pytest
from django.utils import translation

from duel.games.examples import example_names, example_sheet, example_view
from duel.games.registry import PRESENTATIONS, presentation_of
from duel.words.terms import Terms
from engine.games import find_game

MOST_BYTES = 3 * 1024
TABLES = [
    Terms(game="duel"),
    Terms(game="splendor", seats=2),
    Terms(game="splendor", seats=4),
    Terms(game="splendor", seats=4, options=frozenset({"cities", "posts"})),
]
NAMES = ("Ada", "Bruno & <b>Co</b>", "Clara", "A name of no less than forty characters…")


def pictures(terms: Terms, number: int) -> list[str]:
    """Pictures along a game of random moves: for each seat and a spectator, every few turns."""
    game, chance = find_game(terms.game, terms.rules), random.Random(number)
    position = game.new(chance.randbytes(32), seats=terms.seats, options=terms.options)
    names = NAMES[: terms.seats]
    drawn: list[str] = []
    for ply in range(400):
        if ply % 20 == 0:
            drawn += [
                presentation_of(terms).picture(game.view(position, seat), seat, names)
                for seat in (None, *range(terms.seats))
            ]
        if not (moves := game.legal(position)):
            break
        buys = [move for move in moves if move.startswith("buy")]
        game.play(position, chance.choice(buys or moves))
    return [str(each) for each in drawn]


@pytest.mark.parametrize("terms", TABLES, ids=lambda terms: f"{terms.game}-{terms.seats}")
@pytest.mark.parametrize("language", ["en", "fr", "it"])
def test_a_picture_is_small_and_plain(terms: Terms, language: str) -> None:
    with translation.override(language):
        drawn = pictures(terms, 7)
    assert len(drawn) > 10
    for picture in drawn:
        assert len(picture.encode()) <= MOST_BYTES
        assert not re.search(r"<(a|button|script|style|form)\b|\sstyle=|\son\w+=", picture)
        assert "<b>" not in picture, "A name is text, whatever is in it."


@pytest.mark.parametrize("terms", TABLES, ids=lambda terms: f"{terms.game}-{terms.seats}")
def test_everybody_stands_in_a_picture_and_the_reader_first(terms: Terms) -> None:
    game = find_game(terms.game, terms.rules)
    position = game.new(bytes(32), seats=terms.seats, options=terms.options)
    for seat in range(terms.seats):
        view = game.view(position, seat)
        picture = presentation_of(terms).picture(view, seat, NAMES[: terms.seats])
        rows = re.findall(r'<th scope="row">(.*?)</th>', picture)
        assert len(rows) == terms.seats
        assert rows[0] == "You"


def test_a_bar_is_never_longer_than_its_goal() -> None:
    far = [
        re.findall(r'viewBox="0 0 (\d+) 1".*?M0 0h(\d+)v', text) for text in pictures(TABLES[0], 3)
    ]
    bars = [(int(full), int(goal)) for each in far for goal, full in each]
    assert max(full for full, _ in bars) > 0
    assert all(full <= goal for full, goal in bars)


@pytest.mark.parametrize("name", sorted({name for name, _ in PRESENTATIONS}))
def test_an_example_is_a_game_in_its_middle_in_which_the_first_is_to_move(name: str) -> None:
    view = example_view(name)
    assert view["to_move"] == 0
    assert len(example_names(name)) == len(view["players"])
    assert [*example_sheet(name).moves]
    assert presentation_of(Terms(game=name)).picture(view, None, example_names(name))
