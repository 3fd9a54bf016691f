"""What is taken back or rolled back, and what stands then."""

import json

import pytest

from engine.course import Course
from engine.errors import Illegal
from engine.fairness import seed_of
from engine.games import find_game
from engine.record import canonical_hash
from tests.engine.bookkeeper import PLAYERS, Bookkeeper
from tests.engine.courses import dumped, dumped_at, quiet_move, texts
from tests.engine.golden.make import FOLDER


def test_an_undo_restores_the_position_before_and_ply_goes_on(book: Bookkeeper) -> None:
    book.play_on(6)
    seat, ply = quiet_move(book)
    before, stood = dumped_at(book, ply), texts(book.course)[:-1]
    entry = book.write("undo", seat, str(ply))
    assert dumped(book.course) == before
    assert entry.state_hash == canonical_hash(before)
    assert texts(book.course) == stood
    assert book.course.ply == ply + 2


def test_an_undo_goes_back_within_the_last_turn_only(book: Bookkeeper) -> None:
    seat, ply = quiet_move(book)
    quiet_move(book)
    with pytest.raises(Illegal, match="moves of its own"):
        book.write("undo", seat, str(ply))


def test_an_extra_turn_is_undone_without_the_turn_that_gave_it() -> None:
    file = json.loads(FOLDER.joinpath("golden-220.json").read_bytes())
    moves = [entry["text"] for entry in file["entries"][:63]]
    assert moves[-2:] == ["buy D1-03 gold green", "take c3"]
    seed = seed_of(bytes.fromhex(file["secret"]), file["nonces"])
    course = Course(find_game("duel"), seed)
    for move in moves:
        seat = course.position.to_move
        course.follow("move", seat, PLAYERS[seat], move)
    course.check_undo(seat, 62)
    with pytest.raises(Illegal, match="Only the last turn"):
        course.check_undo(seat, 61)


def test_a_move_that_showed_something_hidden_stays(book: Bookkeeper) -> None:
    seat, ply = book.to_move, book.course.ply
    reserve = next(m for m in book.game.legal(book.course.position) if m.startswith("reserve"))
    book.play(reserve)
    with pytest.raises(Illegal, match="hidden"):
        book.write("undo", seat, str(ply))


@pytest.mark.parametrize("ply", ["99", "1"])
def test_an_undo_needs_something_to_take_back(book: Bookkeeper, ply: str) -> None:
    book.play_on(1)
    with pytest.raises(Illegal):
        book.write("undo", 1 - book.to_move, ply)
    with pytest.raises(Illegal):
        book.write("undo", book.to_move, ply)


def test_nobody_takes_back_a_foreign_move(book: Bookkeeper) -> None:
    seat, ply = quiet_move(book)
    with pytest.raises(Illegal, match="moves of its own"):
        book.write("undo", 1 - seat, str(ply))


def test_a_ply_stays_what_it_was_after_several_undos(book: Bookkeeper) -> None:
    seat, ply = quiet_move(book)
    book.write("undo", seat, str(ply))
    seat, again = quiet_move(book)
    assert again == ply + 2
    book.write("undo", seat, str(ply))
    assert dumped(book.course) == dumped_at(book, ply) == dumped_at(book, ply + 2)
    assert book.course.ply == ply + 4


def test_the_example_of_the_module_holds(book: Bookkeeper) -> None:
    book.play_on(3)
    with pytest.raises(Illegal):
        book.decide("rollback", "3")
    book.decide("rollback", "1")
    book.play_on(1)
    assert [move.ply for move in book.course.standing_moves()] == [1, 5]
    book.decide("rollback", "3")
    assert [move.ply for move in book.course.standing_moves()] == [1, 2, 3]
    book.decide("rollback", "5")
    assert [move.ply for move in book.course.standing_moves()] == [1, 5]
    assert dumped(book.course) == dumped_at(book, 5)
    assert book.course.ply == 7


def test_a_rollback_crosses_turns_and_revelations(book: Bookkeeper) -> None:
    start = dumped(book.course)
    book.play_on(20)
    book.decide("rollback", "0")
    assert dumped(book.course) == start
    assert texts(book.course) == []


def test_a_rollback_needs_a_ply_that_was_reached(book: Bookkeeper) -> None:
    book.play_on(2)
    with pytest.raises(Illegal, match="no ply 3"):
        book.decide("rollback", "3")


def test_a_rollback_opens_a_game_that_was_ended(book: Bookkeeper) -> None:
    book.play_on(5)
    book.write("resign", 0)
    book.decide("rollback", "3")
    assert book.course.outcome is None
    book.play_on(1)


def test_the_moves_that_stood_at_a_ply_are_known_for_ever(book: Bookkeeper) -> None:
    book.play_on(3)
    book.decide("rollback", "1")
    book.play_on(1)
    assert [move.ply for move in book.course.standing_moves()] == [1, 5]
    assert [move.ply for move in book.course.standing_moves(3)] == [1, 2, 3]
    assert book.course.standing_moves(0) == []
    with pytest.raises(Illegal):
        book.course.standing_moves(6)
