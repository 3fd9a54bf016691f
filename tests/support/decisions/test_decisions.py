"""What each decision does: to the log, the clock and the letters."""

import pytest
import time_machine

from accounts.models import User
from duel.errors import (
    BadTime,
    GameIsOver,
    IllegalMove,
    NotOver,
    PlayerIsSuspended,
    Refused,
    UnderInquiry,
    Unreadable,
)
from duel.lobby.proposals import accept, rematch, withdraw
from duel.models import Game
from duel.play.moves import resign
from duel.record.log import read_log
from duel.timekeeping.clocks import claim
from engine.kinds import Channel
from support.errors import AlreadyStopped, ClocksRun, NobodyWins, NotEndedByTheClock
from support.models import Decision
from tests.duel.clocks.ticking import DAY, HOUR, MONDAY, kinds, notices, send_letters, sweep_at
from tests.duel.tables import a_quiet_move, a_whole_turn, play_any
from tests.support.decisions.bench import (
    assert_settled,
    decision_letter,
    mover_and_other,
    player,
    ruling,
    start_clock,
    turn_letters,
)
from tests.support.decisions.verbs import (
    award,
    cancel,
    extend,
    hold,
    pause,
    play_for,
    reopen,
    resign_for,
    resume,
    void,
)


def test_a_hold_stops_both_clocks_and_says_that_we_look_into_it(
    game: Game, olga: User, traveller: time_machine.Traveller
) -> None:
    start_clock(game)
    traveller.shift(HOUR)
    decision = hold(ruling(olga, game))
    assert_settled(game, decision, last="hold")
    assert (game.deadline, game.alarm_at) == (None, None)
    for seat in game.seats.all():
        assert seat.user is not None
        assert "we are looking into it" in decision_letter(decision, seat.user).text
    sweep_at(MONDAY + 9 * DAY, traveller)
    assert kinds(game)[-1] == "hold"
    assert not notices(game, "reminder")


def test_nobody_claims_a_game_that_is_held(
    game: Game, olga: User, traveller: time_machine.Traveller
) -> None:
    _, other = mover_and_other(game)
    start_clock(game)
    sweep_at(MONDAY + DAY, traveller)
    assert kinds(game)[-1] == "flag"
    hold(ruling(olga, game))
    with pytest.raises(UnderInquiry):
        claim(public_id=game.public_id, seat=other, channel=Channel.LINK)
    resume(ruling(olga, game))
    claim(public_id=game.public_id, seat=other, channel=Channel.LINK)
    game.refresh_from_db()
    assert game.result == {"winners": [other], "by": ["timeout"]}


def test_a_reminder_that_waits_is_called_off_by_a_hold(
    game: Game, olga: User, traveller: time_machine.Traveller
) -> None:
    start_clock(game)
    sweep_at(MONDAY + 18 * HOUR, traveller)
    (reminder,) = notices(game, "reminder")
    hold(ruling(olga, game))
    reminder.refresh_from_db()
    assert reminder.cancelled_at is not None


def test_a_resumed_game_runs_on_from_where_it_stood_with_a_fresh_letter(
    game: Game, olga: User, traveller: time_machine.Traveller
) -> None:
    start_clock(game)
    send_letters(game)
    traveller.shift(HOUR)
    pause(ruling(olga, game))
    traveller.move_to(MONDAY + 5 * DAY)
    decision = resume(ruling(olga, game))
    assert_settled(game, decision, last="resume")
    assert game.deadline == MONDAY + 5 * DAY + 23 * HOUR
    assert turn_letters(game) == [(game.to_move, game.ply)]


def test_clocks_are_neither_stopped_nor_resumed_twice(game: Game, olga: User) -> None:
    with pytest.raises(ClocksRun):
        resume(ruling(olga, game))
    hold(ruling(olga, game))
    for stop in (hold, pause):
        with pytest.raises(AlreadyStopped):
            stop(ruling(olga, game))


