"""A course of more than two seats."""

import pytest

from engine.course import Course
from engine.errors import Illegal
from tests.engine.counting import COUNTING


@pytest.fixture
def three() -> Course:
    return Course(COUNTING, bytes(32), seats=3)


def test_when_one_of_three_leaves_the_others_win_together(three: Course) -> None:
    three.follow("move", 0, "pA", "one")
    three.follow("resign", 2, "pC", "")
    assert three.result == {"winners": [0, 1], "by": ["resign"]}
    three.follow("reopen", None, "o", "")
    three.follow("timeout", 1, None, "")
    assert three.result == {"winners": [0, 2], "by": ["timeout"]}


def test_an_offer_among_three_needs_both_others(three: Course) -> None:
    three.follow("offer", 1, "pB", "cancel")
    three.follow("accept", 0, "pA", "cancel")
    assert three.offers == {"cancel": 1}
    with pytest.raises(Illegal):
        three.follow("accept", 0, "pA", "cancel")
    with pytest.raises(Illegal):
        three.follow("cancel", None, None, "agreed")
    three.follow("accept", 2, "pC", "cancel")
    three.follow("cancel", None, None, "agreed")
    assert three.result == {"winners": [], "by": ["cancel"]}
