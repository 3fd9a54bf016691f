from collections.abc import Callable

import pytest

from accounts.models import User
from duel import errors
from duel.lobby.proposals import propose, withdraw
from duel.models import Game, LogEntry, Notice
from duel.play.moves import play, resign
from duel.play.undo import take_back_turn
from duel.words.terms import Terms
from engine.kinds import Channel
from tests.duel.tables import a_quiet_move, a_whole_turn, begin, play_on, play_to_the_end, submit


@pytest.fixture
def game(ada: User, bruno: User) -> Game:
    return begin(ada, bruno)


def assert_refused(error: type[errors.Refused], act: Callable[[], object]) -> errors.Refused:
    """The act is refused in its own way, and leaves nothing behind."""
    before = LogEntry.objects.count(), Notice.objects.count()
    with pytest.raises(error) as caught:
        act()
    assert (LogEntry.objects.count(), Notice.objects.count()) == before
    assert type(caught.value) is error
    return caught.value


def test_every_refusal_has_its_own_sentence() -> None:
    kinds = errors.Refused.__subclasses__()
    sentences = {str(kind.sentence) for kind in kinds}
    assert len(sentences) == len(kinds)
    assert all(sentence.endswith(".") for sentence in sentences)
    assert str(errors.NotYourTurn()) == "It is not your turn."


@pytest.mark.parametrize("seat", [-1, 2, 7])
def test_it_refuses_a_seat_that_is_not_there(game: Game, seat: int) -> None:
    move = a_quiet_move(game)
    assert_refused(errors.NotYourSeat, lambda: submit(game, move, seat=seat))
    assert_refused(
        errors.NotYourSeat, lambda: resign(public_id=game.public_id, seat=seat, channel=Channel.WEB)
    )


def test_it_refuses_the_seat_that_is_not_to_move(game: Game) -> None:
    assert game.to_move is not None
    other = 1 - game.to_move
    assert_refused(errors.NotYourTurn, lambda: submit(game, a_quiet_move(game), seat=other))


def test_it_refuses_a_game_that_is_over(game: Game) -> None:
    move = a_quiet_move(game)
    resign(public_id=game.public_id, seat=0, channel=Channel.WEB)
    assert_refused(errors.GameIsOver, lambda: submit(game, move, seat=0))
    assert_refused(errors.GameIsOver, lambda: submit(game, move, seat=0, ply=5))
    assert_refused(
        errors.GameIsOver, lambda: resign(public_id=game.public_id, seat=1, channel=Channel.WEB)
    )


def test_it_refuses_an_unknown_game(ada: User) -> None:
    assert_refused(
        errors.UnknownGame,
        lambda: play(
            public_id="nosuchgame", seat=0, expected_ply=0, moves=["x"], channel=Channel.WEB
        ),
    )


def test_it_refuses_a_game_that_has_not_begun(ada: User) -> None:
    proposal = propose(by=ada, terms=Terms())
    assert_refused(errors.NotRunning, lambda: submit(proposal, "replenish", seat=0))
    withdraw(public_id=proposal.public_id, by=ada)
    assert_refused(errors.NotRunning, lambda: submit(proposal, "replenish", seat=0))


@pytest.mark.parametrize("text", ["", "TAKE A1", "castle", "take a1\0", "take  a1", "x" * 300])
def test_it_refuses_what_is_no_move(game: Game, text: str) -> None:
    assert_refused(errors.Unreadable, lambda: submit(game, text))


def test_it_refuses_a_turn_without_moves(game: Game) -> None:
    assert_refused(errors.Unreadable, lambda: submit(game))


def test_it_refuses_a_move_that_is_not_legal_here(game: Game) -> None:
    assert_refused(errors.IllegalMove, lambda: submit(game, "take a1 e5"))


def test_it_refuses_what_goes_beyond_the_turn(game: Game) -> None:
    move = a_quiet_move(game)
    assert_refused(errors.IllegalMove, lambda: submit(game, move, move))


