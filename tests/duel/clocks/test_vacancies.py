"""Clocks that stand while a seat is offered, and the history that says so."""

from datetime import timedelta

from duel.clocks.history import ClockHistory
from tests.duel.clocks.ticking import HOUR, MONDAY


def history() -> ClockHistory:
    """Seat 0 makes its turn since Monday; its clock runs from then on."""
    made = ClockHistory(began_at=MONDAY, seat=0, number=1)
    follow(made, "clock", 0, "letter", hours=0)
    return made


def follow(
    made: ClockHistory, kind: str, seat: int, text: str, *, hours: int, **now: object
) -> None:
    after = {"to_move": 0, "number": 1, "was_flagged": False, "has_vacancy": False, **now}
    made.follow(kind, seat, text, MONDAY + hours * HOUR, **after)  # type: ignore[arg-type]


def test_the_clock_of_another_stands_from_the_leaving_until_the_seat_is_filled() -> None:
    made = history()
    follow(made, "retire", 1, "open", hours=2, has_vacancy=True)
    follow(made, "bounce", 2, "end", hours=3, has_vacancy=True)
    follow(made, "replace", 1, "pN", hours=5)
    assert made.stops(made.turn) == [(MONDAY + 2 * HOUR, MONDAY + 5 * HOUR)]
    assert made.turn.since == MONDAY


def test_two_vacancies_that_overlap_are_one_stop() -> None:
    made = history()
    follow(made, "retire", 1, "open", hours=2, has_vacancy=True)
    follow(made, "retire", 2, "open", hours=3, has_vacancy=True)
    follow(made, "replace", 1, "pN", hours=4, has_vacancy=True)
    follow(made, "retire", 2, "out", hours=6)
    assert made.stops(made.turn) == [(MONDAY + 2 * HOUR, MONDAY + 6 * HOUR)]


def test_whoever_takes_the_seat_to_move_has_the_full_time() -> None:
    made = history()
    follow(made, "retire", 0, "open", hours=20, has_vacancy=True)
    follow(made, "replace", 0, "pN", hours=30)
    assert (made.turn.since, made.turn.started_at) == (MONDAY + 30 * HOUR, None)


def test_a_seat_that_goes_out_on_its_turn_has_finished_none() -> None:
    made = history()
    follow(made, "retire", 0, "out", hours=4, to_move=1, number=2)
    assert (made.turn.seat, made.turn.since) == (1, MONDAY + 4 * HOUR)
    assert (made.ended_turns[:], made.last_paid(0)) == ([], None)
    follow(made, "rollback", 0, "0", hours=6, to_move=0, number=1)
    assert made.turn.since - MONDAY == timedelta(hours=6)
