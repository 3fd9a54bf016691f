"""What a player has seen in their own moves and no view tells any more."""

import random
import re
from types import SimpleNamespace
from typing import Any

import pytest

from duel.games.stories import reminders_for
from duel.words.terms import Terms
from engine.course import Course
from engine.kinds import Kind
from engine.splendor import GAME
from tests.duel.games.splendor.games import SPLENDOR, steps

TERMS = Terms(game="splendor", seats=4)
NUMBER = 5
"""Of a random game in which somebody puts a card under a deck."""


def log_after_a_keep(number: int) -> Any:
    """The log of a random game up to a card that somebody has just put under a deck."""
    course = Course(GAME, random.Random(number).randbytes(32), seats=4, options=("posts",))
    for position, move, _ in steps(number):
        course.follow(Kind.MOVE, position.to_move, f"person-{position.to_move}", move)
        if move.startswith("keep "):
            return SimpleNamespace(course=course), position.to_move
    pytest.fail("Nobody puts a card under a deck in this game.")


def told(log: Any, seat: int) -> list[str]:
    return reminders_for(TERMS, GAME.view(log.course.position, seat), seat, lambda: log.course)


def test_only_who_put_a_card_under_a_deck_is_reminded_of_it() -> None:
    log, seat = log_after_a_keep(NUMBER)
    (said,) = told(log, seat)
    assert said.startswith("Under deck ")
    assert [told(log, other) for other in range(4) if other != seat] == [[], [], []]


def test_the_log_is_not_read_for_who_cannot_have_put_any_there() -> None:
    view = GAME.view(GAME.new(bytes(32), seats=4), 0)
    assert reminders_for(TERMS, view, 0, lambda: pytest.fail("The log was read.")) == []


def test_a_keep_that_was_rolled_back_is_forgotten() -> None:
    log, seat = log_after_a_keep(NUMBER)
    log.course.follow(Kind.ROLLBACK, None, "operator", str(log.course.ply - 1))
    assert told(log, seat) == []


def test_a_reminder_is_true_for_as_long_as_it_is_told() -> None:
    course = Course(GAME, random.Random(NUMBER).randbytes(32), seats=4, options=("posts",))
    log, told_of = SimpleNamespace(course=course), 0
    for position, move, _ in steps(NUMBER):
        course.follow(Kind.MOVE, position.to_move, f"person-{position.to_move}", move)
        for seat in range(4):
            for said in told(log, seat):
                level, place = map(int, re.findall(r"deck (\d) .* number (\d+) ", said)[0])
                card = GAME.dump(course.position)["decks"][str(level)][place - 1]
                assert f": {SPLENDOR.printed.card(card)}, " in said
                told_of += 1
    assert told_of
