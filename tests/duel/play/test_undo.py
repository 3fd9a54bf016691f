from datetime import timedelta

import pytest
import time_machine
from django.conf import settings
from django.utils import timezone

from accounts.models import User
from duel import errors
from duel.models import Game, Note, Notice
from duel.play.moves import resign
from duel.play.notes import write_note
from duel.play.offers import accept_offer, decline_offer, withdraw_offer
from duel.play.undo import ask_for_undo, take_back_turn
from duel.record.log import read_log
from engine.kinds import Channel
from tests.duel.tables import (
    a_quiet_move,
    a_whole_turn,
    assert_sound,
    begin,
    known_to,
    legal_moves,
    submit,
)


@pytest.fixture
def game(ada: User, bruno: User) -> Game:
    return begin(ada, bruno)


def take_back(game: Game, seat: int | None, ply: int | None = None) -> int:
    game.refresh_from_db()
    assert seat is not None
    ply = game.ply if ply is None else ply
    ply = take_back_turn(public_id=game.public_id, seat=seat, expected_ply=ply, channel=Channel.WEB)
    game.refresh_from_db()
    return ply


def ask(game: Game, seat: int | None) -> str:
    game.refresh_from_db()
    assert seat is not None
    return ask_for_undo(
        public_id=game.public_id, seat=seat, expected_ply=game.ply, channel=Channel.MAIL
    )


def live_turn_notices(game: Game) -> list[tuple[int, int]]:
    """Seat and ply of each notice about a turn that was not called off."""
    turns = Notice.objects.filter(game=game, kind__in=["your-turn", "turn-goes-on"])
    return list(turns.filter(cancelled_at=None).order_by("ply").values_list("seat", "ply"))


def a_telling_move(game: Game) -> str:
    """A move that ends the turn and turns a card up."""
    return next(move for move in legal_moves(game) if move.startswith("reserve "))


@pytest.mark.usefixtures("can_be_taken_back")
def test_a_quiet_turn_is_taken_back_before_the_letter_leaves(game: Game) -> None:
    seat, start = game.to_move, read_log(game).course.state_hash
    submit(game, a_quiet_move(game))
    assert take_back(game, seat) == 2
    assert (game.ply, game.to_move) == (2, seat)
    assert read_log(game).course.state_hash == start
    assert game.entries.count() == 2  # an undo removes nothing
    assert_sound(game)


@pytest.mark.usefixtures("can_be_taken_back")
def test_a_whole_turn_is_taken_back_at_once(game: Game) -> None:
    submit(game, a_quiet_move(game))
    seat, moves = game.to_move, a_whole_turn(game)
    submit(game, *moves)
    take_back(game, seat)
    assert [move.ply for move in read_log(game).course.standing_moves()] == [1]


def test_the_beginning_of_a_turn_can_be_taken_back(game: Game) -> None:
    submit(game, a_quiet_move(game))
    seat, (use, _) = game.to_move, a_whole_turn(game)
    submit(game, use)
    take_back(game, seat)
    assert use in legal_moves(game)
    assert live_turn_notices(game)[-1] == (seat, 3)


@pytest.mark.usefixtures("can_be_taken_back")
def test_after_another_move_the_old_letter_is_dead_and_a_new_one_comes(game: Game) -> None:
    seat, other = game.to_move, 1 - (game.to_move or 0)
    first, second = [move for move in legal_moves(game) if move.startswith("take ")][:2]
    submit(game, first)
    old = Notice.objects.get(game=game, kind="your-turn", ply=1)
    take_back(game, seat)
    old.refresh_from_db()
    assert old.cancelled_at is not None
    submit(game, second)
    new = Notice.objects.get(game=game, kind="your-turn", ply=3)
    assert (new.seat, new.cancelled_at) == (other, None)
    assert new.key != old.key
    # A link of the old letter names ply 1, which never comes again.
    with pytest.raises(errors.Stale):
        submit(game, a_quiet_move(game), seat=other, ply=1)


@pytest.mark.usefixtures("can_be_taken_back")
def test_the_very_same_move_again_also_brings_a_new_letter(game: Game) -> None:
    seat, move = game.to_move, a_quiet_move(game)
    submit(game, move)
    take_back(game, seat)
    submit(game, move)
    assert live_turn_notices(game)[-1] == (game.to_move, 3)


@pytest.mark.usefixtures("can_be_taken_back")
def test_nothing_is_taken_back_once_the_letter_has_left(game: Game) -> None:
    seat = game.to_move
    submit(game, a_quiet_move(game))
    later = timezone.now() + timedelta(seconds=settings.UNSEND_SECONDS + 1)
    with time_machine.travel(later), pytest.raises(errors.CannotTakeBack):
        take_back(game, seat)
    assert game.entries.count() == 1


@pytest.mark.usefixtures("can_be_taken_back")
def test_nothing_is_taken_back_once_something_was_turned_up(game: Game) -> None:
    seat = game.to_move
    submit(game, a_telling_move(game))
    with pytest.raises(errors.CannotTakeBack):
        take_back(game, seat)
    with pytest.raises(errors.CannotTakeBack):
        ask(game, seat)
    # So the opponent's letter need not wait.
    notice = Notice.objects.get(game=game, kind="your-turn", ply=1)
    assert notice.not_before == notice.created_at


