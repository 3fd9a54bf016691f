"""A seat that leaves a game of three or four: it is out, it ends the game, or it is vacant."""

import pytest

from engine.course import Course
from engine.errors import Illegal, Unreadable
from tests.engine.counting import COUNTING

WHO = ("pA", "pB", "pC", "pD")


def course_of(seats: int) -> Course:
    return Course(COUNTING, bytes(32), seats=seats)


@pytest.fixture
def three() -> Course:
    return course_of(3)


@pytest.fixture
def four() -> Course:
    return course_of(4)


def say(course: Course, *moves: str) -> None:
    """Let whoever is to move say these, one after another."""
    for move in moves:
        seat = course.position.to_move
        assert seat is not None
        course.follow("move", seat, WHO[seat], move)


def leave(course: Course, seat: int, text: str = "out", *, by: str | None = None) -> None:
    course.follow("retire", seat, by, text)


def test_the_others_play_on_without_a_seat_that_is_out(three: Course) -> None:
    say(three, "one")
    leave(three, 1, by="pB")
    assert (three.ply, three.position.to_move, three.outcome) == (2, 2, None)
    assert (three.left, three.playing) == ({1}, [0, 2])
    say(three, "one", "one", "one")
    assert [move.seat for move in three.standing_moves()] == [0, 2, 0, 2]


def test_the_turn_of_another_goes_on_as_it_was(three: Course) -> None:
    say(three, "two")
    three.follow("flag", 0, None, "")
    leave(three, 2)
    assert (three.position.to_move, three.position.phase, three.flagged) == (0, "nod", 0)
    leave(three, 0, by="pB")
    assert three.flagged is None


def test_who_is_left_alone_wins(three: Course) -> None:
    leave(three, 0)
    leave(three, 2)
    assert three.result == {"winners": [1], "by": ["retire"]}
    assert not three.ended_over_the_board
    with pytest.raises(Illegal):
        leave(three, 1)


def test_an_operator_goes_back_behind_it_and_the_seat_is_there_again(three: Course) -> None:
    say(three, "one", "one")
    leave(three, 0)
    leave(three, 2)
    three.follow("rollback", None, "o", "2")
    assert (three.ply, three.outcome, three.playing) == (5, None, [0, 1, 2])
    say(three, "one")
    three.follow("rollback", None, "o", "3")
    assert three.playing == [1, 2]
    assert three.position == three.position_at(3)


def test_nobody_takes_back_what_came_before_it(three: Course) -> None:
    say(three, "one", "two")
    leave(three, 2)
    with pytest.raises(Illegal):
        three.follow("undo", 1, "pB", "1")
    with pytest.raises(Illegal):
        three.start_of_last_turn(1)
    say(three, "nod")
    assert three.start_of_last_turn(1) == 3
    three.follow("undo", 1, "pB", "3")
    assert three.position == three.position_at(3)


@pytest.mark.parametrize("text", ["out", "open", "bot"])
@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ("move", "one"),
        ("proxy", "one"),
        ("undo", "0"),
        ("offer", "cancel"),
        ("accept", "cancel"),
        ("decline", "cancel"),
        ("resign", ""),
        ("timeout", ""),
        ("flag", ""),
        ("claim", ""),
        ("extend", "60"),
        ("retire", "open"),
        ("retire", "score"),
    ],
)
def test_who_has_left_can_do_nothing_and_nothing_is_done_to_them(
    four: Course, text: str, kind: str, said: str
) -> None:
    four.follow("offer", 1, "pB", "cancel")
    leave(four, 0, text)
    with pytest.raises(Illegal):
        four.follow(kind, 0, "pA", said)
    for note in ("vacation", "bounce"):  # these are about a clock, and may have to end
        four.follow(note, 0, None, "end")


def test_the_game_is_scored_among_those_who_play(four: Course) -> None:
    say(four, "two", "nod", "one", "one", "peek")
    leave(four, 0)
    assert four.position.totals == (2, 1, 1, 0)
    leave(four, 3, "score")
    assert four.result == {"winners": [1, 2], "by": ["score"]}
    assert four.ply == 6
    four.follow("reopen", None, "o", "")
    assert (four.outcome, four.playing) == (None, [1, 2, 3])


