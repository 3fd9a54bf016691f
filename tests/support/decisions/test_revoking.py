"""A decision is taken back by a later one that does the opposite, once."""

import pytest
import time_machine

from accounts.models import User
from duel.errors import TooLate, UnknownGame
from duel.models import Game
from duel.record.finality import is_waiting
from duel.record.log import read_log
from support.decisions import can_be_revoked, preview_revoke, revoke
from support.errors import AlreadyRevoked, CannotRevoke, Superseded
from support.models import Act, Decision
from tests.duel.clocks.ticking import DAY, HOUR
from tests.duel.tables import a_quiet_move, begin, play_on, submit
from tests.support.decisions.bench import (
    assert_settled,
    decision_letter,
    player,
    ruling,
    turn_letters,
)
from tests.support.decisions.verbs import (
    award,
    cancel,
    extend,
    hold,
    pause,
    play_for,
    replace_player,
    resign_for,
    resume,
    roll_back,
    void,
)


@pytest.mark.parametrize("stop", [hold, pause])
def test_stopped_clocks_run_again(game: Game, olga: User, stop: object) -> None:
    decision = stop(ruling(olga, game))  # type: ignore[operator]
    back = revoke(ruling(olga, game), decision=decision)
    assert_settled(game, back, last="resume")
    assert (back.act, back.revokes) == (Act.RESUME, decision)
    again = revoke(ruling(olga, game), decision=back)
    assert_settled(game, again, last="pause")


@pytest.mark.parametrize("how", ["award", "void", "cancel", "resign"])
def test_a_game_that_an_operator_ended_goes_on(
    game: Game, olga: User, how: str, traveller: time_machine.Traveller
) -> None:
    mover = game.to_move
    acts = {
        "award": lambda: award(ruling(olga, game), winners=[0]),
        "void": lambda: void(ruling(olga, game)),
        "cancel": lambda: cancel(ruling(olga, game)),
        "resign": lambda: resign_for(ruling(olga, game), seat=1),
    }
    decision = acts[how]()
    traveller.shift(HOUR)
    back = revoke(ruling(olga, game), decision=decision)
    assert_settled(game, back, last="reopen")
    assert (game.result, game.to_move) == (None, mover)
    assert turn_letters(game) == [(mover, game.ply)]
    text = decision_letter(back, player(game, 0)).text
    assert "takes a decision back" in text


def test_a_rollback_is_taken_back_to_where_the_game_stood(game: Game, olga: User) -> None:
    position, ply = read_log(game).course.state_hash, game.ply
    decision = roll_back(ruling(olga, game), ply=0)
    play_on(game, 1)
    back = revoke(ruling(olga, game), decision=decision)
    assert_settled(game, back, last=f"rollback {ply}")
    assert read_log(game).course.state_hash == position


def test_a_move_played_for_somebody_is_taken_back(game: Game, olga: User) -> None:
    position = read_log(game).course.state_hash
    decision = play_for(ruling(olga, game), text=a_quiet_move(game))
    revoke(ruling(olga, game), decision=decision)
    game.refresh_from_db()
    assert read_log(game).course.state_hash == position


def test_time_that_was_given_stays_given(game: Game, olga: User) -> None:
    decision = extend(ruling(olga, game), seat=0, seconds=3600)
    assert not can_be_revoked(decision)
    with pytest.raises(CannotRevoke):
        revoke(ruling(olga, game), decision=decision)


def test_a_decision_is_taken_back_once(game: Game, olga: User) -> None:
    decision = hold(ruling(olga, game))
    assert can_be_revoked(decision)
    revoke(ruling(olga, game), decision=decision)
    decision = Decision.objects.get(pk=decision.pk)
    assert not can_be_revoked(decision)
    with pytest.raises(AlreadyRevoked):
        revoke(ruling(olga, game), decision=decision)


def test_what_was_changed_since_is_not_taken_back(game: Game, olga: User) -> None:
    held = hold(ruling(olga, game))
    resume(ruling(olga, game))
    with pytest.raises(Superseded):
        revoke(ruling(olga, game), decision=held)
    first = award(ruling(olga, game), winners=[0])
    void(ruling(olga, game))
    with pytest.raises(Superseded):
        preview_revoke(read_log(Game.objects.get(pk=game.pk)), decision=first)


def test_nothing_is_taken_back_once_the_secret_was_shown(
    game: Game, olga: User, traveller: time_machine.Traveller
) -> None:
    decision = void(ruling(olga, game))
    traveller.shift(4 * DAY)
    with pytest.raises(TooLate):
        revoke(ruling(olga, game), decision=decision)


def test_a_decision_about_another_game_is_none_about_this_one(
    game: Game, olga: User, ada: User, bruno: User
) -> None:
    decision = hold(ruling(olga, begin(ada, bruno)))
    with pytest.raises(UnknownGame):
        revoke(ruling(olga, game), decision=decision)


@pytest.mark.parametrize("how", ["hold", "resume", "rollback", "replace"])
def test_a_turn_that_was_not_final_yet_is_kept_when_a_decision_is_taken_back(
    game: Game, olga: User, eve: User, how: str, can_be_taken_back: None
) -> None:
    acts = {
        "hold": lambda: hold(ruling(olga, game)),
        "resume": lambda: (hold(ruling(olga, game)), resume(ruling(olga, game)))[1],
        "rollback": lambda: roll_back(ruling(olga, game), ply=0),
        "replace": lambda: replace_player(ruling(olga, game), seat=0, by=eve),
    }
    decision = acts[how]()
    game.refresh_from_db()
    submit(game, a_quiet_move(game))
    assert is_waiting(game)
    back = revoke(ruling(olga, game), decision=decision)
    game.refresh_from_db()
    assert game.seq == game.entries.count()
    assert not is_waiting(game)
    assert_settled(game, back, last=f"{back.act} {game.entries.get(seq=back.seq).text}".strip())
