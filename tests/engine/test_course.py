import copy
import json
from collections.abc import Callable
from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.canonical import canonical_hash
from engine.contract import Outcome
from engine.course import Course
from engine.errors import BrokenRecord, EngineError, Illegal, Unreadable
from engine.fairness import seed_of
from engine.games import find_game
from engine.kinds import FORMS, Kind, Seat
from tests.engine.bookkeeper import OPERATOR, PLAYERS, Bookkeeper
from tests.engine.golden.make import FOLDER


@pytest.fixture
def book() -> Bookkeeper:
    return Bookkeeper("course")


def texts(course: Course) -> list[str]:
    return [move.text for move in course.standing()]


def dumped(course: Course) -> dict[str, Any]:
    return course.game.dump(course.position)


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


TAKES = ("take", "token", "steal", "discard", "royal", "replenish")


# Moves


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


# Undo


def test_an_undo_restores_the_position_before_and_ply_goes_on(book: Bookkeeper) -> None:
    book.play_on(6)
    seat, ply = quiet_move(book)
    before, stood = dumped_at(book, ply), texts(book.course)[:-1]
    entry = book.write("undo", seat, str(ply))
    assert dumped(book.course) == before
    assert entry.state_hash == canonical_hash(before)
    assert texts(book.course) == stood
    assert book.course.ply == ply + 2


def dumped_at(book: Bookkeeper, ply: int) -> dict[str, Any]:
    return book.game.dump(book.course.position_at(ply))


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


# Rollback


def test_the_example_of_the_module_holds(book: Bookkeeper) -> None:
    book.play_on(3)
    with pytest.raises(Illegal):
        book.decide("rollback", "3")
    book.decide("rollback", "1")
    book.play_on(1)
    assert [move.ply for move in book.course.standing()] == [1, 5]
    book.decide("rollback", "3")
    assert [move.ply for move in book.course.standing()] == [1, 2, 3]
    book.decide("rollback", "5")
    assert [move.ply for move in book.course.standing()] == [1, 5]
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


# The end


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
             "vacation": "begin", "bounce": "begin"}  # fmt: skip
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


def test_the_moves_that_stood_at_a_ply_are_known_for_ever(book: Bookkeeper) -> None:
    book.play_on(3)
    book.decide("rollback", "1")
    book.play_on(1)
    assert [move.ply for move in book.course.standing()] == [1, 5]
    assert [move.ply for move in book.course.standing(3)] == [1, 2, 3]
    assert book.course.standing(0) == []
    with pytest.raises(Illegal):
        book.course.standing(6)


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


# Offers


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


# More than two seats


class Counting:
    """The smallest game for three: each in turn says `one`, and it never ends."""

    name, rules, seat_counts, option_names = "counting", 1, range(2, 5), ()

    class Position:
        phase = "say"
        seats, turn = 3, 1

        @property
        def to_move(self) -> int:
            return (self.turn - 1) % self.seats

    def new(self, seed: bytes, *, seats: int = 2, options: object = ()) -> Position:
        return self.Position()

    def play(self, position: Position, move: str) -> None:
        position.turn += 1

    def dump(self, position: Position) -> dict[str, Any]:
        return {"turn": position.turn}

    def outcome(self, position: Position) -> None:
        return None

    def copy(self, position: Position) -> Position:
        return copy.copy(position)


@pytest.fixture
def three() -> Course:
    return Course(cast(Any, Counting()), bytes(32), seats=3)


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


# Persons


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


# Replay


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
