"""What a course has come to, and a move in it that can be taken back."""

from typing import Any

from engine.course import Course
from tests.engine.bookkeeper import Bookkeeper

TAKES = ("take", "token", "steal", "discard", "royal", "replenish")


def texts(course: Course) -> list[str]:
    return [move.text for move in course.standing_moves()]


def dumped(course: Course) -> dict[str, Any]:
    return course.game.dump(course.position)


def dumped_at(book: Bookkeeper, ply: int) -> dict[str, Any]:
    return book.game.dump(book.course.position_at(ply))


def replayed(book: Bookkeeper) -> Course:
    return Course.replay(book.game, book.seed, book.header, book.entries)


def quiet_move(book: Bookkeeper) -> tuple[int, int]:
    """Play on until a move that showed nothing hidden; return whose it is and the ply before."""
    for _ in range(200):
        seat, ply = book.to_move, book.course.ply
        move = next(m for m in book.game.legal(book.course.position) if m.startswith(TAKES))
        hides = not book.game.step(book.course.position, move).reveals
        book.play(move)
        if hides:
            return seat, ply
    raise AssertionError("no quiet move in two hundred")