def test_time_is_given_to_the_turn_that_runs_and_for_the_next_one(game: Game, olga: User) -> None:
    start_clock(game)
    mover, other = mover_and_other(game)
    decision = extend(ruling(olga, game), seat=mover, seconds=7200)
    assert_settled(game, decision, last="extend 7200")
    assert game.deadline == MONDAY + DAY + 2 * HOUR
    text = " ".join(decision_letter(decision, player(game, mover)).text.split())
    assert "given you 2 hours more. You have until Tuesday 3 November, 11:00" in text
    assert "given you" not in decision_letter(decision, player(game, other)).text
    extend(ruling(olga, game), seat=other, seconds=3600)
    while game.to_move == mover:
        play_any(game)
    start_clock(game)
    assert game.deadline == MONDAY + DAY + HOUR


def test_a_late_player_who_is_given_time_is_late_no_more(
    game: Game, olga: User, traveller: time_machine.Traveller
) -> None:
    mover, _ = mover_and_other(game)
    start_clock(game)
    sweep_at(MONDAY + DAY, traveller)
    extend(ruling(olga, game), seat=mover, seconds=86400)
    game.refresh_from_db()
    assert read_log(game).course.flagged is None
    assert game.deadline == MONDAY + 2 * DAY


@pytest.mark.parametrize("seconds", [0, 60, 31 * 86400])
def test_time_is_given_within_limits(game: Game, olga: User, seconds: int) -> None:
    with pytest.raises(BadTime):
        extend(ruling(olga, game), seat=0, seconds=seconds)


def test_a_game_is_awarded_and_awarded_otherwise_while_it_may_be(game: Game, olga: User) -> None:
    decision = award(ruling(olga, game), winners=[1])
    assert_settled(game, decision, last="award 1")
    assert game.result == {"winners": [1], "by": ["award"]}
    assert "awarded the game to you" in decision_letter(decision, player(game, 1)).text
    assert len(notices(game, "game-over")) == 2
    again = award(ruling(olga, game), winners=[1, 0])
    assert_settled(game, again, last="award 0 1")
    assert game.result == {"winners": [0, 1], "by": ["award"]}
    for winners in ([], [2], [-1]):
        with pytest.raises(NobodyWins):
            award(ruling(olga, game), winners=winners)


def test_a_void_game_counts_for_nobody_and_can_be_played_again_at_once(
    game: Game, olga: User
) -> None:
    decision = void(ruling(olga, game), rematch=True)
    assert_settled(game, decision, last="void")
    assert game.result == {"winners": [], "by": ["void"]}
    again = game.rematches.get()
    assert again.status == "proposed"
    assert (again.grace, again.seats.get(number=0).user) == (game.grace, player(game, 0))
    assert len(notices(again, "invitation")) == 1


def letter_text(decision: Decision, reader: User) -> str:
    """The words of the letter about a decision, in one line."""
    return " ".join(decision_letter(decision, reader).text.split())


def test_the_letter_about_a_void_game_tells_both_of_the_new_one(game: Game, olga: User) -> None:
    decision = void(ruling(olga, game), rematch=True)
    first, second = player(game, 0), player(game, 1)
    assert f"begins as soon as {second} accepts" in letter_text(decision, first)
    assert f"in the name of {first}" in letter_text(decision, second)
    again = game.rematches.get()
    accept(public_id=again.public_id, by=second)
    again.refresh_from_db()
    mover, other = (first, second) if again.to_move == 0 else (second, first)
    assert "it is your turn in it" in letter_text(decision, mover)
    assert f"{mover} is to move in it" in letter_text(decision, other)


def test_a_new_game_is_told_of_only_where_there_is_one(game: Game, olga: User) -> None:
    decision = void(ruling(olga, game))
    assert "new game" not in letter_text(decision, player(game, 0))
    again = rematch(public_id=game.public_id, by=player(game, 1))
    assert "in the name of" in letter_text(decision, player(game, 0))
    withdraw(public_id=again.public_id, by=player(game, 1))
    assert "new game" not in letter_text(decision, player(game, 0))