def test_nothing_is_taken_back_once_the_opponent_has_moved(game: Game) -> None:
    seat = game.to_move
    submit(game, a_quiet_move(game))
    submit(game, a_quiet_move(game))
    with pytest.raises(errors.CannotTakeBack):
        take_back(game, seat)
    with pytest.raises(errors.CannotTakeBack):
        ask(game, seat)


def test_nobody_takes_back_the_turn_of_another(game: Game) -> None:
    seat = game.to_move
    submit(game, a_quiet_move(game))
    with pytest.raises(errors.CannotTakeBack):
        take_back(game, 1 - (seat or 0))
    with pytest.raises(errors.NotYourSeat):
        take_back(game, 5)


def test_there_is_nothing_to_take_back_at_the_start(game: Game) -> None:
    with pytest.raises(errors.CannotTakeBack):
        take_back(game, game.to_move)


@pytest.mark.usefixtures("can_be_taken_back")
def test_taking_back_twice_is_done_once(game: Game) -> None:
    seat = game.to_move
    submit(game, a_quiet_move(game))
    assert take_back(game, seat, ply=1) == 2
    assert take_back(game, seat, ply=1) == 2
    assert game.entries.count() == 2


def test_taking_back_for_a_ply_that_passed_is_stale(game: Game) -> None:
    seat = game.to_move
    submit(game, a_quiet_move(game))
    with pytest.raises(errors.Stale) as caught:
        take_back(game, seat, ply=0)
    assert [item["kind"] for item in caught.value.since] == ["move"]


def test_a_game_that_is_over_stays_so(game: Game) -> None:
    seat = game.to_move
    submit(game, a_quiet_move(game))
    resign(public_id=game.public_id, seat=1, channel=Channel.WEB)
    with pytest.raises(errors.GameIsOver):
        take_back(game, seat)
    with pytest.raises(errors.GameIsOver):
        ask(game, seat)


def test_the_opponent_may_grant_an_undo_after_the_letter_left(game: Game) -> None:
    seat, other = game.to_move, 1 - (game.to_move or 0)
    submit(game, a_quiet_move(game))
    with time_machine.travel(timezone.now() + timedelta(days=1)):
        terms = ask(game, seat)
        assert terms == "undo 0"
        assert ask(game, seat) == terms  # asked twice, told once
        assert Notice.objects.get(game=game, kind="offer").seat == other
        accept_offer(public_id=game.public_id, seat=other, terms=terms, channel=Channel.LINK)
    assert_sound(game)
    assert (game.ply, game.to_move) == (2, seat)
    assert [entry.kind for entry in read_log(game).entries] == ["move", "offer", "accept", "undo"]
    assert live_turn_notices(game)[-1] == (seat, 2)


@pytest.mark.parametrize("answer", ["decline", "withdraw"])
def test_an_undo_that_was_not_granted_changes_nothing(game: Game, answer: str) -> None:
    seat, other = game.to_move, 1 - (game.to_move or 0)
    assert seat is not None
    submit(game, a_quiet_move(game))
    terms = ask(game, seat)
    if answer == "decline":
        decline_offer(public_id=game.public_id, seat=other, terms=terms, channel=Channel.WEB)
        assert Notice.objects.get(game=game, kind="offer-declined").seat == seat
    else:
        withdraw_offer(public_id=game.public_id, seat=seat, terms=terms, channel=Channel.WEB)
    with pytest.raises(errors.NoSuchOffer):
        accept_offer(public_id=game.public_id, seat=other, terms=terms, channel=Channel.WEB)
    assert_sound(game)
    assert (game.ply, game.to_move) == (1, other)


def test_an_answer_to_an_undo_is_void_once_the_opponent_moves(game: Game) -> None:
    seat, other = game.to_move, 1 - (game.to_move or 0)
    submit(game, a_quiet_move(game))
    terms = ask(game, seat)
    submit(game, a_quiet_move(game))
    with pytest.raises(errors.NoSuchOffer):
        accept_offer(public_id=game.public_id, seat=other, terms=terms, channel=Channel.WEB)


def test_nobody_grants_an_undo_to_oneself(game: Game) -> None:
    seat = game.to_move
    assert seat is not None
    submit(game, a_quiet_move(game))
    terms = ask(game, seat)
    with pytest.raises(errors.NoSuchOffer):
        accept_offer(public_id=game.public_id, seat=seat, terms=terms, channel=Channel.WEB)


@pytest.mark.usefixtures("can_be_taken_back")
def test_words_of_a_turn_that_was_taken_back_are_taken_back_with_it(game: Game) -> None:
    """They would tell the opponent what was played there."""
    seat = game.seats.get(is_to_move=True)
    write_note(seat=seat, ply=game.ply, text="Good luck!")
    Note.objects.update(written_at=timezone.now() - timedelta(minutes=1))
    before = game.ply
    submit(game, a_quiet_move(game))
    write_note(seat=seat, ply=before + 1, text="Red suits me.")
    take_back(game, seat.number)
    submit(game, a_quiet_move(game))
    told = [note.text for note in known_to(game, 1 - seat.number).notes]
    assert told == ["Good luck!"]


@pytest.mark.usefixtures("can_be_taken_back")
def test_words_sent_along_with_the_move_itself_are_taken_back(game: Game) -> None:
    seat, before = game.seats.get(is_to_move=True), game.ply
    submit(game, a_quiet_move(game))
    write_note(seat=seat, ply=before, text="Red suits me.")  # as the page of the move does
    take_back(game, seat.number)
    assert not Note.objects.exists()
