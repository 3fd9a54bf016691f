"""Letters and pages of a game of four with both modules."""

import random

import pytest
from django.test import Client

from accounts.models import User
from duel.letters.context import letter_context
from duel.letters.turns import turn_draft
from duel.models import Game
from duel.perspective.perspective import log_behind, perspective_of_game
from duel.record.log import read_log
from engine.splendor import GAME
from mail.registry import Draft
from tests.duel.games.splendor.games import ID, MODULES, SEED, table
from tests.duel.letter_links import board_address
from tests.duel.letters.outbox import mover, read
from tests.duel.pages import told_to_people
from tests.duel.tables import play_all
from tests.duel.toy.table import begin_of_three as begin_of_several

pytestmark = pytest.mark.words

LIMIT = 100_000
"""Bytes of both parts of a letter."""


def begun(*players: User, **terms: object) -> Game:
    """A game of Splendor between all of them, with both modules."""
    first, *others = players
    wanted = {"game": "splendor", "seats": len(players), "options": frozenset(MODULES)}
    return begin_of_several(first, *others, **(wanted | terms))


def played(game: Game, plies: int) -> Game:
    """The game after so many moves of people who like to buy, and the rest of a turn."""
    chance = random.Random(5)
    course = read_log(game).course
    position = course.game.copy(course.position)
    moves: list[str] = []
    while len(moves) < plies or position.phase != "action":
        legal = course.game.legal(position)
        buys = [move for move in legal if move.startswith("buy")]
        moves.append(chance.choice(buys or legal))
        course.game.play(position, moves[-1])
    play_all(game, moves)
    game.refresh_from_db()
    return game


@pytest.fixture
def game(ada: User, bruno: User, olga: User, eve: User) -> Game:
    """A game of four with both modules, just begun."""
    return begun(ada, bruno, olga, eve)


def longest_letter(game: Game) -> Draft:
    """The letter of whoever has a gem of each colour, all the gold, and nobody has bought much."""
    first = GAME.new(SEED, seats=4).first
    reserved = [{"id": card, "from": "deck"} for card in ("S1-14", "S1-19", "S1-22")]
    gems = dict.fromkeys(("white", "blue", "green", "red", "black"), 1)
    position = table(
        options=MODULES,
        market={
            "1": ["S1-38", "S1-36", "S1-29", "S1-28"],
            "2": ["S2-28", "S2-25", "S2-22", "S2-19"],
            "3": ["S3-20", "S3-19", "S3-18", "S3-17"],
        },
        players={first: {"tokens": {**gems, "gold": 5}, "reserved": reserved}},
    )
    ctx = letter_context(perspective_of_game(game.pk, first))
    assert ctx is not None
    log_behind(ctx.perspective).course.position = position
    assert len(GAME.legal(position)) > 130
    return turn_draft("your_turn", ctx)


@pytest.mark.parametrize("language", ["en", "fr", "it"])
def test_the_longest_letter_is_not_too_large(game: Game, language: str) -> None:
    User.objects.update(language=language)
    draft = longest_letter(game)
    assert 20_000 < len(draft.text.encode()) + len(draft.html.encode()) < LIMIT
    assert all(len(line) <= 78 for line in draft.text.splitlines())


def test_no_id_reaches_who_reads_a_letter_or_a_page(game: Game) -> None:
    played(game, 60)
    reader = mover(game)
    draft = read(game, reader)
    page = Client().get(board_address(game, game.seats.get(user=reader))).content.decode()
    page = told_to_people(page)
    words = " ".join(word for word in f"{draft.text} {page}".split() if "/" not in word)
    assert not ID.search(words)


def test_letter_and_page_tell_the_same(game: Game) -> None:
    played(game, 30)
    reader = mover(game)
    draft = read(game, reader)
    page = Client().get(board_address(game, game.seats.get(user=reader))).content.decode()
    for words in ("Trading posts, for these cards", "Cities, for these points and cards"):
        assert words.upper() in draft.text
        assert words in draft.html
        assert words in page