def test_a_seat_that_is_open_stops_the_clocks_until_somebody_takes_it(four: Course) -> None:
    four.follow("flag", 0, None, "")
    leave(four, 2, "open")
    assert (four.ply, four.vacant, four.playing) == (0, {2}, [0, 1, 3])
    with pytest.raises(Illegal):
        four.follow("claim", 1, "pB", "")
    with pytest.raises(Illegal):
        four.follow("timeout", 0, None, "")
    say(four, "one", "one")
    four.follow("replace", 2, None, "pN")
    assert (four.vacant, four.playing) == (set(), [0, 1, 2, 3])
    four.follow("move", 2, "pN", "one")


def test_it_goes_out_if_nobody_comes(four: Course) -> None:
    leave(four, 0, "open", by="pA")
    leave(four, 0, "out")
    assert (four.vacant, four.left, four.position.to_move) == (set(), {0}, 1)
    with pytest.raises(Illegal):
        four.follow("replace", 0, None, "pN")


def test_no_rollback_fills_a_seat(four: Course) -> None:
    say(four, "one")
    leave(four, 1)
    four.follow("rollback", None, "o", "1")
    leave(four, 1, "open")
    four.follow("rollback", None, "o", "0")
    assert four.vacant == {1}
    four.follow("rollback", None, "o", "2")  # where it was out
    assert (four.vacant, four.left) == (set(), {1})


def test_a_seat_waits_for_somebody_only_while_two_others_play(three: Course) -> None:
    leave(three, 0, "open")
    with pytest.raises(Illegal):
        leave(three, 1, "open")
    leave(three, 1, "out")
    assert three.outcome is None


def test_nobody_is_ranked_where_all_others_have_left(three: Course) -> None:
    leave(three, 1, "open")
    leave(three, 2, "out")
    with pytest.raises(Illegal):
        leave(three, 0, "score")
    assert (three.outcome, three.playing) == (None, [0])


def test_only_those_who_play_are_asked_to_agree(four: Course) -> None:
    four.follow("offer", 0, "pA", "cancel")
    leave(four, 3)
    assert four.offers == {}
    four.follow("offer", 0, "pA", "cancel")
    four.follow("accept", 1, "pB", "cancel")
    four.follow("accept", 2, "pC", "cancel")
    four.follow("cancel", None, None, "agreed")
    assert four.result == {"winners": [], "by": ["cancel"]}


def test_who_comes_new_is_asked_anew(four: Course) -> None:
    leave(four, 3, "open")
    four.follow("offer", 0, "pA", "cancel")
    four.follow("replace", 3, None, "pN")
    assert four.offers == {}


def test_an_end_of_before_lets_those_win_who_play(four: Course) -> None:
    leave(four, 3)
    four.follow("resign", 0, "pA", "")
    assert four.result == {"winners": [1, 2], "by": ["resign"]}


def test_nobody_leaves_a_game_of_two_so() -> None:
    two = course_of(2)
    for text in ("out", "score", "open", "bot"):
        with pytest.raises(Illegal):
            leave(two, 0, text)


def test_a_bot_takes_the_seat_and_plays_on(three: Course) -> None:
    say(three, "one")
    leave(three, 1, "bot", by="pB")
    assert (three.ply, three.left, three.outcome) == (1, {1}, None)
    with pytest.raises(Illegal):
        three.follow("move", 1, "pB", "one")

    three.follow("replace", 1, None, "pBot")

    assert (three.playing, three.position.to_move) == ([0, 1, 2], 1)
    with pytest.raises(Illegal):  # whoever has left has no more part in it
        three.follow("move", 1, "pB", "one")
    three.follow("move", 1, "pBot", "one")
    assert [move.seat for move in three.standing_moves()] == [0, 1]


def test_a_bot_plays_on_with_the_last_of_them_but_not_alone(three: Course) -> None:
    leave(three, 0)
    leave(three, 1, "bot")
    with pytest.raises(Illegal):
        leave(three, 2, "bot")
    three.follow("replace", 1, None, "pBot")
    leave(three, 2, "bot")


def test_no_other_word_says_what_becomes_of_a_seat(three: Course) -> None:
    with pytest.raises(Unreadable):
        leave(three, 0, "somehow")
