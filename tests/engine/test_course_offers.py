"""What players offer each other, and what becomes of it."""

import pytest

from engine.errors import Illegal
from tests.engine.bookkeeper import Bookkeeper
from tests.engine.courses import quiet_move


def test_a_game_is_cancelled_once_it_was_agreed(book: Bookkeeper) -> None:
    with pytest.raises(Illegal):
        book.write("cancel", text="agreed")
    book.write("offer", 0, "cancel")
    assert book.course.offers == {"cancel": 0}
    with pytest.raises(Illegal):
        book.write("cancel", text="agreed")
    with pytest.raises(Illegal):
        book.write("accept", 0, "cancel")
    book.write("accept", 1, "cancel")
    book.write("cancel", text="agreed")
    assert book.course.result == {"winners": [], "by": ["cancel"]}


def test_what_was_agreed_must_follow_at_once(book: Bookkeeper) -> None:
    book.write("offer", 0, "cancel")
    book.write("accept", 1, "cancel")
    book.play_on(1)
    with pytest.raises(Illegal):
        book.write("cancel", text="agreed")


@pytest.mark.parametrize(("kind", "seat"), [("decline", 1), ("withdraw", 0)])
def test_an_offer_is_declined_by_the_other_and_withdrawn_by_its_maker(
    book: Bookkeeper, kind: str, seat: int
) -> None:
    book.write("offer", 0, "time 3600")
    with pytest.raises(Illegal):
        book.write(kind, 1 - seat, "time 3600")
    with pytest.raises(Illegal):
        book.write("offer", 1, "time 3600")
    book.write(kind, seat, "time 3600")
    assert book.course.offers == {}
    with pytest.raises(Illegal):
        book.write(kind, seat, "time 3600")


def test_an_undo_can_be_offered_only_where_it_is_possible(book: Bookkeeper) -> None:
    seat, ply = quiet_move(book)
    with pytest.raises(Illegal):
        book.write("offer", 1 - seat, f"undo {ply}")
    book.write("offer", seat, f"undo {ply}")
    book.write("accept", 1 - seat, f"undo {ply}")
    book.write("undo", seat, str(ply))


def test_the_offer_of_an_undo_lapses_with_the_next_move(book: Bookkeeper) -> None:
    seat, ply = quiet_move(book)
    book.write("offer", seat, f"undo {ply}")
    book.write("offer", seat, "cancel")
    book.play_on(1)
    assert book.course.offers == {"cancel": seat}
    book.decide("rollback", "0")
    assert book.course.offers == {}