def test_another_move_for_a_ply_that_passed_is_stale_and_told_what_happened(game: Game) -> None:
    seat, move = game.to_move, a_quiet_move(game)
    submit(game, move)
    error = assert_refused(errors.Stale, lambda: submit(game, "replenish", seat=seat, ply=0))
    assert isinstance(error, errors.Stale)
    assert [(item["seat"], item["text"]) for item in error.since] == [(seat, move)]
    assert error.since[0]["events"]


@pytest.mark.parametrize("ply", [-1, 2, 999])
def test_a_ply_that_never_was_is_stale(game: Game, ply: int) -> None:
    submit(game, a_quiet_move(game))
    assert_refused(errors.Stale, lambda: submit(game, a_quiet_move(game), ply=ply))


def assert_played_before(game: Game, *moves: str, seat: int | None, ply: int) -> None:
    before = LogEntry.objects.count(), Notice.objects.count(), game.ply
    played = submit(game, *moves, seat=seat, ply=ply)
    assert (played.was_played_before, played.moves) == (True, moves)
    assert (LogEntry.objects.count(), Notice.objects.count(), game.ply) == before


def test_the_same_move_again_is_a_success_that_changes_nothing(game: Game) -> None:
    seat, move = game.to_move, a_quiet_move(game)
    submit(game, move)
    assert_played_before(game, move, seat=seat, ply=0)


def test_the_same_move_by_the_other_seat_is_stale(game: Game) -> None:
    seat, move = game.to_move, a_quiet_move(game)
    submit(game, move)
    assert seat is not None
    assert_refused(errors.Stale, lambda: submit(game, move, seat=1 - seat, ply=0))


def test_the_same_move_is_still_a_success_when_others_moved_on(game: Game) -> None:
    seat, move = game.to_move, a_quiet_move(game)
    submit(game, move)
    play_on(game, 5)
    assert_played_before(game, move, seat=seat, ply=0)


def test_the_same_move_is_still_a_success_when_the_game_is_over(game: Game) -> None:
    seat, move = game.to_move, a_quiet_move(game)
    submit(game, move)
    resign(public_id=game.public_id, seat=0, channel=Channel.WEB)
    assert_played_before(game, move, seat=seat, ply=0)


def test_the_winning_move_again_is_a_success(game: Game) -> None:
    play_to_the_end(game)
    last = game.entries.order_by("seq").last()
    assert last is not None
    assert_played_before(game, last.text, seat=last.seat, ply=game.ply - 1)


def test_a_whole_turn_again_is_a_success(game: Game) -> None:
    submit(game, a_quiet_move(game))
    seat, moves = game.to_move, a_whole_turn(game)
    submit(game, *moves)
    assert_played_before(game, *moves, seat=seat, ply=1)
    assert submit(game, *moves, seat=seat, ply=1).asks is None


def test_the_beginning_of_a_turn_again_is_a_success(game: Game) -> None:
    submit(game, a_quiet_move(game))
    seat, moves = game.to_move, a_whole_turn(game)
    submit(game, *moves)
    assert_played_before(game, moves[0], seat=seat, ply=1)


def test_a_repeated_beginning_still_says_what_is_asked(game: Game) -> None:
    submit(game, a_quiet_move(game))
    seat, (use, _) = game.to_move, a_whole_turn(game)
    asked = submit(game, use).asks
    assert asked is not None
    assert submit(game, use, seat=seat, ply=1).asks == asked


def test_more_than_was_played_is_stale(game: Game) -> None:
    submit(game, a_quiet_move(game))
    seat, (use, take) = game.to_move, a_whole_turn(game)
    submit(game, use)
    assert_refused(errors.Stale, lambda: submit(game, use, take, seat=seat, ply=1))


@pytest.mark.usefixtures("can_be_taken_back")
def test_a_move_that_was_taken_back_is_stale(game: Game) -> None:
    seat, move = game.to_move, a_quiet_move(game)
    assert seat is not None
    submit(game, move)
    take_back_turn(public_id=game.public_id, seat=seat, expected_ply=1, channel=Channel.WEB)
    assert_refused(errors.Stale, lambda: submit(game, move, seat=seat, ply=0))
    assert_refused(errors.Stale, lambda: submit(game, move, seat=seat, ply=1))
    submit(game, move)  # made anew, for the ply that is now
    assert_refused(errors.Stale, lambda: submit(game, move, seat=seat, ply=0))