def test_no_new_game_is_proposed_for_somebody_who_is_kept_out(game: Game, olga: User) -> None:
    User.objects.filter(pk=player(game, 0).pk).update(is_active=False)
    with pytest.raises(PlayerIsSuspended):
        void(ruling(olga, game), rematch=True)
    void(ruling(olga, game))
    assert not game.rematches.exists()


def test_a_game_is_called_off(game: Game, olga: User) -> None:
    decision = cancel(ruling(olga, game))
    assert_settled(game, decision, last="cancel operator")
    assert game.result == {"winners": [], "by": ["cancel"]}
    with pytest.raises(GameIsOver):
        cancel(ruling(olga, game))


def test_who_asked_for_it_is_resigned_for_and_told(game: Game, olga: User) -> None:
    decision = resign_for(ruling(olga, game), seat=1)
    assert_settled(game, decision, last="resign")
    assert game.result == {"winners": [0], "by": ["resign"]}
    assert "resigned the game for you" in decision_letter(decision, player(game, 1)).text
    assert "for you" not in decision_letter(decision, player(game, 0)).text


def test_a_move_played_for_somebody_is_told_to_them(game: Game, olga: User) -> None:
    mover, other = mover_and_other(game)
    move = a_quiet_move(game)
    decision = play_for(ruling(olga, game), text=f"  {move} \n")
    assert_settled(game, decision, last=f"proxy {move}")
    assert "An operator moved for you." in decision_letter(decision, player(game, mover)).text
    assert (other, game.ply) in turn_letters(game)


def test_a_whole_turn_is_played_for_somebody_or_nothing_of_it(
    game: Game, olga: User, ada: User, bruno: User
) -> None:
    while True:
        try:
            moves = a_whole_turn(game)
        except StopIteration:
            play_any(game)
        else:
            break
    mover, _ = mover_and_other(game)
    before = game.seq
    with pytest.raises(IllegalMove):
        play_for(ruling(olga, game), text=f"{moves[0]}; {moves[0]}")
    game.refresh_from_db()
    assert game.seq == before
    decision = play_for(ruling(olga, game), text="; ".join(moves))
    assert_settled(game, decision, last=f"proxy {moves[1]}")
    letter_text = decision_letter(decision, player(game, mover)).text
    assert "used a privilege" in letter_text
    assert letter_text.count("An operator moved for you.") == 2


@pytest.mark.parametrize(("text", "error"), [("", Unreadable), ("castle", Unreadable)])
def test_what_is_no_move_is_not_played(
    game: Game, olga: User, text: str, error: type[Refused]
) -> None:
    with pytest.raises(error):
        play_for(ruling(olga, game), text=text)


def test_a_game_lost_on_time_is_reopened_with_full_time(
    game: Game, olga: User, traveller: time_machine.Traveller
) -> None:
    mover, other = mover_and_other(game)
    start_clock(game)
    send_letters(game)
    sweep_at(MONDAY + DAY, traveller)
    claim(public_id=game.public_id, seat=other, channel=Channel.LINK)
    traveller.move_to(MONDAY + 2 * DAY)
    decision = reopen(ruling(olga, game))
    assert_settled(game, decision, last="reopen")
    assert (game.result, game.to_move) == (None, mover)
    assert turn_letters(game) == [(mover, game.ply)]
    start_clock(game)
    assert game.deadline == MONDAY + 3 * DAY


def test_only_what_the_clock_ended_is_reopened(game: Game, olga: User) -> None:
    with pytest.raises(NotOver):
        reopen(ruling(olga, game))
    resign(public_id=game.public_id, seat=0, channel=Channel.WEB)
    with pytest.raises(NotEndedByTheClock):
        reopen(ruling(olga, game))
