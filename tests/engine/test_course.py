"""Moves and persons in the course of a game, and its replay."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import BrokenRecord, EngineError, Illegal, Unreadable
from engine.kinds import FORMS, Kind, Seat
from engine.record import canonical_hash
from tests.engine.bookkeeper import OPERATOR, PLAYERS, Bookkeeper
from tests.engine.courses import dumped, dumped_at, replayed, texts


def test_moves_lead_from_position_to_position(book: Bookkeeper) -> None:
    position = book.game.new(book.seed)
    for ply in range(1, 30):
        move = book.game.legal(position)[-1]
        position = book.game.apply(position, move)
        book.play(move)
        assert book.course.ply == ply
        assert dumped(book.course) == book.game.dump(position)
        assert book.entries[-1].state_hash == canonical_hash(book.game.dump(position))


def test_only_the_seat_to_move_can_move(book: Bookkeeper) -> None:
    move = book.game.legal(book.course.position)[0]
    for kind in ("move", "proxy"):
        with pytest.raises(Illegal, match="is to move"):
            book.write(kind, 1 - book.to_move, move)


def test_the_game_itself_refuses_what_is_no_move(book: Bookkeeper) -> None:
    with pytest.raises(Unreadable):
        book.play("dance")
    with pytest.raises(Illegal):
        book.play("royal R-01")
    assert book.course.ply == 0


def test_an_operator_can_move_for_a_player_but_not_in_their_name(book: Bookkeeper) -> None:
    book.play_on(4)
    seat, move = book.to_move, book.game.legal(book.course.position)[0]
    with pytest.raises(Illegal, match="another person"):
        book.write("move", seat, move, person=OPERATOR)
    book.decide("proxy", move, seat=seat)
    assert book.course.ply == 5
    assert texts(book.course)[-1] == move


def test_a_replaced_player_can_no_longer_act(book: Bookkeeper) -> None:
    book.play_on(6)
    seat = book.to_move
    book.decide("replace", "pNew", seat=seat)
    with pytest.raises(Illegal, match="another person"):
        book.play_on(1)
    move = book.game.legal(book.course.position)[0]
    book.write("move", seat, move, person="pNew")
    assert book.course.persons[seat] == "pNew"


@pytest.mark.parametrize(
    ("kind", "seat", "person", "text"),
    [
        ("dance", 0, "p", ""),
        ("move", None, "p", "take a1"),
        ("move", 2, "p", "take a1"),
        ("move", -1, "p", "take a1"),
        ("move", 0, None, "take a1"),
        ("move", 0, "Ada Lovelace", "take a1"),
        ("move", 0, "p", ""),
        ("move", 0, "p", "take\na1"),
        ("undo", 0, "p", "01"),
        ("undo", 0, "p", "-1"),
        ("undo", 0, "p", "1" * 5000),
        ("rollback", 0, "o", "1"),
        ("offer", 0, "p", "peace"),
        ("offer", 0, "p", "time 0"),
        ("resign", 0, "p", "because"),
        ("award", None, "o", ""),
        ("cancel", None, "o", ""),
        ("extend", 0, "o", "1.5"),
        ("replace", 0, "o", "two words"),
        ("clock", 0, None, "tick"),
    ],
)
def test_an_entry_in_no_canonical_form_is_unreadable(
    book: Bookkeeper, kind: str, seat: int | None, person: str | None, text: str
) -> None:
    with pytest.raises(Unreadable):
        book.course.follow(kind, seat, person, text)


def wild_entry(book: Bookkeeper, kind: str, number: int) -> None:
    """Try to write something of a kind; most of it will be refused."""
    legal = book.game.legal(book.course.position)
    seat = None if FORMS[Kind(kind)].seat is Seat.NONE else number % 2
    text = {
        "undo": str(max(0, book.course.ply - number % 4)),
        "rollback": str(number % (book.course.ply + 1)),
        "extend": str(number + 1),
        "award": str(number % 2),
        "cancel": ("agreed", "operator")[number % 2],
        "replace": f"p{number % 3}",
        "clock": "seen",
        "vacation": "begin",
        "bounce": "end",
    }.get(kind, "")
    if kind in ("move", "proxy"):
        seat, text = book.course.position.to_move, legal[number % len(legal)] if legal else "-"
    elif kind in ("offer", "accept", "decline", "withdraw"):
        text = ("cancel", "time 60", f"undo {max(0, book.course.ply - 1)}")[number % 3]
    own = FORMS[Kind(kind)].seat is Seat.OWN
    person = book.course.persons[seat] or PLAYERS[seat] if own and seat is not None else OPERATOR
    book.write(kind, seat, text, person=person)


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.tuples(
            st.one_of(st.just("move"), st.sampled_from(sorted(FORMS))), st.integers(0, 10_000)
        ),
        max_size=60,
    )
)
def test_any_course_replays_to_the_same_and_refusals_change_nothing(
    attempts: list[tuple[str, int]],
) -> None:
    book = Bookkeeper("any course")
    hashes = [book.course.state_hash]
    for kind, number in attempts:
        course = book.course
        before = (course.ply, course.result, course.offers, dumped(course), texts(course))
        try:
            wild_entry(book, kind, number)
        except EngineError:
            after = (course.ply, course.result, course.offers, dumped(course), texts(course))
            assert after == before
        if course.ply == len(hashes):
            hashes.append(course.state_hash)
    again = replayed(book)
    assert dumped(again) == dumped(book.course)
    assert texts(again) == texts(book.course)
    assert (again.ply, again.result, again.offers) == (
        book.course.ply, book.course.result, book.course.offers,
    )  # fmt: skip
    position = book.game.new(book.seed)
    for text in texts(again):
        book.game.play(position, text)
    assert book.game.dump(position) == dumped(again)
    for ply, state_hash in enumerate(hashes):
        assert canonical_hash(dumped_at(book, ply)) == state_hash


def test_a_replay_names_the_entry_that_cannot_be(book: Bookkeeper) -> None:
    book.play_on(6)
    del book.entries[3]
    with pytest.raises(BrokenRecord, match="Entry 5: "):
        replayed(book)
