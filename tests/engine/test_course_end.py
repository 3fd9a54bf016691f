"""How a game ends, is opened again, or runs out of time."""

from collections.abc import Callable
from typing import Any

import pytest

from engine.contract import Outcome
from engine.errors import Illegal
from engine.kinds import FORMS, Kind, Seat
from engine.record import canonical_hash
from tests.engine.bookkeeper import OPERATOR, PLAYERS, Bookkeeper
from tests.engine.courses import dumped, replayed


@pytest.fixture(scope="module")
def finished() -> Bookkeeper:
    """A game that ended over the board; do not write into it."""
    book = Bookkeeper("finished")
    while book.course.outcome is None:
        legal = book.game.legal(book.course.position)
        book.play(next((m for m in legal if m.startswith("buy")), legal[-1]))
    return book


def test_over_the_board_the_result_is_the_positions(finished: Bookkeeper) -> None:
    outcome = finished.game.outcome(finished.course.position)
    assert outcome is not None
    assert finished.course.result == {"winners": list(outcome.winners), "by": list(outcome.by)}
    assert finished.entries[-1].state_hash == canonical_hash(dumped(finished.course))


@pytest.mark.parametrize("kind", sorted(FORMS))
def test_after_the_board_has_spoken_only_award_and_void_remain(
    finished: Bookkeeper, kind: str
) -> None:
    course = replayed(finished)
    entry = {"move": "take a1", "proxy": "take a1", "undo": "3", "rollback": "3", "award": "0",
             "cancel": "operator", "replace": "pN", "extend": "60", "clock": "seen",
             "vacation": "begin", "bounce": "begin", "retire": "out"}  # fmt: skip
    text = entry.get(kind, "cancel" if kind in ("offer", "accept", "decline", "withdraw") else "")
    seat = None if FORMS[Kind(kind)].seat is Seat.NONE else 0
    if kind in ("award", "void"):
        course.follow(kind, seat, OPERATOR, text)
        assert course.outcome is not None
        assert course.outcome.by == (kind,)
        course.follow("reopen", None, OPERATOR, "")
        assert course.result == finished.course.result
    else:
        with pytest.raises(Illegal):
            course.follow(kind, seat, PLAYERS[0], text)


@pytest.mark.parametrize(
    ("end", "outcome"),
    [
        (lambda b: b.write("resign", 0), Outcome((1,), ("resign",))),
        (lambda b: b.decide("resign", seat=1), Outcome((0,), ("resign",))),
        (lambda b: b.decide("award", "1"), Outcome((1,), ("award",))),
        (lambda b: b.decide("award", "0 1"), Outcome((0, 1), ("award",))),
        (lambda b: b.decide("void"), Outcome((), ("void",))),
        (lambda b: b.decide("cancel", "operator"), Outcome((), ("cancel",))),
    ],
)
def test_an_entry_ends_the_game(
    book: Bookkeeper, end: Callable[[Bookkeeper], Any], outcome: Outcome
) -> None:
    book.play_on(5)
    before, ply = book.entries[-1].state_hash, book.course.ply
    end(book)
    assert book.course.outcome == outcome
    assert (book.entries[-1].state_hash, book.course.ply) == (before, ply)
    with pytest.raises(Illegal, match="over"):
        book.play_on(1)
    book.decide("reopen")
    assert book.course.outcome is None
    book.play_on(1)


def test_who_is_to_move_can_run_out_of_time_and_nobody_else(book: Bookkeeper) -> None:
    book.play_on(3)
    late = book.to_move
    with pytest.raises(Illegal):
        book.write("timeout", 1 - late, person=None)
    book.write("timeout", late, person=None)
    assert book.course.outcome == Outcome((1 - late,), ("timeout",))


def test_a_later_decision_replaces_the_one_before(book: Bookkeeper) -> None:
    book.write("resign", 0)
    book.decide("award", "0")
    assert book.course.outcome == Outcome((0,), ("award",))
    book.decide("void")
    assert book.course.result == {"winners": [], "by": ["void"]}


def test_there_is_nothing_to_reopen_in_a_running_game(book: Bookkeeper) -> None:
    with pytest.raises(Illegal):
        book.decide("reopen")


@pytest.mark.parametrize("seats", ["2", "0 0", "1 0", "0 2"])
def test_an_award_names_seats_of_the_game_in_order(book: Bookkeeper, seats: str) -> None:
    with pytest.raises(Illegal):
        book.decide("award", seats)


def test_a_claim_needs_a_flag_of_another_seat(book: Bookkeeper) -> None:
    late = book.to_move
    with pytest.raises(Illegal):
        book.write("claim", 1 - late)
    book.write("flag", late, person=None)
    assert book.course.flagged == late
    with pytest.raises(Illegal):
        book.write("claim", late)
    book.write("claim", 1 - late)
    assert book.course.outcome == Outcome((1 - late,), ("timeout",))


def test_a_flag_is_gone_when_the_late_seat_moves_gets_time_or_is_given_away(
    book: Bookkeeper,
) -> None:
    late = book.to_move
    book.write("flag", late, person=None)
    book.write("extend", late, "3600", person=PLAYERS[1 - late])
    assert book.course.flagged is None
    book.write("flag", late, person=None)
    book.decide("replace", "pOther", seat=1 - late)
    assert book.course.flagged == late
    book.decide("replace", "pNew", seat=late)
    assert book.course.flagged is None
    book.decide("replace", PLAYERS[late], seat=late)
    book.write("flag", late, person=None)
    book.play_on(1)
    assert book.course.flagged is None


@pytest.mark.parametrize("stop", ["hold", "pause"])
def test_nobody_runs_out_of_time_while_the_clocks_stand(book: Bookkeeper, stop: str) -> None:
    book.decide(stop)
    for kind in ("timeout", "flag"):
        with pytest.raises(Illegal, match="clocks"):
            book.write(kind, book.to_move, person=None)
    book.play_on(1)
    book.decide("resume")
    with pytest.raises(Illegal):
        book.decide("resume")
    book.write("timeout", book.to_move, person=None)
