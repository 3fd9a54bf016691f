"""What a program thinks of a game: for each step, the same each time, and only of what is open."""

from dataclasses import replace

import pytest

from duel.errors import NotOpenYet
from duel.table.analysis import advice_at, chances_in
from duel.table.replay import Replay
from tests.duel.table.test_replay import of_file


@pytest.fixture(params=["golden-000", "splendor-068", "splendor-deserted"])
def replay(request: pytest.FixtureRequest) -> Replay:
    return of_file(request.param)


def test_the_chances_of_all_seats_are_told_for_each_step(replay: Replay) -> None:
    told = chances_in(replay)
    assert len(told) == len(replay.plies)
    for shares in told:
        assert len(shares) == len(replay.names)
        assert sum(shares) == 1000
        assert min(shares) >= 0
    outcome = replay.course.game.outcome(replay.course.position)
    if outcome is not None:
        assert [seat for seat, share in enumerate(told[-1]) if share] == [*outcome.winners]


def test_what_is_advised_could_have_been_played(replay: Replay) -> None:
    course = replay.course
    played = {made.ply: made.text for made in course.line()}
    for ply in replay.plies[3:-1:23]:
        advice = advice_at(replay, ply)
        position = course.position_at(ply)
        assert advice.seat == position.to_move
        assert advice.move in course.game.legal(position)
        assert advice.words
        following = min(each for each in replay.plies if each > ply)
        assert advice.is_played == (played[following] == advice.move)
        assert advice_at(replay, ply) == advice


def test_what_only_one_move_can_do_is_advised_and_was_played() -> None:
    replay = of_file("splendor-068")
    course, plies = replay.course, replay.plies
    forced = [ply for ply in plies[:-1] if len(course.game.legal(course.position_at(ply))) == 1]
    assert forced
    assert all(advice_at(replay, ply).is_played for ply in forced[:3])


def test_where_the_game_has_ended_nobody_is_advised() -> None:
    replay = of_file("golden-000")
    assert advice_at(replay, 10**6).seat is None


def test_nothing_is_said_while_anything_is_hidden(replay: Replay) -> None:
    closed = replace(replay, secret=None)
    with pytest.raises(NotOpenYet):
        chances_in(closed)
    with pytest.raises(NotOpenYet):
        advice_at(closed, 3)
